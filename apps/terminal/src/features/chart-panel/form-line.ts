import type { ChartLine, DragEstimate, WantedOrder } from '@tapedeck/chart';
import { fieldPrice, orderReadings, orderRules, type OrderFormContext, type OrderFormDraft } from '@tapedeck/client';
import {
  parseDecimal,
  price as priceOf,
  priceOfTicks,
  priceUnits,
  type Instrument,
  type Price,
  type Side,
  type Ticks,
} from '@tapedeck/domain';
import { errorText } from '../../platform/error-text.ts';
import type { FormOnScreen } from '../../platform/form-on-screen.ts';
import type { LineWriter } from './chart-lines.ts';
import { costFact, plainFact, profitFact, type ChangeWords } from './change-words.ts';
import { chartTicks } from './chart-ticks.ts';

/** An order as the form holds it: the price of its line, and the side that the price means. */
interface FormOrder {
  readonly side: Side;
  readonly price: Price;
}

function formOrder(draft: OrderFormDraft, { last, mark }: OrderFormContext): FormOrder | undefined {
  const text = draft.trigger?.price ?? (draft.orderType === 'Limit' ? draft.price : '');
  const units = text === '' ? undefined : parseDecimal(text);
  const now = last ?? mark;
  if (units === undefined || units <= 0n || now === undefined) return undefined;
  const price = priceOf(units);
  // Below the market a limit buys and a trigger sells, above it the other way round.
  const waits = draft.trigger !== undefined;
  return { side: price > now === waits ? 'Buy' : 'Sell', price };
}

/** The line of what stands in the order form; none while the form has no price. */
export function formLine({ text, formats }: LineWriter, form: FormOnScreen | undefined, instrument: Instrument): ChartLine[] {
  const context = form?.followed.get();
  if (form === undefined || context?.instrument.id !== instrument.id || form.algo.get()) return [];
  const draft = form.draft.get();
  const order = formOrder(draft, context);
  if (order === undefined) return [];
  const { side, price } = order;
  const { quantity } = form.now().of(side).draft;
  const name = text(side === 'Buy' ? 'buy' : 'sell');
  return [
    {
      id: `form:${instrument.symbol}`,
      kind: 'preOrder',
      price: Number(priceUnits(price)) / 1e8,
      side,
      name: text('formName'),
      quantity: quantity === '' ? name : `${name} ${formats.decimal(quantity)}`,
      details: [{ text: text(draft.trigger === undefined ? 'formLimit' : 'formStop'), tone: 'plain' }],
      buttons: [],
      drag: 'move',
    },
  ];
}

const atPrice = (draft: OrderFormDraft, at: Ticks, instrument: Instrument): OrderFormDraft => {
  const text = fieldPrice(priceOfTicks(at, instrument.tickSize), instrument);
  return draft.trigger === undefined ? { ...draft, price: text } : { ...draft, trigger: { ...draft.trigger, price: text } };
};

/** What the form would say of its order at another price. */
export function formEstimate(form: FormOnScreen, price: number, words: ChangeWords): DragEstimate {
  const context = form.followed.get();
  const { instrument } = context;
  const draft = atPrice(form.draft.get(), chartTicks(price, instrument), instrument);
  const side = formOrder(draft, context)?.side ?? 'Buy';
  const order = orderReadings(draft, context);
  const { quantity, cost, closedPnl } = orderRules.preview(order.of(side));
  const { text, formats } = words;
  const facts = [
    ...(quantity === undefined ? [] : [plainFact(text('change.quantity'), formats.decimal(quantity))]),
    ...profitFact(text('change.pnl'), closedPnl, instrument, formats),
    ...costFact(text('change.cost'), cost, instrument.settleCoin, formats),
  ];
  const errors = orderRules.errors(order).filter((error) => error.side === undefined || error.side === side);
  // What is not typed yet is no refusal of the price.
  const wrong = errors.find(({ field }) => field !== 'quantity');
  return { title: text('change.form'), facts, problem: wrong === undefined ? '' : errorText(words.errorText, formats, wrong) };
}

/** Puts a dragged price into the form. */
export function moveForm(form: FormOnScreen, price: number): void {
  const { instrument } = form.followed.get();
  const at = priceOfTicks(chartTicks(price, instrument), instrument.tickSize);
  if (form.draft.get().trigger === undefined) form.dispatch({ type: 'priceSet', price: at });
  else form.dispatch({ type: 'triggerTyped', text: fieldPrice(at, instrument) });
}

/** Puts an order that was wanted at a price into the form, which sends nothing by itself. */
export function fillForm(form: FormOnScreen, { type, price }: WantedOrder): void {
  form.algo.set(false);
  if (type === 'limit') form.dispatch({ type: 'orderTypeChosen', orderType: 'Limit' });
  else {
    form.dispatch({ type: 'conditionalChosen' });
    form.dispatch({ type: 'orderTypeChosen', orderType: 'Market', conditional: true });
  }
  moveForm(form, price);
}
