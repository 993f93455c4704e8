import type { FormRules } from '../kernel/form.ts';
import { algoErrors } from './algo-errors.ts';
import type { AlgoAction, AlgoContext, AlgoDraft, AlgoError, AlgoFact } from './algo-form.ts';
import { algoPreview } from './algo-preview.ts';
import { readAlgo, type AlgoReading } from './algo-reading.ts';
import { reduceAlgo } from './algo-reducer.ts';

/** The form of algo orders. */
export const algoRules: FormRules<AlgoDraft, AlgoAction, AlgoContext, AlgoReading, AlgoError, readonly AlgoFact[]> = {
  read: readAlgo,
  reduce: ({ draft, context }, action) => reduceAlgo(draft, action, context),
  errors: algoErrors,
  preview: algoPreview,
  version: ({ book }) => book?.update,
  keepsRefusal: ({ type }) => type === 'left',
  refills: (action) => (action.type === 'typed' || action.type === 'stepped') && action.field === 'quantity',
};
