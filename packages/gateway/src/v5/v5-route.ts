import type { Refusal } from '@tapedeck/domain';
import { WireMalformed, type Category, type WireSchema } from '@tapedeck/protocol';
import type { Services } from '../routes/route.ts';
import type { Caller } from './ports.ts';

/** What a route of the public v5 API answers. */
export type V5Reply =
  | {
      readonly kind: 'done';
      readonly result: object;
      /** `retMsg`, where it is not `OK`. */
      readonly message?: string;
      readonly retExtInfo?: object;
      /** Beside `result`, where the envelope has a field of its own. */
      readonly beside?: object;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly status?: number; readonly retExtInfo?: object };

export const v5Done = (result: object, more: Partial<Omit<Extract<V5Reply, { kind: 'done' }>, 'kind' | 'result'>> = {}): V5Reply => ({
  kind: 'done',
  result,
  ...more,
});
export const v5Refused = (refusal: Refusal): V5Reply => ({ kind: 'refused', refusal });
export const v5Error = (code: number, message: string, retExtInfo?: object): V5Reply => ({
  kind: 'error',
  code,
  message,
  ...(retExtInfo !== undefined && { retExtInfo }),
});

/** Calls a second of one user: one number, or by the category that the request names. */
export type CallLimit = number | Readonly<Partial<Record<Category, number>>>;

interface V5RouteBase<Input> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One line for the documentation. */
  readonly summary: string;
  readonly request: WireSchema<Input>;
}
interface PublicV5Route<Input> extends V5RouteBase<Input> {
  readonly access: 'public';
  readonly answer: (input: Input, services: Services) => Promise<V5Reply> | V5Reply;
}
interface SignedV5Route<Input> extends V5RouteBase<Input> {
  readonly access: 'read' | 'trade';
  readonly limit: CallLimit;
  readonly answer: (input: Input, services: Services, caller: Caller) => Promise<V5Reply> | V5Reply;
}

/** A route whose input type is closed over. */
export interface V5Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'read' | 'trade';
  readonly request: WireSchema;
  /** Only signed routes have one. */
  readonly limit: CallLimit | undefined;
  /** `input` is the parsed query or body; the signature, the scope and the limit were looked at before. */
  readonly run: (input: unknown, services: Services, caller: Caller | undefined) => Promise<V5Reply>;
}

export const PARAMETER_ERROR = 10001;
const LOGGED_OUT: V5Reply = { kind: 'error', code: 10003, message: 'API key is invalid.', status: 401 };

export function v5Route<Input>(definition: PublicV5Route<Input> | SignedV5Route<Input>): V5Route {
  const { method, path, summary, access, request } = definition;
  const run: V5Route['run'] = async (input, services, caller) => {
    const parsed = definition.request.safeParse(input);
    if (!parsed.success)
      return v5Error(PARAMETER_ERROR, `params error: ${parsed.error.issues[0]?.path.map(String).join('.') ?? ''} invalid`);
    try {
      if (definition.access === 'public') return await definition.answer(parsed.data, services);
      return caller === undefined ? LOGGED_OUT : await definition.answer(parsed.data, services, caller);
    } catch (error) {
      // A text that fits its schema may still be no tick, lot or share.
      if (error instanceof WireMalformed) return v5Error(PARAMETER_ERROR, `params error: ${error.field} invalid`);
      throw error;
    }
  };
  return { method, path, summary, access, request, limit: definition.access === 'public' ? undefined : definition.limit, run };
}
