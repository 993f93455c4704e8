import type { Side } from '@tapedeck/domain';
import type { FormRules } from '../forms/kernel/form.ts';
import { formReadings, type FormProblem } from '../forms/kernel/readings.ts';

/** A form's rules as functions of a draft and its inputs. */
export function pureForm<Draft, Action, Context, Reading extends object, Problem extends FormProblem, Preview>(
  rules: FormRules<Draft, Action, Context, Reading, Problem, Preview>,
) {
  const readings = (draft: Draft, context: Context) => formReadings(rules.read, draft, context);
  return {
    reading: (draft: Draft, side: Side, context: Context) => rules.read(draft, context, side),
    reduce: (draft: Draft, action: Action, context: Context) => rules.reduce(readings(draft, context), action),
    errors: (draft: Draft, context: Context) => rules.errors(readings(draft, context)),
    preview: (draft: Draft, side: Side, context: Context) => rules.preview(rules.read(draft, context, side)),
  };
}
