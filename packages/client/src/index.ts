export { searchSymbols, SYMBOL_FAMILIES, type SymbolFamily } from './selectors/symbol-search.ts';
export type { AccountView } from './calculators/account-view.ts';
export { MARGIN_RULES } from './calculators/margin-rules.ts';
export { priceOfVolatility, VOLATILITY_DIGITS, volatilityOfPrice } from './forms/order/option-volatility.ts';
export type { PositionView } from './calculators/position-view.ts';
export type { PositionFields } from './facade/position-fields.ts';
export { createTerminalClient } from './facade/create-terminal-client.ts';
export type {
  ConnectionState,
  Copying,
  Funds,
  Histories,
  HistoryFilter,
  MarketFeed,
  Markets,
  Notice,
  Notices,
  Orders,
  Page,
  Positions,
  Session,
  Strategies,
  TerminalClient,
  TickerFeed,
} from './facade/terminal-client.ts';
export type {
  OrderFormAction,
  OrderFormContext,
  OrderFormDraft,
  OrderFormError,
  OrderFormField,
  OrderPreview,
  QuantityUnit,
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
export { createForm, type Form, type Frames, type Sending } from './forms/kernel/form.ts';
export { initialSpot, spotKind } from './forms/spot/spot-reducer.ts';
export { spotRules } from './forms/spot/spot-rules.ts';
export { freeCoins, spentCoin, type SpotReading } from './forms/spot/spot-reading.ts';
export { type SpotAmounts, type SpotPreview } from './forms/spot/spot-preview.ts';
export { spotOrderTerms } from './forms/spot/spot-terms.ts';
export { spotContext } from './facade/spot-context.ts';
export { passedCauses } from './facade/passed-causes.ts';
export { orderFormContext } from './facade/order-form-context.ts';
export { algoContext } from './facade/algo-context.ts';
export {
  algoKinds,
  type AlgoKind,
  type AlgoAction,
  type AlgoContext,
  type AlgoDraft,
  type AlgoError,
  type AlgoFact,
  type AlgoField,
  type PairWhich,
} from './forms/algo/algo-form.ts';
export { algoRules } from './forms/algo/algo-rules.ts';
export { type AlgoReading } from './forms/algo/algo-reading.ts';
export { fieldsOf as algoFields, isOptional as isOptionalAlgoField, typeOfField as algoFieldType } from './forms/algo/algo-fields.ts';
export { closesPosition, hasOneButton } from './forms/algo/algo-positions.ts';
export { initialAlgo } from './forms/algo/algo-reducer.ts';
export { algoRequest } from './forms/algo/algo-request.ts';
export { placeAlgo } from './flows/place-algo.ts';
export { initialDraft } from './forms/order/order-form-reducer.ts';
export { orderRules } from './forms/order/order-rules.ts';
export { orderBasis, type CostParts, type OrderBasis } from './forms/order/order-basis.ts';
export { orderReadings, type OrderReading, type OrderReadings } from './forms/order/order-reading.ts';
export { leverageRisk } from './forms/leverage/leverage-risk.ts';
export type { FillSimulation } from './calculators/fill-simulation.ts';
export { marketFill } from './forms/order/market-fill.ts';
export { amendOutcome, type AmendOutcome } from './forms/order/amend-outcome.ts';
export { bracketPlan, type BracketPlan, type BracketTerms } from './forms/order/bracket-plan.ts';
export { closePreview, type ClosePreview } from './forms/order/close-preview.ts';
export { type SpreadPreview } from './forms/spread/spread-preview.ts';
export {
  MARKET_PART,
  levelsOfSpread,
  spreadRules,
  type SpreadAction,
  type SpreadContext,
  type SpreadDraft,
  type SpreadProblem,
  type SpreadReading,
} from './forms/spread/spread-form.ts';
export { spreadContext } from './facade/spread-context.ts';
export { amendDraft, amendFields, amendRules, type AmendField } from './forms/order/amend-form.ts';
export { closeLimit, closeRules, type CloseDraft } from './forms/order/close-form.ts';
export { orderOptions } from './forms/order/order-options.ts';
export { numberIn, typedNumber } from './inputs/number-input.ts';
export type { CatalogueFallback } from './catalogue/catalogue.ts';
export type { SpotFallback } from './catalogue/spot-lists.ts';
export type { RecordsPort } from './ports/ports.ts';
export { webPorts, type WebPlatform } from './ports/web-ports.ts';
export { memoryStorage } from './storage/memory-storage.ts';
export { BookKeeper, type BookTerms } from './raw/book-keeper.ts';
export type { LiveBook } from './raw/book-mirror.ts';
export type { Freshness } from './raw/freshness.ts';
export type { FrameVerdict } from './raw/frame-verdict.ts';
export { ownLines, type BookLineEvents, type KeptBook, type MarketLine, type MarketLines, type TapeLineEvents } from './raw/market-line.ts';
export { TAPE_LENGTH, TapeKeeper, type TapeTrade } from './raw/tape-keeper.ts';
export type { LiveTape } from './raw/tape-mirror.ts';
export type { LiveTicker, Ticker } from './raw/ticker-mirror.ts';
export type { ApiKeyTerms } from './flows/api-keys.ts';
export type { CopyState, OrderView } from './selectors/account-selectors.ts';
export type { Failure, Loadable, Result } from './store/loadable.ts';
export { createStore, derived, type Readable, type Store } from './store/readable.ts';
export { isPortfolioMargin, USUAL_ACCOUNT, type AccountTraits } from './forms/account-traits.ts';
export { PRICE_STEP_PRESETS, fieldPrice, priceStepUnits, type PriceStepAction } from './forms/price-input/price-step.ts';
export {
  lacksPrice,
  type PriceAction,
  type PriceDraft,
  type SourcePrices,
  type TriggerAction,
  type TriggerFieldDraft,
} from './forms/price-input/price-fields.ts';
export {
  SLIPPAGE_BOUNDS,
  customSlippage,
  slippageAvailable,
  slippagePrecision,
  slippagePresets,
  toggledSlippage,
  type MaxSlippage,
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
export { type TpslIssue, type TpslIssueCode } from './forms/tpsl/tpsl-issues.ts';
export { chosenLegs, tpslRules, type TpslFormContext, type TpslPreview, type TpslReading } from './forms/tpsl/tpsl-rules.ts';
export { PERCENT_STEP, ROI_STEP, SLIDER_MAX, TPSL_PRESETS, shareOf } from './forms/tpsl/tpsl-limits.ts';
export { emptyTpsl, legLots } from './forms/tpsl/tpsl-reducer.ts';
export { earnedAt, percentNumber, percentOfTrigger } from './forms/tpsl/tpsl-values.ts';
export { attachedExits } from './forms/tpsl/tpsl-exits.ts';
export { type MarginAfter } from './flows/margin-commands.ts';
export { CALCULATIONS, calculate, calculatorDraft, type CalculatorDraft, type CalculatorResult } from './forms/calculator/calculator.ts';
export { canAutoAddMargin, marginRules, type MarginMove } from './forms/margin/margin-form.ts';
export { tpslTerms, type TpslTerms } from './forms/tpsl/tpsl-terms.ts';
export {
  TPSL_SORTS,
  editingTpsl,
  freeLots,
  fullEntry,
  openingMode,
  partialEntries,
  sortedEntries,
  type TpslEntry,
  type TpslSort,
} from './forms/tpsl/tpsl-entries.ts';
export { movedExit, newExit, type ExitMove } from './forms/tpsl/exit-move.ts';
export { trailingDraft, trailingRules } from './forms/trailing/trailing-form.ts';
export {
  leverageField,
  leverageRange,
  leverageSummary,
  marginChoices,
  quickLeverages,
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
} from './errors/failure-effect.ts';
export type { CoinView } from './calculators/coin-view.ts';
export { orderNoticeId } from './facade/notices.ts';
export { BOOK_DEPTH, POSTER_BONUS, RATE_LIMIT_TOAST_MS, SHAKE_MS } from './constants.ts';
export { type CancelledSeveral } from './flows/order-commands.ts';
export { CONFIRMATION_KINDS, type ConfirmationKind } from './flows/confirmations.ts';
export {
  cancelEffect,
  closingEffect,
  inScope,
  ORDER_GROUPS,
  total,
  type CancelAllScope,
  type OrderCounts,
} from './selectors/consequences.ts';
export { NOTICE_FLAGS, type NoticeFlag } from './flows/closed-notices.ts';
export { openOrderTpslContext, orderTpslDraft, takesTpsl, withOrderMode } from './forms/tpsl/tpsl-order.ts';
export { type ReverseOutcome, type ReverseState } from './flows/reverse.ts';
export { splitFailure } from './errors/split-failure.ts';
export { priceTrend } from './calculators/price-trend.ts';
export {
  bookedPoster,
  closedPoster,
  hasVipPoster,
  initials,
  isEmail,
  maskedEmail,
  posterLabel,
  posterPnlDigits,
  positionPoster,
  shortAmount,
  type PosterKind,
  type PosterTrade,
} from './poster/poster.ts';
