import { STRATEGY_KINDS } from '@tapedeck/domain';
import * as v from 'valibot';
import { number, object } from '../schema.ts';

/** The shape of every answer of the web API. */
export const envelope = object({
  ret_code: number,
  ret_msg: v.string(),
  result: v.unknown(),
  /** Server time in milliseconds. */
  time_now: number,
});
export type Envelope = v.InferOutput<typeof envelope>;

/** Decimal text, like every price, quantity and amount on the wire. */
export const decimalText = v.pipe(v.string(), v.maxLength(40), v.regex(/^-?\d+(\.\d+)?$/));
/** Lower bound 1 keeps the empty string out. */
export const symbolText = v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[A-Z0-9/-]+$/));
export const sideText = v.picklist(['Buy', 'Sell']);
export const strategyTypeText = v.picklist(STRATEGY_KINDS);
export const resolutionText = v.picklist(['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', '1D', '1W', '1M']);
export type Resolution = v.InferOutput<typeof resolutionText>;
export const RESOLUTIONS: readonly Resolution[] = resolutionText.options;
/**
 * Assigned by the sender: a second call with the same id does nothing and returns the answer of the first, so that a
 * call whose answer was lost may be repeated.
 */
export const requestIdText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,36}$/));
/** A whole number in a query. */
export const countText = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

/** A result that its reader ignores. */
export const ignoredResult = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);
