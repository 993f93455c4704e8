import {
  createStore,
  type OrderFormAction,
  type OrderFormContext,
  type OrderFormDraft,
  type OrderReadings,
  type Readable,
  type Store,
} from '@tapedeck/client';

/** The order form of the market on screen, as other panels show and fill it. Only the form itself sends. */
export interface FormOnScreen {
  readonly draft: Readable<OrderFormDraft>;
  readonly followed: Readable<OrderFormContext>;
  /** The draft as it is read now. */
  now(): OrderReadings;
  /** The form of algo orders stands in its place. */
  readonly algo: Store<boolean>;
  dispatch(action: OrderFormAction): void;
}

export const formOnScreen = createStore<FormOnScreen | undefined>(undefined);

/** Shows a form to the other panels until the returned function is called. */
export function showForm(form: FormOnScreen): () => void {
  formOnScreen.set(form);
  return () => {
    if (formOnScreen.get() === form) formOnScreen.set(undefined);
  };
}
