import {
  initialDraft,
  orderFormContext,
  orderFormErrors,
  orderPreview,
  reduceOrderForm,
  type Failure,
  type MarketFeed,
  type OrderFormAction,
  type OrderFormContext,
  type OrderFormDraft,
  type OrderFormError,
  type OrderFormField,
  type OrderPreview,
  type Readable,
  type TerminalClient,
} from '@tapedeck/client';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { cell, type Cell } from '../../platform/use-readable.ts';

export type Side = 'Buy' | 'Sell';

/** Where the order is on its way; each side's button shows its own. */
export type Sending = { readonly state: 'idle' } | { readonly state: 'sending'; readonly side: Side };

/** The form of one contract: what was typed, what is wrong with it, what it would do. Lives outside React. */
export interface OrderFormStore {
  readonly feed: MarketFeed;
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
  dispatch(action: OrderFormAction): void;
  leaveField(field: OrderFormField): void;
  /** Sends the order unless something is wrong with it; a second call while one is under way does nothing. */
  submit(side: Side): Promise<boolean>;
  /** Follows market and account until the returned function is called. */
  start(): () => void;
}

function sameErrors(a: readonly OrderFormError[], b: readonly OrderFormError[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

export function createOrderFormStore(client: TerminalClient, feed: MarketFeed): OrderFormStore {
  const draft: Cell<OrderFormDraft> = cell(initialDraft(feed.instrument.symbol));
  const share = cell(0);
  const errors = cell<readonly OrderFormError[]>([]);
  const sending = cell<Sending>({ state: 'idle' });
  const refusal = cell<Failure | undefined>(undefined);
  const pulse = cell(0);
  const left = new Set<OrderFormField>();
  let tried = false;

  const followed = orderFormContext(client, feed);
  const context = () => followed.get();
  const refresh = () => {
    const shown = orderFormErrors(draft.get(), context()).filter((error) => tried || left.has(error.field));
    if (!sameErrors(errors.get(), shown)) errors.set(shown);
    pulse.set(pulse.get() + 1);
  };
  const dispatch = (action: OrderFormAction) => {
    if (action.type === 'quantityShareChosen') share.set(action.percent);
    else if (action.type === 'quantityTyped' || action.type === 'quantityStepped' || action.type === 'sent') share.set(0);
    // Leaving a field is no change of mind; words that vanish would also move the button that is being pressed.
    if (action.type !== 'priceBlurred' && action.type !== 'quantityBlurred') refusal.set(undefined);
    draft.set(reduceOrderForm(draft.get(), action, context()));
    refresh();
  };
  const submit = async (side: Side): Promise<boolean> => {
    if (sending.get().state === 'sending') return false;
    tried = true;
    refresh();
    if (orderFormErrors(draft.get(), context()).some((error) => error.side === undefined || error.side === side)) return false;
    sending.set({ state: 'sending', side });
    refusal.set(undefined);
    const result = await client.placeOrder(draft.get(), side);
    sending.set({ state: 'idle' });
    if (!result.ok) {
      refusal.set(result.failure);
      return false;
    }
    tried = false;
    left.clear();
    dispatch({ type: 'sent' });
    return true;
  };
  return {
    feed,
    draft,
    share,
    errors,
    sending,
    refusal,
    previews: pulse,
    context,
    dispatch,
    submit,
    preview: (side) => orderPreview(draft.get(), side, context()),
    leaveField: (field) => {
      left.add(field);
      refresh();
    },
    start: () => {
      const later = () => onNextFrame(refresh);
      const end = followed.subscribe(later);
      later();
      return () => {
        cancelFrame(refresh);
        end();
      };
    },
  };
}
