/**
 * Every refusal of a command, with its code on the wire. Codes are those of the public v5 API, so that programs written
 * for it understand them. `bound` is the kind of figure that a refusal states as its `limit`. The checks of
 * `exchange/margin` define the order of precedence.
 */
export const REFUSALS = {
  parameter: { code: 10001, message: 'A parameter is missing or not valid.' },
  notLoggedIn: { code: 10007, message: 'Log in to do this.' },
  symbolUnknown: { code: 10001, message: 'This symbol does not exist.' },
  notTrading: { code: 110074, message: 'This contract is not trading.' },
  nearDelivery: { code: 110042, message: 'The contract is about to expire: positions can only be reduced.' },
  duplicateClientOrderId: { code: 110072, message: 'An order with this client order ID already exists.' },
  positionIndexMismatch: { code: 10001, message: 'The position index does not match the position mode.' },
  sideClosed: { code: 170210, message: 'This side of the pair is closed.' },
  notBorrowable: { code: 176003, message: 'This coin cannot be borrowed for the order.' },
  priceOutOfRange: { code: 110003, message: 'The price is outside the permitted range.', bound: 'price' },
  priceOffTick: { code: 10001, message: 'The price is not a multiple of the tick size.' },
  quantityOffLot: { code: 10001, message: 'The quantity is not a multiple of the lot size.' },
  quantityTooSmall: { code: 10001, message: 'The quantity is below the minimum.', bound: 'quantity' },
  quantityTooLarge: { code: 10001, message: 'The quantity is above the maximum.', bound: 'quantity' },
  amountTooLarge: { code: 170124, message: 'The order value is above the maximum.', bound: 'value' },
  amountOffStep: { code: 170148, message: 'The amount has too many decimal places.', bound: 'value' },
  notionalTooSmall: { code: 110094, message: 'The order value is below the minimum.', bound: 'value' },
  reduceOnlyNoPosition: { code: 110017, message: 'There is no position that this reduce-only order could reduce.' },
  marketNoLiquidity: { code: 110118, message: 'There is currently no price for a market order.' },
  insufficientBalance: { code: 110007, message: 'Insufficient available balance.' },
  aboveRiskLimit: { code: 110090, message: 'The position would exceed the highest risk limit at this leverage.', bound: 'value' },
  tooManyOrders: { code: 110020, message: 'There are too many open orders.', bound: 'count' },
  orderUnknown: { code: 110001, message: 'The order does not exist, or it is too late to change it.' },
  leverageOutOfRange: { code: 110013, message: 'The leverage is outside the range of this risk tier.', bound: 'leverage' },
  leverageNotModified: { code: 110043, message: 'The leverage is already set to this value.' },
  marginModeNotModified: { code: 110026, message: 'The margin mode is already set to this.' },
  marginModeBusy: { code: 110024, message: 'The margin mode cannot change while there is a position or an open order.' },
  accountMarginModeBusy: {
    code: 110073,
    message: 'The account keeps these contracts in one margin mode: it cannot change while any of them has a position or an open order.',
  },
  positionModeNotModified: { code: 110025, message: 'The position mode is already set to this.' },
  positionModeBusy: { code: 110028, message: 'The position mode cannot change while there is a position or an open order.' },
  portfolioEquity: { code: 3400000, message: 'Portfolio margin requires an equity of at least 1,000 USD.' },
  portfolioMargin: { code: 110038, message: 'Under portfolio margin, contracts have neither a leverage nor a margin mode.' },
  collateralNotModified: { code: 34040, message: 'The collateral switch of this coin is already set to this.' },
  collateralFixed: { code: 10001, message: 'The collateral switch of this coin cannot be changed.' },
  collateralNeeded: { code: 110006, message: 'Without this coin, the margin would not be sufficient.' },
  noPosition: { code: 110033, message: 'There is no open position.' },
  notIsolated: { code: 110015, message: 'The position is in cross margin.' },
  autoMarginNotModified: { code: 110027, message: 'Auto add margin is already set to this.' },
  wouldLiquidate: { code: 110011, message: 'This change would liquidate the position immediately.' },
  notOffered: { code: 10032, message: 'This exchange does not offer this.' },
  tradingBanned: { code: 10008, message: 'Trading is closed for this user.' },
  cancelOnly: { code: 110074, message: 'Only cancellations are accepted at the moment.' },
  triggerNotAbove: { code: 30074, message: 'A trigger for a rising price must be above the current price.' },
  triggerNotBelow: { code: 30075, message: 'A trigger for a falling price must be below the current price.' },
  takeProfitTooLow: { code: 30027, message: 'The take-profit of a long position must be above the price.' },
  takeProfitTooHigh: { code: 30028, message: 'The take-profit of a short position must be below the price.' },
  stopLossTooHigh: { code: 30029, message: 'The stop-loss of a long position must be below the price.' },
  stopLossTooLow: { code: 30030, message: 'The stop-loss of a short position must be above the price.' },
  tooManyConditionalOrders: { code: 110009, message: 'There are too many conditional orders.', bound: 'count' },
  tooManyExits: { code: 110061, message: 'There are too many partial take-profit and stop-loss orders.', bound: 'count' },
  exitsNotModified: { code: 34040, message: 'The new values equal the current ones.' },
  exitsNoPosition: { code: 10001, message: 'A take-profit, stop-loss or trailing stop needs a position.' },
  exitsOverPosition: {
    code: 110058,
    message: 'Not enough unprotected size is left for another take-profit or stop-loss.',
    bound: 'quantity',
  },
  exitsOnReduceOnly: { code: 110057, message: 'A reduce-only order cannot carry a take-profit or stop-loss.' },
  exitsOfFilledOrder: { code: 110059, message: 'The take-profit and stop-loss of a partly filled order cannot be changed.' },
  marginRateIsolated: { code: 10001, message: 'A close by margin rate requires a position in cross margin.' },
  fullExitsAreMarket: { code: 110060, message: 'A take-profit or stop-loss for the entire position closes at market.' },
  optionExits: { code: 110060, message: 'An option position closes in full, at market, when its mark price reaches the trigger.' },
  slippageTicksOutOfRange: { code: 110108, message: 'The slippage limit must be from 1 to 10,000 ticks.' },
  slippagePercentOutOfRange: { code: 110109, message: 'The slippage limit must be from 0.01% to 10%.' },
  slippageNotMarket: { code: 10001, message: 'Only a market order can have a slippage limit.' },
  strategyUnknown: { code: 60065, message: 'The strategy does not exist, or it has ended.' },
  tooManyStrategies: { code: 60063, message: 'There are too many running strategies.', bound: 'count' },
  strategyPartTooSmall: { code: 60066, message: 'The parts of this strategy are too small or too many.' },
  strategyPart: { code: 10001, message: 'The order is part of a strategy: it can only be changed through the strategy.' },
  spreadLegsUnlike: { code: 10001, message: 'The legs of a spread must be two contracts of one coin, at least one with a delivery date.' },
  gridExists: { code: 60064, message: 'A grid is already running in this contract.' },
  gridTakeProfitBelow: { code: 10001, message: 'The take-profit of a grid must be above the last price.' },
  gridStopLossAbove: { code: 10001, message: 'The stop-loss of a grid must be below the last price.' },
  quantityBelowFilled: { code: 110064, message: 'The quantity must be above the filled quantity.', bound: 'quantity' },
  orderNotModified: { code: 34040, message: 'The order already has these values.' },
  walletTooSmall: { code: 131212, message: 'The wallet does not hold that much.' },
  transfersPaused: { code: 131208, message: 'Transfers are paused until a shortfall is covered. Try again in a moment.' },
  borrowLimit: { code: 176014, message: 'The amount is above the borrowing limit.' },
  nothingOwed: { code: 176016, message: 'There is no manual loan to repay.' },
  notSaved: { code: 180016, message: 'This coin cannot be saved.' },
  duplicateRequest: { code: 131214, message: 'This request was already carried out.' },
  copyBalance: { code: 39401, message: 'Insufficient balance to copy.' },
  followerOpens: { code: 39402, message: 'A follower cannot open orders.' },
  copySettings: { code: 39403, message: "Leverage and modes cannot change to the leader's while there are orders or positions." },
  copyRisk: { code: 39408, message: 'Rejected by risk control.' },
  leaderUnknown: { code: 39409, message: 'This account is not a leader.' },
  copiesAlready: { code: 39410, message: 'This account already leads or follows.' },
  copiesNot: { code: 39411, message: 'This account neither leads nor follows.' },
  copyBusy: { code: 39412, message: 'Before following, close all positions and cancel all orders in copied contracts.' },
  leaderFull: { code: 39413, message: 'This leader has reached the limit of followers.', bound: 'count' },
  copyAmount: { code: 39414, message: 'The maximum amount for copying has been reached.' },
  accountUnknown: { code: 131207, message: 'This account does not exist.' },
  accountExists: { code: 10001, message: 'This account already exists.' },
} as const;

export type RefusalReason = keyof typeof REFUSALS;

/** Reasons whose refusals must state the violated limit. */
type BoundReason = {
  [Reason in RefusalReason]: (typeof REFUSALS)[Reason] extends { readonly bound: string } ? Reason : never;
}[RefusalReason];

/** Plain values for the message and for programs, never secrets. Prices, quantities and values are decimal text in their own units. */
export type RefusalDetails = Readonly<Record<string, string>>;

/** A user's mistake, answered and without effect. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly details?: RefusalDetails;
}

export function refusal(reason: BoundReason, details: RefusalDetails & { readonly limit: string }): Refusal;
export function refusal(reason: Exclude<RefusalReason, BoundReason>, details?: RefusalDetails): Refusal;
export function refusal(reason: RefusalReason, details?: RefusalDetails): Refusal {
  return details === undefined ? { reason } : { reason, details };
}
