import {
  divFloor,
  formatDecimal,
  lotCount,
  lots,
  price,
  quantityOfLots,
  quantityUnits,
  type ExitKind,
  type Lots,
  type Price,
} from '@tapedeck/domain';
import { blurredNumber, numberIn, typedNumber } from '../../inputs/number-input.ts';
import { typedLots } from '../order/order-command.ts';
import { fieldPrice, settledPrice } from '../price-input/price-step.ts';
import {
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
} from './tpsl-form.ts';
import { maxShare } from './tpsl-limits.ts';
import { offered, tpslOffer } from './tpsl-offer.ts';
import { maxTyped, textOfTrigger, triggerOf, triggerOfPercent, typedDigits, type TypedExit } from './tpsl-values.ts';

const NO_LOTS = lots(0);

const emptyLeg = (inputType: TpslInputType, triggerBy: TriggerSource): TpslLeg => ({
  inputType,
  text: '',
  trigger: '',
  over: false,
  triggerBy,
  orderType: 'Market',
  limitPrice: '',
  quantity: '',
});

/** An empty form: triggers by the last price and exits at market unless other choices were stored and are available. */
export function emptyTpsl(
  mode: TpslMode,
  { instrument, account }: Pick<TpslContext, 'instrument' | 'account'>,
  habits: TpslHabits = USUAL_HABITS,
): TpslDraft {
  const { modes, inputs, sources } = tpslOffer(instrument, account);
  return {
    mode: offered(mode, modes),
    takeProfit: emptyLeg(offered(habits.takeProfitInput, inputs), offered(habits.takeProfitTrigger, sources)),
    stopLoss: emptyLeg(offered(habits.stopLossInput, inputs), offered(habits.stopLossTrigger, sources)),
    quantity: '',
  };
}

/** The quantity of a leg: in full mode the entire position; in partial mode its own, the form's, or the other leg's. */
export function legLots(draft: TpslDraft, kind: ExitKind, { instrument, quantity }: TpslContext): Lots | undefined {
  if (draft.mode === 'Full') return quantity;
  const other = draft[kind === 'takeProfit' ? 'stopLoss' : 'takeProfit'].quantity;
  const text = [draft[kind].quantity, draft.quantity, other].find((typed) => typed !== '');
  return text === undefined ? undefined : typedLots(text, instrument);
}

function withLeg(draft: TpslDraft, kind: ExitKind, change: Partial<TpslLeg>): TpslDraft {
  const leg = { ...draft[kind], ...change };
  return kind === 'takeProfit' ? { ...draft, takeProfit: leg } : { ...draft, stopLoss: leg };
}

const exitOf = (draft: TpslDraft, kind: ExitKind, context: TpslContext): TypedExit => ({
  kind,
  inputType: draft[kind].inputType,
  size: legLots(draft, kind, context) ?? NO_LOTS,
});

/** The leg with the trigger price of its text. */
function read(draft: TpslDraft, kind: ExitKind, text: string, context: TpslContext): TpslDraft {
  const { inputType } = draft[kind];
  const units = numberIn(text);
  if (units === undefined) return withLeg(draft, kind, { text, trigger: '', over: false });
  // A price is kept as typed: a zero is reported as such.
  if (inputType === 'PRICE') return withLeg(draft, kind, { text, trigger: text, over: false });
  const trigger = triggerOf(exitOf(draft, kind, context), units, context);
  return withLeg(draft, kind, { text, ...meant(trigger, context) });
}

const meant = (trigger: Price | undefined, { instrument }: TpslContext): Pick<TpslLeg, 'trigger' | 'over'> => ({
  trigger: trigger === undefined ? '' : fieldPrice(trigger, instrument),
  over: trigger === undefined,
});

function typed(draft: TpslDraft, kind: ExitKind, text: string, context: TpslContext): TpslDraft {
  const { inputType } = draft[kind];
  const kept = typedNumber(text, { precision: typedDigits(inputType, context) });
  const units = numberIn(kept);
  const most = maxTyped(kind, inputType, context);
  // Shares and profits stop at their maximum while being typed; a price may still be incomplete and is checked on blur.
  return read(draft, kind, inputType !== 'PRICE' && units !== undefined && units > most ? formatDecimal(most) : kept, context);
}

function left(draft: TpslDraft, kind: ExitKind, context: TpslContext): TpslDraft {
  const { inputType, text } = draft[kind];
  const settled = blurredNumber(text, { min: 0n, max: maxTyped(kind, inputType, context) });
  // Zero is not a valid price and is not silently changed.
  const written = inputType === 'PRICE' && numberIn(settled) !== 0n ? settledPrice(settled, context.instrument) : settled;
  return read(draft, kind, written, context);
}

function percentChosen(draft: TpslDraft, kind: ExitKind, text: string, context: TpslContext): TpslDraft {
  const { inputType } = draft[kind];
  const share = inputType === 'ROI' ? 'roi' : 'percent';
  const units = numberIn(blurredNumber(typedNumber(text, { precision: 1 }), { min: 0n, max: maxShare(kind, share) }));
  if (units === undefined) return draft;
  if (inputType === 'ROI') return read(draft, kind, formatDecimal(units), context);
  const trigger = triggerOfPercent(kind, units, context);
  const shown = trigger === undefined ? '' : textOfTrigger(exitOf(draft, kind, context), trigger, context);
  return withLeg(draft, kind, { text: shown, ...meant(trigger, context) });
}

function inputTypeChosen(draft: TpslDraft, kind: ExitKind, wanted: TpslInputType, context: TpslContext): TpslDraft {
  const inputType = offered(wanted, tpslOffer(context.instrument, context.account).inputs);
  const units = numberIn(draft[kind].trigger);
  const changed = withLeg(draft, kind, { inputType });
  const text = units === undefined || units === 0n ? '' : textOfTrigger(exitOf(changed, kind, context), price(units), context);
  return withLeg(changed, kind, text === '' ? { text, trigger: '', over: false } : { text });
}

function modeChosen(draft: TpslDraft, mode: TpslMode, { instrument, account }: TpslContext): TpslDraft {
  if (draft.editing !== undefined || mode === draft.mode || !tpslOffer(instrument, account).modes.includes(mode)) return draft;
  if (mode === 'Partial') return { ...draft, mode };
  const market = { orderType: 'Market', limitPrice: '', quantity: '' } as const;
  return { ...draft, mode, quantity: '', takeProfit: { ...draft.takeProfit, ...market }, stopLoss: { ...draft.stopLoss, ...market } };
}

/** Profits depend on the quantity: their triggers are recomputed. */
function withQuantities(draft: TpslDraft, context: TpslContext): TpslDraft {
  return LEGS.reduce((next, kind) => (next[kind].inputType === 'PRICE' ? next : read(next, kind, next[kind].text, context)), draft);
}

function quantityShare(percent: number, { instrument, quantity, free }: TpslContext): string {
  const share = BigInt(Math.min(Math.max(Math.trunc(percent), 0), 100));
  const count = lots(Number(divFloor(BigInt(lotCount(free ?? quantity)) * share, 100n)));
  return lotCount(count) === 0 ? '' : formatDecimal(quantityUnits(quantityOfLots(count, instrument.lotSize)));
}

function reduceLeg(draft: TpslDraft, action: Extract<TpslAction, { readonly leg: ExitKind }>, context: TpslContext): TpslDraft {
  const { leg: kind } = action;
  const leg = draft[kind];
  const { priceDigits, quantityDigits } = context.instrument;
  switch (action.type) {
    case 'typed':
      return typed(draft, kind, action.text, context);
    case 'left':
      return left(draft, kind, context);
    case 'percentChosen':
      return percentChosen(draft, kind, action.percent, context);
    case 'inputTypeChosen':
      return inputTypeChosen(draft, kind, action.inputType, context);
    case 'triggerByChosen':
      return withLeg(draft, kind, { triggerBy: offered(action.triggerBy, tpslOffer(context.instrument, context.account).sources) });
    case 'limitToggled':
      if (draft.mode === 'Full') return draft;
      return withLeg(draft, kind, { orderType: leg.orderType === 'Limit' ? 'Market' : 'Limit', limitPrice: '' });
    case 'limitTyped':
      return withLeg(draft, kind, { limitPrice: typedNumber(action.text, { precision: priceDigits }) });
    case 'limitLeft':
      return numberIn(leg.limitPrice) === 0n
        ? draft
        : withLeg(draft, kind, { limitPrice: settledPrice(leg.limitPrice, context.instrument) });
    case 'legQuantityTyped':
      return withQuantities(withLeg(draft, kind, { quantity: typedNumber(action.text, { precision: quantityDigits }) }), context);
  }
}

/** The draft after an action. Pure. */
export function reduceTpsl(draft: TpslDraft, action: TpslAction, context: TpslContext): TpslDraft {
  switch (action.type) {
    case 'modeChosen':
      return withQuantities(modeChosen(draft, action.mode, context), context);
    case 'quantityTyped':
      return withQuantities({ ...draft, quantity: typedNumber(action.text, { precision: context.instrument.quantityDigits }) }, context);
    case 'quantityShareChosen':
      return withQuantities({ ...draft, quantity: quantityShare(action.percent, context) }, context);
    case 'basisChanged':
      return withQuantities(draft, context);
    default:
      return reduceLeg(draft, action, context);
  }
}
