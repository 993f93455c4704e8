import type { PriceAction, PriceDraft, PriceStepAction, Readable } from '@tapedeck/client';
import { keepChoice, readChoice } from './storage.ts';

const nameOf = (symbol: string): string => `order.step.${symbol}`;

/** The price step that was chosen last for a symbol on this machine; '' for a tick. */
export const keptPriceStep = (symbol: string): string => readChoice(nameOf(symbol)) ?? '';

interface SteppedForm {
  readonly draft: Readable<PriceDraft>;
  dispatch(action: PriceAction): void;
}

/** Changes what plus and minus of a form move its price by, and keeps it for the symbol on this machine. */
export function stepChange(form: SteppedForm, symbol: string): (action: PriceStepAction) => void {
  return (action) => {
    form.dispatch({ type: 'priceStepChanged', action });
    keepChoice(nameOf(symbol), form.draft.get().priceStep);
  };
}
