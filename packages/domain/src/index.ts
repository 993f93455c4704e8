export type { Money, Price, Quantity, Rate, Leverage, Ticks, Lots, Timestamp } from './values/types.ts';
export { InvariantBroken, invariant, assertNever } from './values/assert.ts';
export { LOW_WORDS, SCALE, SCALE_DIGITS, divCeil, divExact, divFloor, divNearest } from './values/integer.ts';
export {
  ZERO_MONEY,
  addMoney,
  maxMoney,
  minMoney,
  money,
  moneyRatio,
  moneyShare,
  moneyTimesRate,
  moneyUnits,
  negateMoney,
  notional,
  subtractMoney,
} from './values/money.ts';
export { WIDE, narrow, narrowHalves } from './values/narrow.ts';
export {
  exactLots,
  exactTicks,
  keptLots,
  keptTicks,
  keptTimestamp,
  leverage,
  leverageHundredths,
  lotCount,
  lots,
  lotsOfQuantity,
  milliseconds,
  price,
  priceOfTicks,
  pricePerUnit,
  priceUnits,
  quantity,
  quantityOfLots,
  quantityUnits,
  rate,
  rateUnits,
  tickCount,
  ticks,
  ticksOfPrice,
  timestamp,
  toTick,
} from './values/quantities.ts';
export { DECIMAL_DIGITS_MAX, formatDecimal, parseDecimal } from './values/decimal.ts';
export { pastedReading, typedReading, type NumberHabit, type NumberReading } from './values/typed-number.ts';
export {
  productTypeOf,
  spreadFits,
  spreadLevels,
  spreadPairs,
  spreadQuantities,
  spreadQuantityRefusal,
  spreadSides,
  type ProductType,
  type SpreadLevel,
  type SpreadPair,
} from './instruments/spread.ts';
export {
  COPY_AMOUNT_MIN,
  COPY_NAME_LENGTH_MAX,
  COPY_RATIO_MAX,
  COPY_RATIO_MIN,
  FOLLOWERS_MAX,
  MISSED_COPIES_KEPT,
  copiedClose,
  copiedLots,
  copyReason,
  copyTermsRefusal,
  isCopied,
  type CopyRecord,
  type CopyTag,
  type CopyTerms,
  type FollowerRecord,
  type LeaderRecord,
  type LeaderStatistics,
  type MissedCopy,
} from './copying/copying.ts';
export { CANCEL_REASONS, type CancelReason } from './orders/cancel-reason.ts';
export {
  ORDER_SOURCES,
  isTerminal,
  opposite,
  restsWhatIsLeft,
  type OrderSource,
  type OrderStatus,
  type OrderType,
  type SelfMatch,
  type Side,
  type TimeInForce,
} from './orders/order.ts';
export {
  DEFAULT_TRIGGER_SOURCE,
  exitDirection,
  isPositionExit,
  sourceTicks,
  triggerReached,
  type SourceTicks,
  type StopOrderType,
  type Trigger,
  type TriggerDirection,
  type TriggerSource,
} from './orders/trigger.ts';
export {
  exitLegRefusal,
  exitsShapeRefusal,
  trailingShapeRefusal,
  slippageRefusal,
  trailingStopTick,
  type AttachedExits,
  type ExitLeg,
  type ExitReference,
  type TpSlMode,
  type TrailingTerms,
} from './orders/exits.ts';
export { SLIPPAGE_SHARE_MAX, SLIPPAGE_SHARE_MIN, SLIPPAGE_TICKS_MAX, SLIPPAGE_TICKS_MIN, type SlippageLimit } from './orders/slippage.ts';
export { kindsOfTab, orderTab, planOrderStatus, planTab, planTypeOf, type OrderTab } from './orders/order-tab.ts';
export { endsWithPosition, fateWithoutOrders, fateWithoutPosition, isProtective } from './orders/order-fate.ts';
export { lossCoverage, positionExits, type ExitEntry, type PositionExits } from './orders/position-exits.ts';
export { marketPriceLimit, orderPriceLimit, type LimitPrices } from './orders/price-limit.ts';
export { positionIndexOf, positionSideOf, type MarginMode, type PositionIndex, type PositionMode } from './positions/position.ts';
export type { AccountKind, Coin, WalletName } from './accounts/account.ts';
export { coinDigits, marginDigits } from './accounts/coin-digits.ts';
export { mostPaperFunds, PAPER_COINS } from './accounts/paper-funds.ts';
export { firstDayOfMonth, monthOfDay } from './values/civil-date.ts';
export {
  DELIVERY_CODES,
  DELIVERY_TIME_MS,
  codesOfDelivery,
  deliveryDateText,
  deliveryMonthText,
  deliveryOf,
  type DeliveryCode,
} from './instruments/delivery-calendar.ts';
export { sharesMarginMode } from './accounts/shared-margin-mode.ts';
export { DEFAULT_LEVERAGE, defaultSettings } from './accounts/default-settings.ts';
export {
  feeCoinOf,
  isDated,
  hasNoMarket,
  isInverse,
  quantityCoin,
  valueCoin,
  isOption,
  isPerpetual,
  isSpot,
  settlesSessions,
  venueSymbol,
} from './instruments/instrument.ts';
export { isNewListing, LIST_TAGS, singleCoin, symbolTags, type MarketTag, type SymbolTag } from './instruments/symbol-tags.ts';
export { contractTypeOf } from './instruments/contract-type.ts';
export { STRATEGY_KINDS } from './strategies/strategy.ts';
export {
  INSTRUMENT_KINDS,
  INSTRUMENT_STATUSES,
  type ContractKind,
  type Instrument,
  type InstrumentKind,
  type InstrumentStatus,
  type InstrumentTerms,
  type OptionKind,
  type OptionRight,
  type RiskTier,
  type SpotTerms,
} from './instruments/instrument.ts';
export { priceBound, priceRangeRefusal, quantityBound, valueBound } from './refusals/bounds.ts';
export { REFUSALS, refusal, type Refusal, type RefusalReason } from './refusals/refusal.ts';
export { EVERY_ACCOUNT } from './commands/trader-command.ts';
export type { AccountId, InstrumentId, OrderId } from './values/ids.ts';
export type {
  AddMargin,
  SetAutoAddMargin,
  SetCollateral,
  AmendOrder,
  CancelAllOrders,
  CancelOrder,
  CancelScope,
  FundsMove,
  MoveFunds,
  TransferFunds,
  OrderChanges,
  OrderOptions,
  PairLeg,
  PlaceMarginRateClose,
  PlaceOrder,
  PlaceOrderPair,
  Repeatable,
  ReportConnection,
  SetCancelOnDisconnect,
  CancelStrategy,
  FollowLeader,
  SetLeading,
  StopFollowing,
  CreateStrategy,
  SignalStrategy,
  SetLeverage,
  SetMarginMode,
  SetPositionExits,
  SetPositionMode,
  Timed,
  TraderCommand,
  Untimed,
} from './commands/trader-command.ts';
export { NO_ORDERS, selectOrders, type OrderSelection } from './records/order-selection.ts';
export type {
  AccountState,
  BookState,
  HoldingAccounts,
  InsuranceFund,
  MarketState,
  OptionTicker,
  OrderRecord,
  Outcome,
  PositionRecord,
  SettingsRecord,
  StopRecord,
  WalletBalance,
} from './records/records.ts';
export type {
  CashChanged,
  Event,
  ExecutionKind,
  LedgerKind,
  OrderFilled,
  FundingSettled,
  DeliverySettled,
  PositionLiquidated,
  PricesChanged,
  TradePrinted,
} from './events/event.ts';
export { accountOf } from './events/event-account.ts';
export { netProfit, type Closing } from './events/closing.ts';
export { gainsWithValue, lotsAtValue, priceAtValue, valueAtPrice, valueAtTick } from './margin/contract-value.ts';
export {
  BASE_FEE_TIER,
  FEE_TIERS,
  PRO_LEVEL_MAX,
  TIER_FEES,
  VIP_LEVEL_MAX,
  feeRatesOf,
  feeTierOf,
  withFeeTier,
  type FeeTier,
} from './fees/fee-tier.ts';
export {
  PORTFOLIO_EQUITY_MIN,
  belowPortfolioEntry,
  portfolioOrderCost,
  type PortfolioCost,
  type PortfolioOrder,
} from './margin/portfolio-order.ts';
export { holdingAtLeverage } from './margin/leverage-change.ts';
export { costOf, feeToClose, initialMarginOf, tradingFee } from './margin/order-cost.ts';
export { maintenanceMarginOf, maxLeverageFor, positionLimit, tierOf } from './margin/risk-tier.ts';
export { bankruptcyPrice, isolatedFreeMargin, liquidationPrice } from './margin/liquidation.ts';
export {
  averageClosePrice,
  averageFillPrice,
  averageOpenPrice,
  harmonicPrice,
  inverseSumOf,
  priceSumsOf,
  valueOfSums,
} from './margin/average-price.ts';
export { breakEvenPrice, closedEntryPrice, closedEntryValue, entryPrice, profit, returnOnInvestment } from './margin/profit.ts';
export { autoAddedMargin, liquidatableWith, removableMargin } from './margin/added-margin.ts';
export { isolatedLiquidatable, positionMargin, type Holding, type PositionMargin } from './margin/position-margin.ts';
export {
  heldOf,
  narrowHeldOf,
  narrowOpeningValue,
  openingValue,
  sideMargin,
  type OpenOrderTotals,
  type SideMargins,
} from './margin/order-margin.ts';
export {
  addPosition,
  availableBalance,
  crossCushion,
  crossLiquidatable,
  marginBalance,
  marginRates,
  type AccountMargin,
  replacePosition,
  subtractPosition,
  sumPositions,
  transferableBalance,
  type AccountMarginInput,
  type CountedMargin,
  type MarginedPosition,
  type PositionSums,
  type PositionTotals,
} from './margin/account-margin.ts';
export { accountMargins, type AccountMargins, type PortfolioAccount } from './margin/account-margins.ts';
export { isWaiting } from './orders/waiting.ts';
export { instrumentOrderMargin, openOrderTotals, type InstrumentHoldings } from './margin/instrument-orders.ts';
export { holdingLiquidationPrice, withinPriceRange, type CrossAccount } from './margin/holding-liquidation.ts';
export { fundingFee, fundingRateOf, interestRate } from './funding/funding.ts';
export {
  arrivalOf,
  executionLimit,
  levelsOfOthers,
  unmetArrival,
  type Arrival,
  type ArrivalTerms,
  type BookLevels,
  type OwnOrder,
} from './orders/arrival.ts';
export { fillFigures, type FillFigures, type LevelFill } from './orders/fill-figures.ts';
export {
  exceedsRiskLimit,
  lossAtMark,
  openingCost,
  sideTermsOf,
  sideWith,
  type SideTerms,
  type OpeningOrder,
  type OpenSide,
} from './margin/opening-cost.ts';
export { fillHolding, isolatedNeed, type FilledHolding } from './positions/fill-holding.ts';
export { sellableLots } from './spot/spot-exits.ts';
export { baseAmount, spotFill, spotLock, type SpotFill } from './spot/spot-fill.ts';
export { amountArrival, lotsForAmount } from './spot/amount-arrival.ts';
export { exitPriceOfProfit, exitPriceOfShare, shareOfExitPrice, type ExitBasis, type ExitKind } from './tpsl/exit-price.ts';
export { optionGreeks, optionPrice, yearsBetween, type Greeks, type OptionInput } from './options/black-76.ts';
export { impliedVolatility } from './options/implied-volatility.ts';
export { type VolatilitySurface } from './options/volatility-surface.ts';
export {
  exercisePayoff,
  modelGreeks,
  modelOption,
  positionGreeks,
  priceNumber,
  priceOfNumber,
  type OptionModel,
} from './options/option-value.ts';
export { type OptionPrices } from './options/option-margin.ts';
export { spotOrderHaircut } from './spot/spot-haircut.ts';
export {
  BORROW_INITIAL_RATE,
  BORROW_MAINTENANCE_RATE,
  CONVERSION_FEE,
  DOLLAR_COINS,
  LENT_COINS,
  coinTerms,
} from './accounts/coin-terms.ts';
export { DOLLAR_PRICE, coinValue, dollarValue, priceSourceOf } from './margin/collateral.ts';
export {
  borrowingOfOrders,
  isPool,
  liabilityOf,
  marginBeside,
  netOf,
  poolInCoin,
  poolMargin,
  poolSafety,
  withdrawable,
  type PoolCoin,
  type PoolMargin,
} from './margin/pool.ts';
export { ClosingPortfolio, type CostlyPosition } from './margin/closing-portfolio.ts';
export { portfolioMargin, portfolioSafe, type PortfolioMargin } from './margin/portfolio-margin.ts';
export type { Portfolio, PortfolioHolding } from './margin/portfolio-stress.ts';
export { poolLiquidationPrice } from './margin/pool-liquidation.ts';
export { INDEX_STALE_MS, indexOfSources, type IndexSource, type IndexValue } from './prices/index-price.ts';
export {
  emptyLevel,
  gridLevels,
  planRefusal,
  scaledLadder,
  smallestPart,
  twapPart,
  GRID_CELLS_MAX,
  SCALED_ORDERS_MAX,
  SCALED_SKEW_MAX,
  SCALED_SKEW_MIN,
  TWAP_DURATION_MAX,
  TWAP_DURATION_MIN,
  TWAP_INTERVALS,
} from './strategies/plans.ts';
export type {
  ChasePlan,
  FutureSpreadPlan,
  GridPlan,
  IcebergPlan,
  ScaledPlan,
  StrategyEnd,
  StrategyId,
  StrategyKind,
  StrategyPlan,
  StrategyRecord,
  StrategyTag,
  TwapPlan,
} from './strategies/strategy.ts';
