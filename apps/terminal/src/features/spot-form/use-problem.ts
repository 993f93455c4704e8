import type { SpotField } from '@tapedeck/client';
import { errorText } from '../../widgets/error-text.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { SpotFormStore } from './spot-form-store.ts';
import { useSpotErrorText } from './texts.ts';

export interface SpotPart {
  readonly form: SpotFormStore;
}

/** Error text of a field; its numbers are formatted in the display language. */
export function useProblem(form: SpotFormStore, field: SpotField): string | undefined {
  const text = useSpotErrorText();
  const formats = useFormats();
  const problem = useSelected(form.problems, (problems) => problems.find((found) => found.field === field));
  if (problem === undefined) return undefined;
  return errorText(text, formats, problem);
}
