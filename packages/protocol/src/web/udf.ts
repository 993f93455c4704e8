import * as z from 'zod/mini';
import { RESOLUTIONS } from './envelope.ts';

/** Questions of chart programs: a protocol of their own (UDF), in which times are seconds. */
const secondsText = z.string().check(z.regex(/^\d{1,12}$/));
/** A symbol, of the index or mark price with `.INDEX` or `.MARK` behind it; the name of the exchange may stand before it. */
const udfSymbol = z.string().check(z.regex(/^(TAPEDECK:)?[A-Z0-9/-]{1,40}(\.(MARK|INDEX))?$/));

/** Resolutions as chart programs write them: `D` is `1D`. */
export const UDF_RESOLUTIONS: readonly string[] = [...RESOLUTIONS, 'D', 'W', 'M'];

export const udfSymbolQuery = z.object({ symbol: udfSymbol });
export type UdfSymbolQuery = z.infer<typeof udfSymbolQuery>;

export const udfSearchQuery = z.object({
  query: z.optional(z.string().check(z.maxLength(40))),
  type: z.optional(z.string().check(z.maxLength(40))),
  exchange: z.optional(z.string().check(z.maxLength(40))),
  limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
});
export type UdfSearchQuery = z.infer<typeof udfSearchQuery>;

/** Bars that start from `from` on and before `to`; with `countback` that many before `to`, whatever `from` is. */
export const udfHistoryQuery = z.object({
  symbol: udfSymbol,
  resolution: z.string().check(z.refine((text) => UDF_RESOLUTIONS.includes(text))),
  from: z.optional(secondsText),
  to: secondsText,
  countback: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
});
export type UdfHistoryQuery = z.infer<typeof udfHistoryQuery>;

export const udfConfig = z.object({
  supports_search: z.boolean(),
  supports_group_request: z.boolean(),
  supports_marks: z.boolean(),
  supports_timescale_marks: z.boolean(),
  supports_time: z.boolean(),
  supported_resolutions: z.array(z.string()),
  exchanges: z.array(z.object({ value: z.string(), name: z.string(), desc: z.string() })),
  symbols_types: z.array(z.object({ value: z.string(), name: z.string() })),
});

export const udfSymbolInfo = z.object({
  name: z.string(),
  ticker: z.string(),
  description: z.string(),
  type: z.string(),
  session: z.string(),
  timezone: z.string(),
  exchange: z.string(),
  listed_exchange: z.string(),
  minmov: z.number(),
  pricescale: z.number(),
  has_intraday: z.boolean(),
  has_daily: z.boolean(),
  has_weekly_and_monthly: z.boolean(),
  supported_resolutions: z.array(z.string()),
  volume_precision: z.number(),
  data_status: z.string(),
});

export const udfFound = z.array(
  z.object({
    symbol: z.string(),
    full_name: z.string(),
    description: z.string(),
    exchange: z.string(),
    ticker: z.string(),
    type: z.string(),
  }),
);

export const udfBars = z.object({
  /** `no_data`: there is none, here or before. */
  s: z.enum(['ok', 'no_data']),
  t: z.optional(z.array(z.number())),
  o: z.optional(z.array(z.number())),
  h: z.optional(z.array(z.number())),
  l: z.optional(z.array(z.number())),
  c: z.optional(z.array(z.number())),
  v: z.optional(z.array(z.number())),
});
/** What any call of chart programs answers in place of its own shape. */
export const udfError = z.object({ s: z.literal('error'), errmsg: z.string() });
export type UdfError = z.infer<typeof udfError>;

export type UdfBars = z.infer<typeof udfBars>;
