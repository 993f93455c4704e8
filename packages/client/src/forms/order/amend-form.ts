import { lotCount, priceOfTicks, type Instrument, type OrderChanges, type OrderRecord, quantityCoin } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { USUAL_ACCOUNT, type AccountTraits } from '../account-traits.ts';
import type { FormRules } from '../kernel/form.ts';
import type { FormProblem } from '../kernel/readings.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { SpotContext } from '../spot/spot-form.ts';
import { amendOutcome, type AmendOutcome } from './amend-outcome.ts';
import { priceIssue, quantityIssue, type FieldIssue } from './field-issues.ts';
import type { OrderFormContext } from './order-form.ts';
import { typedLots, typedTicks } from './order-command.ts';
import { maxOrder } from './order-limits.ts';

/** The editable fields of an open order, as text. */
export interface AmendDraft {
  readonly price: string;
  readonly trigger: string;
  readonly quantity: string;
}
export type AmendField = keyof AmendDraft;

export interface AmendAction {
  readonly type: 'typed';
  readonly field: AmendField;
  readonly text: string;
}

/** An order under amendment, and its account. */
export interface AmendContext {
  readonly record: OrderRecord;
  readonly instrument: Instrument;
  readonly traits?: AccountTraits;
  readonly market: OrderFormContext | SpotContext;
}

/** The changes to the order, or the error of the first invalid field. */
export interface AmendReading {
  readonly context: AmendContext;
  readonly changes: OrderChanges;
  readonly problem: AmendProblem | undefined;
}

export interface AmendProblem extends FieldIssue, FormProblem {
  readonly field: AmendField;
}

/** The fields of an order, from top to bottom. */
export function amendFields({ orderType, stop }: OrderRecord): readonly AmendField[] {
  return [
    ...(stop?.trigger === undefined ? [] : (['trigger'] as const)),
    ...(orderType === 'Limit' ? (['price'] as const) : []),
    ...(stop?.wholePosition === true ? [] : (['quantity'] as const)),
  ];
}

export function amendDraft({ price: limit, stop, quantity }: OrderRecord, instrument: Instrument): AmendDraft {
  const text = (ticks: OrderRecord['price']): string => fieldPrice(priceOfTicks(ticks, instrument.tickSize), instrument);
  return {
    price: text(limit),
    trigger: stop?.trigger === undefined ? '' : text(stop.trigger.price),
    quantity: lotsText(quantity, instrument),
  };
}

/** Error of a typed value. */
function fieldIssue(
  field: AmendField,
  draft: AmendDraft,
  { record, instrument, traits = USUAL_ACCOUNT }: AmendContext,
): FieldIssue | undefined {
  if (field !== 'quantity') return priceIssue(draft[field], instrument, { empty: 'priceEmpty', own: field === 'price' });
  const most = maxOrder({ orderType: record.orderType, postOnly: record.timeInForce === 'PostOnly' }, instrument, traits);
  const issue = quantityIssue(draft.quantity, instrument, most);
  if (issue !== undefined) return issue;
  const count = typedLots(draft.quantity, instrument);
  const isFilled = count !== undefined && lotCount(count) <= lotCount(record.filled);
  return isFilled
    ? { code: 'quantityFilled', values: { filled: lotsText(record.filled, instrument), coin: quantityCoin(instrument) } }
    : undefined;
}

/** The amendment that a field makes. */
function changeOf(field: AmendField, draft: AmendDraft, { record, instrument }: AmendContext): OrderChanges {
  if (field === 'quantity') {
    const count = typedLots(draft.quantity, instrument);
    return count === undefined || count === record.quantity ? {} : { quantity: count };
  }
  const at = typedTicks(draft[field], instrument);
  const before = field === 'price' ? record.price : record.stop?.trigger?.price;
  return at === undefined || at === before ? {} : { [field]: at };
}

function readAmend(draft: AmendDraft, context: AmendContext): AmendReading {
  const before = amendDraft(context.record, context.instrument);
  let changes: OrderChanges = {};
  for (const field of amendFields(context.record)) {
    // Unchanged fields are not validated: an existing value may be closer to the limits than a new one could be.
    const issue = draft[field] === before[field] ? undefined : fieldIssue(field, draft, context);
    if (issue !== undefined) return { context, changes, problem: { field, ...issue } };
    changes = { ...changes, ...changeOf(field, draft, context) };
  }
  return { context, changes, problem: undefined };
}

/** The form that amends an open order. */
export const amendRules: FormRules<AmendDraft, AmendAction, AmendContext, AmendReading, AmendProblem, AmendOutcome | undefined> = {
  read: readAmend,
  reduce: ({ draft }, { field, text }) => ({ ...draft, [field]: text }),
  errors: ({ context, of }) => {
    const { problem } = of(context.record.side);
    return problem === undefined ? [] : [problem];
  },
  /** Only a change has an outcome. */
  preview: ({ context, changes, problem }) =>
    problem !== undefined || Object.keys(changes).length === 0 ? undefined : amendOutcome(context.record, changes, context.market),
  version: ({ market }) => market.book?.update,
  keepsRefusal: () => false,
  asksAnew: true,
};
