import type { AccountId, Event } from '@tapedeck/domain';

/** Accounts below this number belong to the house. */
export const FIRST_USER_ACCOUNT = 100;

/** The account an event is private to; undefined for public events. */
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
    case 'OrderFilled':
    case 'CashChanged':
    case 'CollateralChanged':
    case 'FeeTierChanged':
    case 'PositionLiquidated':
      return event.account;
    case 'FundingSettled':
    case 'TradePrinted':
    case 'PricesChanged':
    case 'InstrumentListed':
    case 'InstrumentChanged':
      return undefined;
  }
}

export function concernsUser(event: Event): boolean {
  const account = accountOf(event);
  return account !== undefined && account >= FIRST_USER_ACCOUNT;
}

/** What of it leaves the engine: public events, and those of users. The house's own book-keeping interests nobody. */
export function leavingEngine(events: readonly Event[]): readonly Event[] {
  return events.every(leavesEngine) ? events : events.filter(leavesEngine);
}

function leavesEngine(event: Event): boolean {
  const account = accountOf(event);
  return account === undefined || account >= FIRST_USER_ACCOUNT;
}
