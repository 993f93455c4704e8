import * as v from 'valibot';
import { number, object } from '../schema.ts';

const NAME_LENGTH_MAX = 64;
/** Some programs name a request by all the topics in it. */
const ID_LENGTH_MAX = 32_768;
const ARGS_MAX = 2_000;

/** Programs number their requests with texts or with numbers; it is echoed as text. */
const requestId = v.optional(v.pipe(v.union([v.string(), number]), v.transform(String), v.maxLength(ID_LENGTH_MAX)));

const headerText = v.optional(v.union([v.string(), number]));

/** Message from a program on a stream of the public v5 API. Unknown keys are ignored. */
export const v5StreamMessage = object({
  op: v.pipe(v.string(), v.maxLength(NAME_LENGTH_MAX)),
  req_id: requestId,
  reqId: requestId,
  args: v.optional(v.nullable(v.pipe(v.array(v.unknown()), v.maxLength(ARGS_MAX)))),
  header: v.optional(v.nullable(object({ 'X-BAPI-TIMESTAMP': headerText, 'X-BAPI-RECV-WINDOW': headerText }))),
});
export type V5StreamMessage = v.InferOutput<typeof v5StreamMessage>;

/** Key, end of validity in milliseconds, signature; numbers may come as text. */
export const v5AuthArgs = v.strictTuple([
  v.pipe(v.string(), v.minLength(1), v.maxLength(NAME_LENGTH_MAX)),
  v.pipe(v.union([v.string(), number]), v.transform(String), v.regex(/^\d{1,15}$/)),
  v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
]);
