import type { SpotField } from '@tapedeck/client';
import { errorText } from '../../platform/error-text.ts';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { SpotFormStore } from './spot-form-store.ts';
import { useSpotErrorText } from './texts.ts';

export interface SpotPart {
  readonly form: SpotFormStore;
}

/** What is wrong with a field, in words; the numbers in it are written in the language on screen. */
export function useProblem(form: SpotFormStore, field: SpotField): string | undefined {
  const text = useSpotErrorText();
  const formats = useFormats();
  const problem = useSelected(form.problems, (problems) => problems.find((found) => found.field === field));
  if (problem === undefined) return undefined;
  return errorText(text, formats, problem);
}
