import { assertNever } from '../values/assert.ts';

/** Order vocabulary of the specification, section 3 (enumerations). */
export type Side = 'Buy' | 'Sell';
export type OrderType = 'Limit' | 'Market';
export type TimeInForce = 'GoodTillCancel' | 'ImmediateOrCancel' | 'FillOrKill' | 'PostOnly';
export type OrderStatus = 'New' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected' | 'Untriggered' | 'Triggered' | 'Deactivated';

/** Why an order ended without being filled whole; the venue's own words. */
export type CancelReason =
  | 'CancelByUser'
  | 'CancelByReduceOnly'
  | 'CancelBySmp'
  | 'CancelByDelivery'
  | 'CancelBySettle'
  | 'CancelAllBeforeLiq'
  | 'CancelAllBeforeAdl'
  | 'CancelByPmTrialMmOverEquity'
  | 'CancelByTpSlTsClear'
  | 'CancelByOCOTpCanceledBySlTriggered'
  | 'CancelByOCOSlCanceledByTpTriggered'
  | 'CancelByCannotAffordOrderCost'
  | 'CancelByMaxSlippage'
  | 'CancelByDCP'
  | 'EC_ReachRiskPriceLimit'
  | 'EC_Others'
  | 'EC_PostOnlyWillTakeLiquidity'
  | 'EC_NoImmediateQtyToFill'
  | 'EC_CancelForNoFullFill'
  | 'EC_ReachMarketPriceLimit';

/** Who or what sent an order; kept with it for the audit log. */
export type OrderSource = 'form' | 'chart' | 'table' | 'api' | 'liquidation' | 'market';

/** What happens when an order would trade with another one of its own account; the incoming order's choice counts. */
export type SelfMatch = 'None' | 'CancelMaker' | 'CancelTaker' | 'CancelBoth';

/** Whether what is left of a limit order rests in the book; otherwise it is cancelled. */
export function restsWhatIsLeft(timeInForce: TimeInForce): boolean {
  switch (timeInForce) {
    case 'GoodTillCancel':
    case 'PostOnly':
      return true;
    case 'ImmediateOrCancel':
    case 'FillOrKill':
      return false;
    default:
      return assertNever(timeInForce);
  }
}

export const opposite = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy');

/** Statuses after which nothing about an order changes again. */
export function isTerminal(status: OrderStatus): boolean {
  return status === 'Filled' || status === 'Cancelled' || status === 'Rejected' || status === 'Deactivated';
}
