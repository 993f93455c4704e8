import * as z from 'zod/mini';

/** What every answer of the web API looks like (specification, section 7). */
export const envelope = z.object({
  ret_code: z.number(),
  ret_msg: z.string(),
  result: z.unknown(),
  /** Server time in milliseconds. */
  time_now: z.number(),
});
export type Envelope = z.infer<typeof envelope>;

/** Decimal text, as every price, quantity and amount is on the wire. */
export const decimalText = z.string().check(z.maxLength(40), z.regex(/^-?\d+(\.\d+)?$/));
/** Lower bound 1 keeps the empty string out. */
export const symbolText = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[A-Z0-9/-]+$/));
export const sideText = z.enum(['Buy', 'Sell']);
export const resolutionText = z.enum(['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', '1D', '1W', '1M']);
export type Resolution = z.infer<typeof resolutionText>;
export const RESOLUTIONS: readonly Resolution[] = resolutionText.options;
/** Made by the sender: a second call with the same one does nothing and has the answer of the first, so that one whose answer was lost may be repeated. */
export const requestIdText = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/));
/** A whole number in a query. */
export const countText = z.string().check(z.regex(/^\d{1,15}$/));
