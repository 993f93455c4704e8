import {
  ZERO_MONEY,
  addMoney,
  crossCushion,
  entryPrice,
  exactLots,
  exactTicks,
  exitPriceOfShare,
  fillHolding,
  initialMarginOf,
  isolatedFreeMargin,
  isolatedNeed,
  leverage,
  liquidationPrice,
  lotCount,
  lots,
  money,
  parseDecimal,
  positionMargin,
  price,
  priceOfTicks,
  quantity,
  rate,
  returnOnInvestment,
  subtractMoney,
  tickCount,
  type Holding,
  type Instrument,
  type Leverage,
  type Lots,
  type MarginMode,
  type Money,
  type Price,
  type Rate,
  type Side,
  type Ticks,
  valueAtTick,
  withinPriceRange,
} from '@tapedeck/domain';
import { LEVERAGE_DIGITS } from '../leverage/leverage-form.ts';

export const CALCULATIONS = ['profit', 'target', 'liquidation', 'entry'] as const;
export type Calculation = (typeof CALCULATIONS)[number];

/** One fill of the average entry price. */
export interface CalculatedFill {
  readonly price: string;
  readonly quantity: string;
}

/** The calculator's inputs, as text. */
export interface CalculatorDraft {
  readonly calculation: Calculation;
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly leverage: string;
  readonly quantity: string;
  readonly entry: string;
  readonly exit: string;
  /** Percentage of the margin; negative for a loss. */
  readonly roi: string;
  /** Balance behind a cross position. */
  readonly balance: string;
  readonly fills: readonly CalculatedFill[];
}

/** The results; each is absent while one of its inputs is missing. */
export interface CalculatorResult {
  readonly initialMargin?: Money;
  /** Before fees, and after the fees of both trades. */
  readonly profit?: Money;
  readonly netProfit?: Money;
  readonly fees?: Money;
  readonly roi?: Rate;
  readonly targetPrice?: Price;
  /** `undefined` also if no tradable price liquidates. */
  readonly liquidationPrice?: Price;
  readonly entryPrice?: Price;
  readonly quantity?: Lots;
}

const NO_FILL: CalculatedFill = { price: '', quantity: '' };

export function calculatorDraft(times: string, entry: string): CalculatorDraft {
  const common = { leverage: times, entry, quantity: '', exit: '', roi: '', balance: '' };
  return { calculation: 'profit', side: 'Buy', marginMode: 'isolated', ...common, fills: [NO_FILL, NO_FILL] };
}

const above = (text: string, digits?: number): bigint | undefined => {
  const units = parseDecimal(text.trim(), digits);
  return units === undefined || units <= 0n ? undefined : units;
};

function ticksOf(text: string, { tickSize }: Instrument): Ticks | undefined {
  const units = above(text);
  return units === undefined ? undefined : exactTicks(price(units), tickSize);
}

function lotsOf(text: string, { lotSize }: Instrument): Lots | undefined {
  const units = above(text);
  return units === undefined ? undefined : exactLots(quantity(units), lotSize);
}

function leverageOf(text: string): Leverage | undefined {
  const hundredths = above(text, LEVERAGE_DIGITS);
  return hundredths === undefined ? undefined : leverage(hundredths);
}

interface Opened {
  readonly holding: Holding;
  readonly fee: Money;
}

/** A position opened at market from flat, as the exchange would open it. */
function opened(draft: CalculatorDraft, instrument: Instrument): Opened | undefined {
  const [at, count, times] = [ticksOf(draft.entry, instrument), lotsOf(draft.quantity, instrument), leverageOf(draft.leverage)];
  if (at === undefined || count === undefined || times === undefined) return undefined;
  const { side, marginMode } = draft;
  const flat: Holding = { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage: times, margin: ZERO_MONEY };
  const fill = { side, tick: tickCount(at), count: lotCount(count), feeRate: instrument.takerFee, leverage: times };
  const { holding, fee } = fillHolding(instrument, flat, fill);
  return { holding, fee };
}

function profitOf(draft: CalculatorDraft, instrument: Instrument): CalculatorResult {
  const position = opened(draft, instrument);
  if (position === undefined) return {};
  const { holding, fee } = position;
  const initialMargin = initialMarginOf(holding.entryValue, holding.leverage);
  const exit = ticksOf(draft.exit, instrument);
  if (exit === undefined) return { initialMargin };
  const side = holding.side === 'Buy' ? 'Sell' : 'Buy';
  const fill = {
    side,
    tick: tickCount(exit),
    count: lotCount(holding.size),
    feeRate: instrument.takerFee,
    leverage: holding.leverage,
  } as const;
  const closed = fillHolding(instrument, holding, fill);
  const fees = addMoney(fee, closed.fee);
  const roi = returnOnInvestment(instrument, holding, closed.earned);
  const figures = { initialMargin, profit: closed.earned, fees, netProfit: subtractMoney(closed.earned, fees) };
  return roi === undefined ? figures : { ...figures, roi };
}

function targetOf(draft: CalculatorDraft, instrument: Instrument): CalculatorResult {
  const [at, times, percent] = [ticksOf(draft.entry, instrument), leverageOf(draft.leverage), parseDecimal(draft.roi.trim(), 6)];
  if (at === undefined || times === undefined || percent === undefined) return {};
  const kind = percent < 0n ? 'stopLoss' : 'takeProfit';
  const basis = { instrument, side: draft.side, entry: priceOfTicks(at, instrument.tickSize) };
  const found = exitPriceOfShare(basis, kind, rate(percent < 0n ? -percent : percent), times);
  return found === undefined ? {} : { targetPrice: found };
}

function liquidationOf(draft: CalculatorDraft, instrument: Instrument): CalculatorResult {
  const position = opened(draft, instrument);
  if (position === undefined) return {};
  const { side, size, entryValue, leverage: times } = position.holding;
  const initialMargin = initialMarginOf(entryValue, times);
  if (draft.marginMode === 'isolated') {
    const cushion = isolatedFreeMargin(instrument, side, entryValue, isolatedNeed(instrument, side, entryValue, times));
    return found(initialMargin, withinPriceRange(instrument, liquidationPrice({ instrument, side, size, entryValue, cushion })));
  }
  const balance = above(draft.balance);
  if (balance === undefined) return { initialMargin };
  const own = positionMargin(instrument, position.holding, entryPrice(instrument, size, entryValue));
  const account = { marginBalance: subtractMoney(money(balance), position.fee), maintenanceMargin: own.maintenanceMargin };
  const cushion = crossCushion(account, { ...own, unrealisedPnl: ZERO_MONEY });
  return found(initialMargin, withinPriceRange(instrument, liquidationPrice({ instrument, side, size, entryValue, cushion })));
}

const found = (initialMargin: Money, at: Price | undefined): CalculatorResult =>
  at === undefined ? { initialMargin } : { initialMargin, liquidationPrice: at };

function entryOf(draft: CalculatorDraft, instrument: Instrument): CalculatorResult {
  let value = ZERO_MONEY;
  let size = 0;
  for (const fill of draft.fills) {
    if (fill.price === '' && fill.quantity === '') continue;
    const [at, count] = [ticksOf(fill.price, instrument), lotsOf(fill.quantity, instrument)];
    if (at === undefined || count === undefined) return {};
    value = addMoney(value, valueAtTick(instrument, count, at));
    size += lotCount(count);
  }
  return size === 0 ? {} : { entryPrice: entryPrice(instrument, lots(size), value), quantity: lots(size) };
}

/** Calculates the results of the draft with the exchange's own functions, with taker fees on both sides. */
export function calculate(draft: CalculatorDraft, instrument: Instrument): CalculatorResult {
  switch (draft.calculation) {
    case 'profit':
      return profitOf(draft, instrument);
    case 'target':
      return targetOf(draft, instrument);
    case 'liquidation':
      return liquidationOf(draft, instrument);
    case 'entry':
      return entryOf(draft, instrument);
  }
}
