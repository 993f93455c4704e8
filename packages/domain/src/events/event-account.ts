import type { AccountId } from '../values/ids.ts';
import type { Event } from './event.ts';

/** The account that an event concerns; `undefined` for public events. */
export function accountOf(event: Event): AccountId | undefined {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderCancelled':
    case 'OrderTriggered':
    case 'OrderReplaced':
      return event.order.account;
    case 'PositionChanged':
      return event.position.account;
    case 'StrategyChanged':
      return event.strategy.account;
    case 'SettingsChanged':
      return event.settings.account;
    case 'AccountOpened':
    case 'CopyingChanged':
    case 'OrderSent':
    case 'OrderFilled':
    case 'CashChanged':
    case 'CollateralChanged':
    case 'FeeTierChanged':
    case 'PositionLiquidated':
      return event.account;
    case 'FundingSettled':
    case 'DeliverySettled':
    case 'TradePrinted':
    case 'PricesChanged':
    case 'InstrumentListed':
    case 'InstrumentChanged':
      return undefined;
  }
}
