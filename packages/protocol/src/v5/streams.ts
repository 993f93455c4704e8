import * as z from 'zod/mini';

const NAME_LENGTH_MAX = 64;
/** Some programs name a request by all the topics in it. */
const ID_LENGTH_MAX = 32_768;
const ARGS_MAX = 2_000;

/** Programs number their requests with texts or with numbers; it is echoed as text. */
const requestId = z.optional(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(
      z.transform((value: string | number) => String(value)),
      z.string().check(z.maxLength(ID_LENGTH_MAX)),
    ),
  ),
);

const headerText = z.optional(z.union([z.string(), z.number()]));

/** What a program says on a stream of the public v5 API (reference, sections 4.2 and 4.5). Unknown keys are left alone. */
export const v5StreamMessage = z.object({
  op: z.string().check(z.maxLength(NAME_LENGTH_MAX)),
  req_id: requestId,
  reqId: requestId,
  args: z.optional(z.nullable(z.array(z.unknown()).check(z.maxLength(ARGS_MAX)))),
  header: z.optional(z.nullable(z.object({ 'X-BAPI-TIMESTAMP': headerText, 'X-BAPI-RECV-WINDOW': headerText }))),
});
export type V5StreamMessage = z.infer<typeof v5StreamMessage>;

/** Key, end of validity in milliseconds, signature; numbers may come as text. */
export const v5AuthArgs = z.tuple([
  z.string().check(z.minLength(1), z.maxLength(NAME_LENGTH_MAX)),
  z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(
      z.transform((value: string | number) => String(value)),
      z.string().check(z.regex(/^\d{1,15}$/)),
    ),
  ),
  z.string().check(z.minLength(1), z.maxLength(1_000)),
]);
