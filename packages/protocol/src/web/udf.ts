import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { RESOLUTIONS } from './envelope.ts';

/** Requests of chart programs: a separate protocol (UDF), in which times are seconds; they may lie before 1970 and have a fraction. */
const secondsText = v.pipe(v.string(), v.regex(/^-?\d{1,12}(\.\d{1,20})?$/));
/** A symbol, with `.INDEX` or `.MARK` appended for the index or mark price; the name of the exchange may precede it. */
const udfSymbol = v.pipe(v.string(), v.regex(/^(TAPEDECK:)?[A-Z0-9/-]{1,40}(\.(MARK|INDEX))?$/));

/** Resolutions as chart programs write them: `D` is `1D`. */
export const UDF_RESOLUTIONS: readonly string[] = [...RESOLUTIONS, 'D', 'W', 'M'];

export const udfSymbolQuery = object({ symbol: udfSymbol });
export type UdfSymbolQuery = v.InferOutput<typeof udfSymbolQuery>;

export const udfSearchQuery = object({
  query: v.optional(v.pipe(v.string(), v.maxLength(40))),
  type: v.optional(v.pipe(v.string(), v.maxLength(40))),
  exchange: v.optional(v.pipe(v.string(), v.maxLength(40))),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))),
});
export type UdfSearchQuery = v.InferOutput<typeof udfSearchQuery>;

/** Bars that start from `from` on and before `to`; with `countback`, that number before `to`, whatever `from` is. */
export const udfHistoryQuery = object({
  symbol: udfSymbol,
  resolution: v.pipe(
    v.string(),
    v.check((text) => UDF_RESOLUTIONS.includes(text)),
  ),
  from: v.optional(secondsText),
  to: secondsText,
  countback: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/))),
});
export type UdfHistoryQuery = v.InferOutput<typeof udfHistoryQuery>;

export const udfConfig = object({
  supports_search: v.boolean(),
  supports_group_request: v.boolean(),
  supports_marks: v.boolean(),
  supports_timescale_marks: v.boolean(),
  supports_time: v.boolean(),
  supported_resolutions: v.array(v.string()),
  exchanges: v.array(object({ value: v.string(), name: v.string(), desc: v.string() })),
  symbols_types: v.array(object({ value: v.string(), name: v.string() })),
});

export const udfSymbolInfo = object({
  name: v.string(),
  ticker: v.string(),
  description: v.string(),
  type: v.string(),
  session: v.string(),
  timezone: v.string(),
  exchange: v.string(),
  listed_exchange: v.string(),
  minmov: number,
  pricescale: number,
  has_intraday: v.boolean(),
  has_daily: v.boolean(),
  has_weekly_and_monthly: v.boolean(),
  supported_resolutions: v.array(v.string()),
  volume_precision: number,
  data_status: v.string(),
});

export const udfFound = v.array(
  object({
    symbol: v.string(),
    full_name: v.string(),
    description: v.string(),
    exchange: v.string(),
    ticker: v.string(),
    type: v.string(),
  }),
);

export const udfBars = object({
  /** `no_data`: there are none, here or before. */
  s: v.picklist(['ok', 'no_data']),
  t: v.optional(v.array(number)),
  o: v.optional(v.array(number)),
  h: v.optional(v.array(number)),
  l: v.optional(v.array(number)),
  c: v.optional(v.array(number)),
  v: v.optional(v.array(number)),
});
/** Error answer of any call by chart programs, instead of its own shape. */
export const udfError = object({ s: v.literal('error'), errmsg: v.string() });
export type UdfError = v.InferOutput<typeof udfError>;

export type UdfBars = v.InferOutput<typeof udfBars>;
