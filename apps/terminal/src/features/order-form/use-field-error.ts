import type { OrderFormField } from '@tapedeck/client';
import { errorText } from '../../platform/error-text.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { OrderFormStore } from './order-form-store.ts';
import { useErrorText } from './texts.ts';

/** What a part of the form is made for. */
export interface Part {
  readonly form: OrderFormStore;
}

/** What is wrong with a field whichever side is sent, in words. */
export function useFieldError(form: OrderFormStore, field: OrderFormField): string | undefined {
  const text = useErrorText();
  const formats = useFormats();
  const error = useSelected(form.problems, (problems) => problems.find((found) => found.field === field && found.side === undefined));
  return error === undefined ? undefined : errorText(text, formats, error);
}
