export { type OptionBoards } from './facade/option-boards.ts';
export { searchSymbols, SYMBOL_FAMILIES, type SymbolFamily } from './selectors/symbol-search.ts';
export type { AccountView } from './calculators/account-view.ts';
export { priceOfVolatility, VOLATILITY_DIGITS, volatilityOfPrice } from './forms/order/option-volatility.ts';
export type { PositionView } from './calculators/position-view.ts';
export type { PartialTpslFields, PositionFields } from './facade/position-fields.ts';
export type { PositionsAsked } from './facade/position-list.ts';
export { createTerminalClient, type TerminalClientOptions } from './facade/create-terminal-client.ts';
export type {
  HistoryFilter,
  Account,
  ConnectionState,
  MarketFeed,
  Notice,
  Page,
  TerminalClient,
  TickerFeed,
  TransactionView,
} from './facade/terminal-client.ts';
export type {
  OrderFormAction,
  OrderFormContext,
  OrderFormDraft,
  OrderFormError,
  OrderFormField,
  OrderPreview,
  QuantityUnit,
  TriggerDraft,
} from './forms/order/order-form.ts';
export type {
  SpotAction,
  SpotContext,
  SpotError,
  SpotField,
  SpotKind,
  SpotOrderDraft,
  SpotTpslField,
  SpotUnit,
} from './forms/spot/spot-form.ts';
export { spotErrors } from './forms/spot/spot-errors.ts';
export { initialSpot, reduceSpot, spotKind } from './forms/spot/spot-reducer.ts';
export { freeCoins, knownPrice, spentCoin, spotArrival, spotLots, spotSpending } from './forms/spot/spot-sizing.ts';
export { spotPreview, type SpotPreview } from './forms/spot/spot-preview.ts';
export { spotOrderTerms } from './forms/spot/spot-terms.ts';
export { spotContext } from './facade/spot-context.ts';
export { orderFormContext } from './facade/order-form-context.ts';
export { algoContext } from './facade/algo-context.ts';
export {
  ALGO_KINDS,
  type AlgoAction,
  type AlgoContext,
  type AlgoDraft,
  type AlgoError,
  type AlgoFact,
  type AlgoField,
  type AlgoKind,
  type AlgoRequest,
  type PairWhich,
} from './forms/algo/algo-form.ts';
export { algoErrors } from './forms/algo/algo-errors.ts';
export { fieldsOf as algoFields, isOptional as isOptionalAlgoField, typeOfField as algoFieldType } from './forms/algo/algo-fields.ts';
export { closesPosition, hasOneButton } from './forms/algo/algo-positions.ts';
export { algoPreview } from './forms/algo/algo-preview.ts';
export { initialAlgo, reduceAlgo } from './forms/algo/algo-reducer.ts';
export { algoRequest } from './forms/algo/algo-request.ts';
export { placeAlgo, type AlgoPlaced } from './flows/place-algo.ts';
export { maxOrder } from './forms/order/order-limits.ts';
export { initialDraft, reduceOrderForm } from './forms/order/order-form-reducer.ts';
export { orderFormErrors } from './forms/order/order-form-errors.ts';
export { orderPreview } from './forms/order/order-preview.ts';
export { closePreview, type ClosePreview } from './forms/order/close-preview.ts';
export { spreadPreview, type SpreadOrder, type SpreadPreview } from './forms/spread/spread-preview.ts';
export { orderOptions } from './forms/order/order-options.ts';
export { orderTpslContext, sideTpsl } from './forms/order/order-tpsl.ts';
export { quantityDraft } from './forms/order/order-units.ts';
export { orderCommand } from './forms/order/order-command.ts';
export type { OrderTerms } from './forms/order/order-terms.ts';
export {
  blurredNumber,
  numberIn,
  roundToStep,
  roundTypedPrice,
  typedNumber,
  type NumberBounds,
  type NumberInputOptions,
} from './inputs/number-input.ts';
export type { ClientPorts, HttpAnswer, HttpExchange, HttpRequest, SocketHandlers, SocketPort, StoragePort } from './ports/ports.ts';
export { webPorts, type WebPlatform } from './ports/web-ports.ts';
export { memoryStorage } from './storage/memory-storage.ts';
export type { LiveBook } from './raw/book-mirror.ts';
export type { Freshness } from './raw/freshness.ts';
export type { LiveTape, TapeTrade } from './raw/tape-mirror.ts';
export type { LiveTicker, Ticker } from './raw/ticker-mirror.ts';
export type { CopyState, OrderView } from './selectors/account-selectors.ts';
export type { Failure, Loadable, Result } from './store/loadable.ts';
export { createStore, derived, type Readable, type Store } from './store/readable.ts';
export { isPortfolioMargin, USUAL_ACCOUNT, type AccountTraits } from './forms/account-traits.ts';
export {
  PRICE_STEP_PRESETS,
  fieldPrice,
  priceStepUnits,
  reducePriceStep,
  steppedPrice,
  type PriceStepAction,
} from './forms/price-input/price-step.ts';
export {
  sourcePrice,
  type PriceAction,
  type PriceDraft,
  type SourcePrices,
  type TriggerAction,
  type TriggerFieldDraft,
} from './forms/price-input/price-fields.ts';
export { coarsePriceError, coarseQuantityError } from './inputs/coarse-grid.ts';
export {
  SLIPPAGE_BOUNDS,
  customSlippage,
  slippageAvailable,
  slippageLimitOf,
  slippagePrecision,
  slippagePresets,
  toggledSlippage,
  type MaxSlippage,
  type SlippageBounds,
  type SlippageType,
} from './forms/slippage/slippage.ts';
export {
  LEGS,
  USUAL_HABITS,
  type TpslAction,
  type TpslContext,
  type TpslDraft,
  type TpslHabits,
  type TpslInputType,
  type TpslLeg,
  type TpslMode,
  type TriggerSource,
} from './forms/tpsl/tpsl-form.ts';
export { tpslOffer, type TpslOffer } from './forms/tpsl/tpsl-offer.ts';
export { tpslIssues, type TpslIssue, type TpslIssueCode } from './forms/tpsl/tpsl-issues.ts';
export { PERCENT_STEP, ROI_STEP, SLIDER_MAX, TPSL_PRESETS, shareOf } from './forms/tpsl/tpsl-limits.ts';
export { emptyTpsl, legLots, reduceTpsl } from './forms/tpsl/tpsl-reducer.ts';
export { earnedAt, estimatedProfit, percentNumber, percentOfTrigger } from './forms/tpsl/tpsl-values.ts';
export { attachedExits } from './forms/tpsl/tpsl-exits.ts';
export { type CopyCommands, type FollowTerms } from './flows/copy-commands.ts';
export { type StartedStrategy, type StrategyCommands, type StrategyTerms } from './flows/strategy-commands.ts';
export { type OrderPairTerms, type StopCommands } from './flows/stop-commands.ts';
export { type MarginAfter, type MarginCommands } from './flows/margin-commands.ts';
export {
  CALCULATIONS,
  calculate,
  calculatorDraft,
  type Calculation,
  type CalculatorDraft,
  type CalculatorResult,
} from './forms/calculator/calculator.ts';
export { canAutoAddMargin, mostMovable, readMarginMove, type MarginDraft, type MarginMove } from './forms/margin/margin-form.ts';
export { isModification, tpslTerms, type TpslExit, type TpslTerms } from './forms/tpsl/tpsl-terms.ts';
export {
  TPSL_SORTS,
  editingTpsl,
  freeLots,
  fullEntry,
  isTpslOrder,
  openingMode,
  partialEntries,
  sortedEntries,
  tpslModeOfExits,
  type TpslEntry,
  type TpslSort,
} from './forms/tpsl/tpsl-entries.ts';
export { readTrailing, trailingDraft, type TrailingDraft, type TrailingIssue } from './forms/trailing/trailing-form.ts';
export { TRIGGER_TOLERANCE, isTriggerValid } from './forms/tpsl/trigger-validity.ts';
export {
  HIGH_LEVERAGE,
  adverseMoveTenths,
  leverageField,
  leverageRange,
  leverageSummary,
  marginChoices,
  quickLeverages,
  readLeverage,
  reduceLeverage,
  type LeverageAction,
  type LeverageDraft,
  type LeverageRange,
} from './forms/leverage/leverage-form.ts';
export { leveragePreview, type LeveragePreview } from './forms/leverage/leverage-preview.ts';
export {
  CALLER_CONTENT,
  failureCertainty,
  failureEffect,
  failureWords,
  isSilent,
  limitedToasts,
  type FailureCall,
  type FailureEffect,
  type FailureText,
} from './errors/failure-effect.ts';
export { priceTrend, stopOrderTypeOf, tpslModeOf, triggerSourceOf, type PriceTrend, type StopOrderType } from './orders/enumerations.ts';
export type { CoinView } from './calculators/coin-view.ts';
export { orderNoticeId } from './facade/notices.ts';
export { RATE_LIMIT_TOAST_MS, REVERSE_TIP_DEBOUNCE_MS, SHAKE_MS } from './constants.ts';
export { type CancelledSeveral, type ClosedSeveral, type PositionClose } from './flows/account-commands.ts';
export { NOTICE_FLAGS, type NoticeFlag } from './flows/closed-notices.ts';
export { openOrderTpslContext, orderTpslDraft, takesTpsl, withOrderMode } from './forms/tpsl/tpsl-order.ts';
export { type ReverseFlow, type ReverseOutcome, type ReverseState } from './flows/reverse.ts';
export { SPLIT_FAILED, splitFailure } from './errors/split-failure.ts';
export { BUSY_ELSEWHERE, STEP_INCOMPLETE } from './connection/failure-codes.ts';
