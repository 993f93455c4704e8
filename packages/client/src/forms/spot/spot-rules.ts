import type { FormRules } from '../kernel/form.ts';
import { spotErrors } from './spot-errors.ts';
import type { SpotAction, SpotContext, SpotError, SpotOrderDraft } from './spot-form.ts';
import { spotPreview, type SpotPreview } from './spot-preview.ts';
import { readSpot, type SpotReading } from './spot-reading.ts';
import { followSpotShare, reduceSpot } from './spot-reducer.ts';

const REFILLS: ReadonlySet<SpotAction['type']> = new Set(['quantityTyped', 'quantityStepped', 'quantitySet', 'shareChosen']);

/** The form of a spot order, which has one side at a time. */
export const spotRules: FormRules<SpotOrderDraft, SpotAction, SpotContext, SpotReading, SpotError, SpotPreview> = {
  read: readSpot,
  reduce: reduceSpot,
  errors: ({ draft, of }) => spotErrors(of(draft.side)),
  preview: spotPreview,
  version: ({ book }) => book?.update,
  follow: followSpotShare,
  keepsRefusal: ({ type }) => type.endsWith('Blurred'),
  refills: ({ type }) => REFILLS.has(type),
};
