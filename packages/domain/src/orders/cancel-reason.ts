/**
 * Why an order ended before a complete fill; the venue's own names. Journals and snapshots hold the place in this list: a new reason comes
 * last.
 */
export const CANCEL_REASONS = [
  'CancelByUser',
  'CancelByReduceOnly',
  'CancelBySmp',
  'CancelByDelivery',
  'CancelBySettle',
  'CancelAllBeforeLiq',
  'CancelByPmTrialMmOverEquity',
  'CancelByTpSlTsClear',
  'CancelByOCOTpCanceledBySlTriggered',
  'CancelByOCOSlCanceledByTpTriggered',
  'CancelByCannotAffordOrderCost',
  'CancelByMaxSlippage',
  'CancelByDCP',
  'EC_ReachRiskPriceLimit',
  'EC_Others',
  'EC_PostOnlyWillTakeLiquidity',
  'EC_NoImmediateQtyToFill',
  'EC_CancelForNoFullFill',
  'EC_ReachMarketPriceLimit',
  'CancelAllBeforeAdl',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
