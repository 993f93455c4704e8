import { DEFAULT_LEVERAGE, lots, priceOfTicks, type Price, type Side } from '@tapedeck/domain';
import { USUAL_ACCOUNT } from '../account-traits.ts';
import { LEGS, type TpslContext, type TpslDraft } from '../tpsl/tpsl-form.ts';
import { tpslIssues } from '../tpsl/tpsl-issues.ts';
import { reduceTpsl } from '../tpsl/tpsl-reducer.ts';
import { typedLots, typedTicks } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, OrderFormError } from './order-form.ts';
import type { OrderReading } from './order-reading.ts';

/** Expected fill price of the order: its limit, its trigger, or the last price. */
function entryOf(draft: OrderFormDraft, { instrument, last }: OrderFormContext): Price | undefined {
  const text = draft.orderType === 'Limit' ? draft.price : draft.trigger?.price;
  if (text === undefined) return last;
  const at = typedTicks(text, instrument);
  return at === undefined ? undefined : priceOfTicks(at, instrument.tickSize);
}

/** Inputs of a side's TP/SL, from its draft in lots; `undefined` while the order has no price. */
export function orderTpslContext(draft: OrderFormDraft, side: Side, context: OrderFormContext): TpslContext | undefined {
  const entry = entryOf(draft, context);
  if (entry === undefined) return undefined;
  const { settings, instrument, traits, last, mark, index } = context;
  const atMarket = draft.orderType === 'Market' && draft.trigger === undefined;
  return {
    target: 'order',
    instrument,
    side,
    entry,
    reference: entry,
    ...(atMarket && { market: { last, mark, index } }),
    quantity: typedLots(draft.quantity, instrument) ?? lots(0),
    leverage: (side === 'Buy' ? settings?.longLeverage : settings?.shortLeverage) ?? DEFAULT_LEVERAGE,
    account: traits ?? USUAL_ACCOUNT,
  };
}

/** The TP/SL for one side of the form: a return or a profit means a different price on the other side. */
export function sideTpsl(
  draft: OrderFormDraft,
  side: Side,
  context: OrderFormContext,
): { readonly draft: TpslDraft; readonly context: TpslContext } | undefined {
  const own = draft.tpsl && orderTpslContext(draft, side, context);
  if (draft.tpsl === undefined || own === undefined) return undefined;
  // Attached exits cover the full quantity that the order opens.
  const whole = { ...draft.tpsl, quantity: draft.tpsl.mode === 'Full' ? '' : draft.quantity };
  return { draft: reduceTpsl(whole, { type: 'basisChanged' }, own), context: own };
}

const isEmpty = (draft: TpslDraft): boolean => LEGS.every((kind) => draft[kind].text === '' && !draft[kind].over);

/** TP/SL errors that block one side. */
export function orderTpslErrors({ draft, side, tpsl }: OrderReading): OrderFormError[] {
  if (draft.tpsl === undefined || draft.reduceOnly || isEmpty(draft.tpsl)) return [];
  const own = tpsl();
  if (own === undefined) return [];
  return tpslIssues(own.draft, own.context)
    .filter((issue) => issue.severity === 'error')
    .map(({ code, field }) => ({ code, field: field === 'form' || field === 'quantity' ? 'quantity' : field, side }));
}
