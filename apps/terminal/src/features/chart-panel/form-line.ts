import type { ChartLine } from '@tapedeck/chart';
import type { OrderFormContext, OrderFormDraft } from '@tapedeck/client';
import { parseDecimal, price as priceOf, priceUnits, type Instrument, type Price, type Side } from '@tapedeck/domain';
import type { FormOnScreen } from '../../intents/form-on-screen.ts';
import type { LineWriter } from './chart-lines.ts';

/** The order in the form: the price of its line, and the side implied by the price. */
interface FormOrder {
  readonly side: Side;
  readonly price: Price;
}

export function formOrder(draft: OrderFormDraft, { last, mark }: OrderFormContext): FormOrder | undefined {
  const text = draft.trigger?.price ?? (draft.orderType === 'Limit' ? draft.price : '');
  const units = text === '' ? undefined : parseDecimal(text);
  const now = last ?? mark;
  if (units === undefined || units <= 0n || now === undefined) return undefined;
  const price = priceOf(units);
  // Below the market a limit order buys and a trigger sells; above it, the opposite.
  const waits = draft.trigger !== undefined;
  return { side: price > now === waits ? 'Buy' : 'Sell', price };
}

/**
 * The line of the order in the form; none without a price. A sent order leaves its price in the form: until a quantity is entered again,
 * only the order's own line, one of `orders`, is shown at that price.
 */
export function formLine(
  { text, formats }: LineWriter,
  form: FormOnScreen | undefined,
  { instrument, orders }: { readonly instrument: Instrument; readonly orders: readonly ChartLine[] },
): ChartLine[] {
  const context = form?.followed.get();
  if (form === undefined || context?.instrument.id !== instrument.id || form.algo.get()) return [];
  const draft = form.draft.get();
  const order = formOrder(draft, context);
  if (order === undefined) return [];
  const { side, price } = order;
  const { quantity } = form.now().of(side).draft;
  const name = text(side === 'Buy' ? 'buy' : 'sell');
  const at = Number(priceUnits(price)) / 1e8;
  if (quantity === '' && orders.some((order) => order.price === at)) return [];
  return [
    {
      id: `form:${instrument.symbol}`,
      kind: 'preOrder',
      price: at,
      side,
      name: text('formName'),
      quantity: quantity === '' ? name : `${name} ${formats.decimal(quantity)}`,
      details: [{ text: text(draft.trigger === undefined ? 'formLimit' : 'formStop'), tone: 'plain' }],
      buttons: [],
      drag: 'move',
    },
  ];
}
