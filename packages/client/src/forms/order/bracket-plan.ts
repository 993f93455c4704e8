import {
  divFloor,
  lotCount,
  lots,
  money,
  moneyUnits,
  negateMoney,
  priceOfTicks,
  type Lots,
  type Money,
  type Side,
  type Ticks,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { largest } from '../../calculators/largest.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { USUAL_ACCOUNT } from '../account-traits.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { TpslHabits } from '../tpsl/tpsl-form.ts';
import { emptyTpsl, reduceTpsl } from '../tpsl/tpsl-reducer.ts';
import { earnedAt } from '../tpsl/tpsl-values.ts';
import { orderFormErrors } from './order-form-errors.ts';
import { initialDraft } from './order-form-reducer.ts';
import type { OrderFormContext, OrderFormDraft, OrderFormError, OrderPreview } from './order-form.ts';
import { maxOrder } from './order-limits.ts';
import { liquidationAfterOrder, orderPreview } from './order-preview.ts';
import { orderReadings, readOrder, type OrderReading } from './order-reading.ts';
import { orderTpslContext } from './order-tpsl.ts';

/** Risk of a trade: a percentage of the equity, or an amount of the settle coin. As text. */
interface TradeRisk {
  readonly unit: 'percent' | 'amount';
  readonly value: string;
}

/** A planned trade: entry, target and stop. */
export interface BracketTerms {
  readonly side: Side;
  readonly entry: Ticks;
  readonly stop: Ticks;
  readonly target: Ticks;
  readonly risk: TradeRisk;
}

export interface BracketPlan {
  /** The order form's draft; its quantity is '' if it cannot be sent. */
  readonly draft: OrderFormDraft;
  readonly quantity: Lots;
  /** Loss at the stop and profit at the target, before fees. */
  readonly loss: Money;
  readonly gain: Money;
  /** Reason why the quantity is below the risk budget. */
  readonly limitedBy: 'margin' | 'liquidation' | undefined;
  readonly preview: OrderPreview;
  readonly problem: OrderFormError | undefined;
}

const WHOLE = 100n * 100_000_000n;

/** Risk budget; `undefined` while the field is empty or the account is unknown. */
function riskBudget({ unit, value }: TradeRisk, { account }: OrderFormContext): Money | undefined {
  const units = numberIn(value);
  if (units === undefined || units <= 0n) return undefined;
  if (unit === 'amount') return money(units);
  return account && money(divFloor(moneyUnits(account.equity) * units, WHOLE));
}

/** An entry on the passive side of the market rests there; any other one waits for its price as a conditional order. */
function entryDraft({ side, entry }: BracketTerms, { instrument, last, mark }: OrderFormContext): OrderFormDraft {
  const at = priceOfTicks(entry, instrument.tickSize);
  const price = fieldPrice(at, instrument);
  const now = last ?? mark;
  const draft = initialDraft(instrument.symbol);
  if (now === undefined || (side === 'Buy' ? at < now : at > now)) return { ...draft, price };
  return { ...draft, orderType: 'Market', trigger: { price, source: 'LastPrice', closeOnTrigger: false } };
}

/** The entry with stop and target as attached TP/SL. */
function bracketDraft(terms: BracketTerms, context: OrderFormContext, habits: TpslHabits): OrderFormDraft {
  const { instrument, traits } = context;
  const draft = entryDraft(terms, context);
  const own = orderTpslContext(draft, terms.side, context);
  if (own === undefined) return draft;
  const byPrice: TpslHabits = { ...habits, takeProfitInput: 'PRICE', stopLossInput: 'PRICE' };
  const empty = emptyTpsl('Full', { instrument, account: traits ?? USUAL_ACCOUNT }, byPrice);
  const text = (at: Ticks): string => fieldPrice(priceOfTicks(at, instrument.tickSize), instrument);
  const withTarget = reduceTpsl(empty, { type: 'typed', leg: 'takeProfit', text: text(terms.target) }, own);
  return { ...draft, tpsl: reduceTpsl(withTarget, { type: 'typed', leg: 'stopLoss', text: text(terms.stop) }, own) };
}

interface Sized {
  readonly quantity: Lots;
  readonly limitedBy: BracketPlan['limitedBy'];
}

/**
 * The largest quantity whose loss at the stop stays within the risk budget, that the margin allows, and that is not
 * liquidated before the stop.
 */
function sized(terms: BracketTerms, draft: OrderFormDraft, context: OrderFormContext): Sized {
  const { instrument, traits } = context;
  const { side, entry, stop } = terms;
  const budget = riskBudget(terms.risk, context);
  if (budget === undefined) return { quantity: lots(0), limitedBy: undefined };
  const [from, to] = [priceOfTicks(entry, instrument.tickSize), priceOfTicks(stop, instrument.tickSize)];
  const lossOf = (count: number): Money => negateMoney(earnedAt(to, { instrument, side, entry: from }, lots(count)));
  const byRisk = largest(lotCount(maxOrder(draft, instrument, traits)), (count) => lossOf(count) <= budget);
  const reading = (count: number): OrderReading => readOrder({ ...draft, quantity: lotsText(lots(count), instrument) }, context, side);
  const carried = reading(1).most() ?? byRisk;
  const byMargin = lots(Math.min(lotCount(byRisk), lotCount(carried)));
  const holds = (count: number): boolean => {
    const liquidation = liquidationAfterOrder(reading(count));
    return liquidation === undefined || (side === 'Buy' ? liquidation < to : liquidation > to);
  };
  const safe = lotCount(byMargin) === 0 || holds(lotCount(byMargin)) ? byMargin : largest(lotCount(byMargin), holds);
  const limitedBy = lotCount(safe) < lotCount(byMargin) ? 'liquidation' : lotCount(byMargin) < lotCount(byRisk) ? 'margin' : undefined;
  return { quantity: safe, limitedBy };
}

/** A planned trade, sized by its risk with the exchange's margin and liquidation functions. */
export function bracketPlan(terms: BracketTerms, context: OrderFormContext, habits: TpslHabits): BracketPlan {
  const { instrument } = context;
  const { side, entry, stop, target } = terms;
  const unsized = bracketDraft(terms, context, habits);
  const { quantity, limitedBy } = sized(terms, unsized, context);
  const draft = { ...unsized, quantity: lotCount(quantity) === 0 ? '' : lotsText(quantity, instrument) };
  const earned = (at: Ticks): Money =>
    earnedAt(priceOfTicks(at, instrument.tickSize), { instrument, side, entry: priceOfTicks(entry, instrument.tickSize) }, quantity);
  const readings = orderReadings(draft, context);
  const errors = orderFormErrors(readings).filter((error) => error.side === undefined || error.side === side);
  return {
    draft,
    quantity,
    loss: negateMoney(earned(stop)),
    gain: earned(target),
    limitedBy,
    preview: orderPreview(readings.of(side)),
    problem: errors[0],
  };
}
