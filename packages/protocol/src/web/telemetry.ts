import * as z from 'zod/mini';

const ITEMS_MAX = 20;

/** POST /contract/v5/telemetry/metrics: what a client measured, in milliseconds or as a count. */
export const clientMetricsRequest = z.object({
  items: z
    .array(z.object({ name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,47}$/)), value: z.number().check(z.gte(0), z.lte(1e9)) }))
    .check(z.maxLength(ITEMS_MAX)),
});
export type ClientMetricsRequest = z.infer<typeof clientMetricsRequest>;

/** POST /contract/v5/telemetry/logger: internal tracing codes (specification, section 8) and rejections that nobody caught. */
export const clientLogRequest = z.object({
  items: z
    .array(
      z.object({
        kind: z.enum(['trace', 'rejection']),
        /** 0 when there is none. */
        code: z.int().check(z.gte(0), z.lte(99_999_999)),
        message: z.optional(z.string().check(z.maxLength(500))),
      }),
    )
    .check(z.maxLength(ITEMS_MAX)),
});
export type ClientLogRequest = z.infer<typeof clientLogRequest>;
