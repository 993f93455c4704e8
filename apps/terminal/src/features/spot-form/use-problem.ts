import type { SpotField } from '@tapedeck/client';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { SpotFormStore } from './spot-form-store.ts';
import { useSpotErrorText } from './texts.ts';

export interface SpotPart {
  readonly form: SpotFormStore;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** What is wrong with a field, in words; the numbers in it are written in the language on screen. */
export function useProblem(form: SpotFormStore, field: SpotField): string | undefined {
  const text = useSpotErrorText();
  const formats = useFormats();
  const problem = useSelected(form.problems, (problems) => problems.find((found) => found.field === field));
  if (problem === undefined) return undefined;
  const values = Object.entries(problem.values ?? {}).map(
    ([name, value]) => [name, NUMBER.test(value) ? formats.decimal(value) : value] as const,
  );
  return text(`error.${problem.code}`, Object.fromEntries(values));
}
