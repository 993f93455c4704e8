import {
  SCALE,
  addMoney,
  divCeil,
  formatDecimal,
  lotCount,
  lots,
  marginDigits,
  money,
  moneyUnits,
  valueAtTick,
  type Instrument,
  type Lots,
  type Money,
  type Side,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { numberIn } from '../../inputs/number-input.ts';
import { typedLots } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, QuantityUnit } from './order-form.ts';
import { maxOrder } from './order-limits.ts';
import { contextWhenTriggered } from './order-trigger.ts';
import { formArrival, formCost, formSide, largest, type FormSide } from './order-sizing.ts';

/** Decimals of a cost or a value that is typed: those of the coin that both are in. */
export const moneyDigits = ({ settleCoin }: Pick<Instrument, 'settleCoin'>): number => marginDigits(settleCoin);

/** What so many lots cost or are worth, at their limit price if they have one; `undefined` where the market does not tell. */
function amountOf(form: FormSide, count: Lots, unit: Exclude<QuantityUnit, 'quantity'>): Money | undefined {
  if (unit === 'value' && form.price !== undefined) return valueAtTick(form.context.instrument, count, form.price);
  const arrival = formArrival(form, count);
  if (arrival === undefined) return undefined;
  return unit === 'cost' ? formCost(form, arrival) : addMoney(arrival.fillValue, arrival.restValue);
}

/** The most lots that the typed cost or value pays for; `undefined` while nothing is typed or no price is known. */
function lotsFor(form: FormSide, unit: Exclude<QuantityUnit, 'quantity'>, text: string): Lots | undefined {
  const units = numberIn(text);
  if (units === undefined || amountOf(form, lots(1), unit) === undefined) return undefined;
  const limit = money(units);
  return largest(lotCount(maxOrder(form.draft, form.context.instrument, form.context.traits)), (count) => {
    const amount = amountOf(form, lots(count), unit);
    return amount !== undefined && amount <= limit;
  });
}

/** The form with its quantity in lots of the instrument, as one side of it would send it. */
export function quantityDraft(draft: OrderFormDraft, side: Side, context: OrderFormContext): OrderFormDraft {
  if (draft.unit === 'quantity') return draft;
  const form = formSide(draft, side, contextWhenTriggered(draft, context));
  const count = lotsFor(form, draft.unit, draft.quantity);
  const quantity = count === undefined ? '' : lotsText(count, context.instrument);
  return { ...draft, unit: 'quantity', quantity };
}

/** So many lots as the field of a unit shows them: a cost or a value that is not short of them, of the dearer side. '' where unknown. */
export function lotsInUnit(draft: OrderFormDraft, count: Lots, unit: QuantityUnit, context: OrderFormContext): string {
  if (lotCount(count) === 0) return '';
  if (unit === 'quantity') return lotsText(count, context.instrument);
  const now = contextWhenTriggered(draft, context);
  const amounts = (['Buy', 'Sell'] as const).map((side) => amountOf(formSide(draft, side, now), count, unit));
  const known = amounts.flatMap((amount) => (amount === undefined ? [] : [moneyUnits(amount)]));
  if (known.length === 0) return '';
  const step = SCALE / 10n ** BigInt(moneyDigits(context.instrument));
  const most = known.reduce((a, b) => (a > b ? a : b));
  return formatDecimal(divCeil(most, step) * step);
}

/** The form in another unit, for the same order as far as both can say it. */
export function inUnit(draft: OrderFormDraft, unit: QuantityUnit, context: OrderFormContext): OrderFormDraft {
  if (unit === draft.unit) return draft;
  const count = typedLots(quantityDraft(draft, 'Buy', context).quantity, context.instrument);
  const { replaced: _told, ...rest } = draft;
  return { ...rest, unit, quantity: count === undefined ? '' : lotsInUnit(draft, count, unit, context) };
}
