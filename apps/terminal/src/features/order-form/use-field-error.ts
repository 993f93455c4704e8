import type { OrderFormField } from '@tapedeck/client';
import { errorText } from '../../widgets/error-text.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { OrderFormStore } from './order-form-store.ts';
import { useErrorText } from '../../widgets/form-texts.ts';

/** Props of every part of the form. */
export interface Part {
  readonly form: OrderFormStore;
}

/** Error text of a field that applies to both sides. */
export function useFieldError(form: OrderFormStore, field: OrderFormField): string | undefined {
  const text = useErrorText();
  const formats = useFormats();
  const error = useSelected(form.problems, (problems) => problems.find((found) => found.field === field && found.side === undefined));
  return error === undefined ? undefined : errorText(text, formats, error);
}
