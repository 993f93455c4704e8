import * as v from 'valibot';
import { number, object } from '../schema.ts';

const ITEMS_MAX = 20;

/** POST /contract/v5/telemetry/metrics: client measurements, in milliseconds or as a count. */
export const clientMetricsRequest = object({
  items: v.pipe(
    v.array(object({ name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,47}$/)), value: v.pipe(number, v.minValue(0), v.maxValue(1e9)) })),
    v.maxLength(ITEMS_MAX),
  ),
});
export type ClientMetricsRequest = v.InferOutput<typeof clientMetricsRequest>;

/** POST /contract/v5/telemetry/logger: internal tracing codes and uncaught rejections. */
export const clientLogRequest = object({
  items: v.pipe(
    v.array(
      object({
        kind: v.picklist(['trace', 'rejection']),
        /** 0 if there is none. */
        code: v.pipe(number, v.safeInteger(), v.minValue(0), v.maxValue(99_999_999)),
        message: v.optional(v.pipe(v.string(), v.maxLength(500))),
      }),
    ),
    v.maxLength(ITEMS_MAX),
  ),
});
export type ClientLogRequest = v.InferOutput<typeof clientLogRequest>;
