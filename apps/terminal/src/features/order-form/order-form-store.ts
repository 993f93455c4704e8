import {
  initialDraft,
  orderFormContext,
  orderFormErrors,
  orderOptions,
  orderPreview,
  quantityDraft,
  reduceOrderForm,
  splitFailure,
  type Failure,
  type MarketFeed,
  type OrderFormAction,
  type OrderFormContext,
  type OrderFormDraft,
  type OrderFormError,
  type OrderFormField,
  type OrderPreview,
  type PriceStepAction,
  type QuantityUnit,
  type Readable,
  type TerminalClient,
} from '@tapedeck/client';
import type { Instrument, SelfMatch } from '@tapedeck/domain';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { createHeldBack } from '../../platform/held-back.ts';
import { tellOrderFailure } from '../../platform/order-failure.ts';
import { keepPriceStep, keptPriceStep } from '../../platform/price-step-choice.ts';
import { readChoice } from '../../platform/storage.ts';
import { cell, type Cell } from '../../platform/use-readable.ts';

export type Side = 'Buy' | 'Sell';

/** Where the order is on its way; each side's button shows its own. */
export type Sending = { readonly state: 'idle' } | { readonly state: 'sending'; readonly side: Side };

/** The form of one contract: what was typed, what is wrong with it, what it would do. Lives outside React. */
export interface OrderFormStore {
  readonly feed: MarketFeed;
  /** The form of algo orders stands in the place of this one's fields. */
  readonly algo: Cell<boolean>;
  readonly draft: Readable<OrderFormDraft>;
  /** Percent chosen on the slider; 0 after the quantity was typed. */
  readonly share: Readable<number>;
  /** What is wrong, of the fields that were left or when sending was tried. Changes only when the words do. */
  readonly errors: Readable<readonly OrderFormError[]>;
  readonly sending: Readable<Sending>;
  /** Why the last order was refused; cleared by the next change. */
  readonly refusal: Readable<Failure | undefined>;
  /** Tells that previews may have changed. */
  readonly previews: Pick<Readable<unknown>, 'subscribe'>;
  preview(side: Side): OrderPreview;
  context(): OrderFormContext;
  readonly followed: Readable<OrderFormContext>;
  dispatch(action: OrderFormAction): void;
  /** Of the price's plus and minus; kept for the contract on this machine. */
  changeStep(action: PriceStepAction): void;
  leaveField(field: OrderFormField): void;
  /** Sends the order unless something is wrong with it; a second call while one is under way does nothing. */
  submit(side: Side): Promise<boolean>;
  /** Follows market and account until the returned function is called. */
  start(): () => void;
}

const SELF_MATCHES: readonly SelfMatch[] = ['CancelMaker', 'CancelTaker', 'CancelBoth', 'None'];
const UNITS: readonly QuantityUnit[] = ['quantity', 'cost', 'value'];

/** An empty form with the unit and the price step that were used last on this machine. */
function startingDraft(symbol: string): OrderFormDraft {
  const unit = UNITS.find((known) => known === readChoice('order.unit')) ?? 'quantity';
  const selfMatch = SELF_MATCHES.find((known) => known === readChoice('order.selfMatch'));
  return { ...initialDraft(symbol), unit, selfMatch, priceStep: keptPriceStep(symbol) };
}

function sameErrors(a: readonly OrderFormError[], b: readonly OrderFormError[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

/** Calls `refresh` once a frame after the market or the account changed, until the returned function is called. */
function followFrames(followed: Pick<Readable<unknown>, 'subscribe'>, refresh: () => void): () => void {
  const later = () => onNextFrame(refresh);
  const end = followed.subscribe(later);
  later();
  return () => {
    cancelFrame(refresh);
    end();
  };
}

/** Several rows show parts of one preview: it is worked out once for what they all show. */
function rememberedPreview(
  draft: Readable<OrderFormDraft>,
  pulse: Readable<number>,
  context: () => OrderFormContext,
): (side: Side) => OrderPreview {
  let seen: { readonly draft: OrderFormDraft; readonly pulse: number; readonly by: Map<Side, OrderPreview> } | undefined;
  return (side) => {
    if (seen?.draft !== draft.get() || seen.pulse !== pulse.get()) seen = { draft: draft.get(), pulse: pulse.get(), by: new Map() };
    const known = seen.by.get(side) ?? orderPreview(draft.get(), side, context());
    seen.by.set(side, known);
    return known;
  };
}

/** After these the slider no longer says what the field holds. */
const FORGETS_SHARE: ReadonlySet<OrderFormAction['type']> = new Set([
  'quantityTyped',
  'quantityStepped',
  'unitChosen',
  'orderLoaded',
  'sent',
]);

/** The share that the slider stands for, and the quantity that follows from it. */
function quantityShare(draft: Cell<OrderFormDraft>, context: () => OrderFormContext) {
  const percent = cell(0);
  const fill = () => {
    const filled = reduceOrderForm(draft.get(), { type: 'quantityShareChosen', percent: percent.get() }, context());
    if (filled.quantity !== '') draft.set(filled);
  };
  return {
    percent,
    /** The slider stays true: its share is of what can be sent at the price that is in the form now. */
    follow(action: OrderFormAction): void {
      if (action.type === 'quantityShareChosen') percent.set(action.percent);
      else if (FORGETS_SHARE.has(action.type)) percent.set(0);
      else if (percent.get() > 0 && !action.type.startsWith('quantity')) fill();
    },
    /** The account may still have been on its way when the share was chosen. */
    fillWhenKnown(): void {
      if (percent.get() > 0 && draft.get().quantity === '') fill();
    },
  };
}

/** What is wrong, of the fields that were left or when sending was tried. */
function shownErrors(draft: Readable<OrderFormDraft>, context: () => OrderFormContext) {
  const errors = cell<readonly OrderFormError[]>([]);
  const heldBack = createHeldBack<OrderFormError>();
  const left = new Set<OrderFormField>();
  let tried: Side | undefined;
  /** A resting buy is always below what a sell may ask: the price of an order says nothing against the side that nobody pressed. */
  const concernsPress = ({ field, side }: OrderFormError): boolean => side !== undefined && (field === 'price' || field === 'form');
  const isTold = (error: OrderFormError): boolean => {
    if (concernsPress(error)) return error.side === tried;
    return tried !== undefined || left.has(error.field);
  };
  const refresh = () => {
    const shown = heldBack.beside(orderFormErrors(draft.get(), context()).filter(isTold));
    if (!sameErrors(errors.get(), shown)) errors.set(shown);
  };
  return {
    errors,
    refresh,
    leave: (field: OrderFormField) => void left.add(field),
    changed: () => heldBack.forget(),
    /** Says whether nothing keeps the order of that side from being sent. */
    trySending(side: Side): boolean {
      tried = side;
      const wrong = orderFormErrors(draft.get(), context()).filter((error) => error.side === undefined || error.side === side);
      heldBack.keep(wrong);
      return wrong.length === 0;
    },
    sent(): void {
      tried = undefined;
      left.clear();
    },
  };
}

/** Of an order that was sent in parts, the form keeps what was not placed: a second press must not send all of it again. */
function unsentPart(failure: Failure, unit: QuantityUnit, instrument: Instrument): OrderFormAction | undefined {
  const left = splitFailure(failure, instrument);
  if (left?.placed === undefined) return undefined;
  return unit === 'quantity' ? { type: 'quantityTyped', text: left.quantity } : { type: 'sent' };
}

function takeFailure(
  failure: Failure,
  { feed: { instrument }, draft, dispatch }: Pick<OrderFormStore, 'feed' | 'draft' | 'dispatch'>,
  refusal: Cell<Failure | undefined>,
): void {
  const unsent = unsentPart(failure, draft.get().unit, instrument);
  if (unsent !== undefined) dispatch(unsent);
  refusal.set(failure);
  tellOrderFailure(failure, instrument);
}

export function createOrderFormStore(client: TerminalClient, feed: MarketFeed): OrderFormStore {
  const draft: Cell<OrderFormDraft> = cell(startingDraft(feed.instrument.symbol));
  const sending = cell<Sending>({ state: 'idle' });
  const refusal = cell<Failure | undefined>(undefined);
  const pulse = cell(0);

  const followed = orderFormContext(client, feed);
  const context = () => followed.get();
  const shown = shownErrors(draft, context);
  const share = quantityShare(draft, context);
  const preview = rememberedPreview(draft, pulse, context);
  const refresh = () => {
    share.fillWhenKnown();
    shown.refresh();
    pulse.set(pulse.get() + 1);
  };
  const dispatch = (action: OrderFormAction) => {
    // Leaving a field is no change of mind; words that vanish would also move the button that is being pressed.
    if (!action.type.endsWith('Blurred')) {
      refusal.set(undefined);
      shown.changed();
    }
    draft.set(reduceOrderForm(draft.get(), action, context()));
    share.follow(action);
    refresh();
  };
  const submit = async (side: Side): Promise<boolean> => {
    if (sending.get().state === 'sending') return false;
    const ready = shown.trySending(side);
    refresh();
    if (!ready) return false;
    sending.set({ state: 'sending', side });
    refusal.set(undefined);
    const order = draft.get();
    const now = context();
    const result = await client.placeOrder(quantityDraft(order, side, now), side, orderOptions(order, side, now));
    sending.set({ state: 'idle' });
    if (!result.ok) {
      takeFailure(result.failure, { feed, draft, dispatch }, refusal);
      return false;
    }
    shown.sent();
    dispatch({ type: 'sent' });
    return true;
  };
  return {
    feed,
    algo: cell(false),
    draft,
    share: share.percent,
    errors: shown.errors,
    sending,
    refusal,
    previews: pulse,
    context,
    followed,
    dispatch,
    submit,
    changeStep: (action) => {
      dispatch({ type: 'priceStepChanged', action });
      keepPriceStep(feed.instrument.symbol, draft.get().priceStep);
    },
    preview,
    leaveField: (field) => {
      shown.leave(field);
      refresh();
    },
    start: () => followFrames(followed, refresh),
  };
}
