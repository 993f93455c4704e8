import {
  createStore,
  type OrderFormAction,
  type OrderFormContext,
  type OrderFormDraft,
  type OrderReadings,
  type Readable,
  type Store,
} from '@tapedeck/client';

/** The order form of the displayed market, for other panels. Only the form itself sends. */
export interface FormOnScreen {
  readonly draft: Readable<OrderFormDraft>;
  readonly followed: Readable<OrderFormContext>;
  /** The current draft. */
  now(): OrderReadings;
  /** The algo-order form replaces it. */
  readonly algo: Store<boolean>;
  dispatch(action: OrderFormAction): void;
}

export const formOnScreen = createStore<FormOnScreen | undefined>(undefined);

/** Offers a form to the other panels until the returned function is called. */
export function showForm(form: FormOnScreen): () => void {
  formOnScreen.set(form);
  return () => {
    if (formOnScreen.get() === form) formOnScreen.set(undefined);
  };
}
