import type { PriceAction, PriceDraft, PriceStepAction, Readable } from '@tapedeck/client';
import { keepChoice, readChoice } from '../platform/storage.ts';

const nameOf = (symbol: string): string => `order.step.${symbol}`;

/** The last price step chosen for a symbol on this machine; '' for a tick. */
export const keptPriceStep = (symbol: string): string => readChoice(nameOf(symbol)) ?? '';

interface SteppedForm {
  readonly draft: Readable<PriceDraft>;
  dispatch(action: PriceAction): void;
}

/** Changes the step of a form's plus and minus buttons, and stores it for the symbol on this machine. */
export function stepChange(form: SteppedForm, symbol: string): (action: PriceStepAction) => void {
  return (action) => {
    form.dispatch({ type: 'priceStepChanged', action });
    keepChoice(nameOf(symbol), form.draft.get().priceStep);
  };
}
