import type { DragEstimate, WantedOrder } from '@tapedeck/chart';
import { fieldPrice, orderReadings, orderRules, type OrderFormAction, type OrderFormDraft } from '@tapedeck/client';
import { priceOfTicks, quantityCoin, type Instrument, type Ticks } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { errorText } from '../../widgets/error-text.ts';
import type { FormOnScreen } from '../../intents/form-on-screen.ts';
import { costFact, plainFact, profitFact } from '../../widgets/change-facts.ts';
import type { ChangeWords } from './change-words.ts';
import { chartTicks } from './chart-ticks.ts';
import { formOrder } from './form-line.ts';

const atPrice = (draft: OrderFormDraft, at: Ticks, instrument: Instrument): OrderFormDraft => {
  const text = fieldPrice(priceOfTicks(at, instrument.tickSize), instrument);
  return draft.trigger === undefined ? { ...draft, price: text } : { ...draft, trigger: { ...draft.trigger, price: text } };
};

/** The form's reading of its order at another price. */
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
  // An empty field does not make the price invalid.
  const wrong = errors.find(({ field }) => field !== 'quantity');
  return { title: text('change.form'), facts, problem: wrong === undefined ? '' : errorText(words.errorText, formats, wrong) };
}

/** Sets a dragged price in the form. */
export function moveForm(form: FormOnScreen, price: number): void {
  const { instrument } = form.followed.get();
  const at = priceOfTicks(chartTicks(price, instrument), instrument.tickSize);
  if (form.draft.get().trigger === undefined) form.dispatch({ type: 'priceSet', price: at });
  else form.dispatch({ type: 'triggerTyped', text: fieldPrice(at, instrument) });
}

/** Form actions for an order at a chosen price. */
function wantedActions({ type, price }: WantedOrder, instrument: Instrument): readonly OrderFormAction[] {
  const at = priceOfTicks(chartTicks(price, instrument), instrument.tickSize);
  if (type === 'limit')
    return [
      { type: 'orderTypeChosen', orderType: 'Limit' },
      { type: 'priceSet', price: at },
    ];
  return [
    { type: 'conditionalChosen' },
    { type: 'orderTypeChosen', orderType: 'Market', conditional: true },
    { type: 'triggerTyped', text: fieldPrice(at, instrument) },
  ];
}

/** Sets an order at a chosen price in the form, which sends nothing by itself. */
export function fillForm(form: FormOnScreen, wanted: WantedOrder): void {
  form.algo.set(false);
  for (const action of wantedActions(wanted, form.followed.get().instrument)) form.dispatch(action);
}

/** The form's quantity for an order at a chosen price; '' if empty. */
export function wantedQuantity(form: FormOnScreen, wanted: WantedOrder, formats: Formats): string {
  const context = form.followed.get();
  const { instrument } = context;
  const draft = wantedActions(wanted, instrument).reduce(
    (before, action) => orderRules.reduce(orderReadings(before, context), action),
    form.draft.get(),
  );
  const { quantity } = orderRules.preview(orderReadings(draft, context).of(wanted.side));
  return quantity === undefined ? '' : `${formats.decimal(quantity)} ${quantityCoin(instrument)}`;
}
