import type { Refusal } from '@tapedeck/domain';
import { WireMalformed, type WireSchema, readWire, nameOfField } from '@tapedeck/protocol';
import { type Category } from '@tapedeck/protocol/v5';
import { COSTS, type CostClass } from '../costs.ts';
import type { Services } from '../routes/route.ts';
import { callerOf } from '../work-budgets.ts';
import type { Caller } from './ports.ts';
import { codeOfRefusal } from './refusal-codes.ts';

/** Answer of a route of the public v5 API. */
export type V5Reply =
  | {
      readonly kind: 'done';
      readonly result: object;
      /** The encoded result, where many answers share it. */
      readonly text?: string;
      /** `retMsg`, if not `OK`. */
      readonly message?: string;
      readonly retExtInfo?: object;
      /** Beside `result`, for envelopes with a separate field. */
      readonly beside?: object;
    }
  | { readonly kind: 'refused'; readonly code: number; readonly refusal: Refusal }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly status?: number; readonly retExtInfo?: object };

export const v5Done = (
  result: object,
  more: Partial<Omit<Extract<V5Reply, { kind: 'done' }>, 'kind' | 'result' | 'text'>> = {},
): V5Reply => ({
  kind: 'done',
  result,
  ...more,
});
/** `category` is given for the refusal of an order. */
export const v5Refused = (refusal: Refusal, category?: Category): V5Reply => ({
  kind: 'refused',
  code: codeOfRefusal(refusal, category),
  refusal,
});
export const v5Error = (code: number, message: string, retExtInfo?: object): V5Reply => ({
  kind: 'error',
  code,
  message,
  ...(retExtInfo !== undefined && { retExtInfo }),
});

/** Calls allowed per user and second: one number, or by the category that the request names. */
export type CallLimit = number | Readonly<Partial<Record<Category, number>>>;

interface V5RouteBase<Input> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cost: CostClass;
  /** One line for the documentation. */
  readonly summary: string;
  readonly request: WireSchema<Input>;
}
interface PublicV5Route<Input> extends V5RouteBase<Input> {
  readonly access: 'public';
  /** Age up to which all callers share an answer, ms of market time; each caller gets its own if absent. */
  readonly sharedMs?: number;
  readonly answer: (input: Input, services: Services) => Promise<V5Reply> | V5Reply;
}
interface SignedV5Route<Input> extends V5RouteBase<Input> {
  readonly access: 'read' | 'trade';
  readonly limit: CallLimit;
  /** Units of the limit that a call consumes, from a request that is not validated yet; one if absent. */
  readonly units?: (input: Readonly<Record<string, unknown>>) => number;
  /** `granted`: the units that the limit has left, at least one. */
  readonly answer: (input: Input, services: Services, caller: Caller, granted: number) => Promise<V5Reply> | V5Reply;
}

/** A call that has been let in. */
export interface V5Call {
  readonly services: Services;
  /** Signed calls only. */
  readonly caller: Caller | undefined;
  /** Among strangers, who share a lane. */
  readonly client: string;
  /** Units that the limit granted. */
  readonly granted: number;
}

/** A route with its input type erased. */
export interface V5Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cost: CostClass;
  readonly summary: string;
  readonly access: 'public' | 'read' | 'trade';
  readonly request: WireSchema;
  /** Signed routes only. */
  readonly limit: CallLimit | undefined;
  readonly units: (input: Readonly<Record<string, unknown>>) => number;
  /** `input` is the parsed query or body; signature, scope and limit have already been checked, and the limit granted so many units. */
  readonly run: (input: unknown, call: V5Call) => Promise<V5Reply>;
}

export const PARAMETER_ERROR = 10001;
export const TOO_MANY_MESSAGE = 'Too many visits!';
/** A limit of calls is reached. */
export const TOO_MANY: Extract<V5Reply, { kind: 'error' }> = { kind: 'error', code: 10006, message: TOO_MANY_MESSAGE };
const LOGGED_OUT: V5Reply = { kind: 'error', code: 10003, message: 'API key is invalid.', status: 401 };

const withText = (reply: V5Reply): V5Reply => (reply.kind === 'done' ? { ...reply, text: JSON.stringify(reply.result) } : reply);
const weigh = (reply: V5Reply): number => (reply.kind === 'done' ? (reply.text ?? '').length : 0);

export function v5Route<Input>(definition: PublicV5Route<Input> | SignedV5Route<Input>): V5Route {
  const { method, path, cost, summary, access, request } = definition;
  const run: V5Route['run'] = async (input, { services, caller, client, granted }) => {
    const parsed = readWire(definition.request, input);
    if (!parsed.ok) return v5Error(PARAMETER_ERROR, `params error: ${nameOfField(parsed.issue)} invalid`);
    try {
      const { name, isStranger } = callerOf(caller?.session.user, client);
      const lane = isStranger ? 'strangers' : 'users';
      const inTurn = async (answer: () => Promise<V5Reply> | V5Reply, isNeeded?: () => boolean): Promise<V5Reply> =>
        COSTS[cost].inTurn ? services.lanes.run(`${lane} ${cost}`, name, async () => answer(), isNeeded) : answer();
      if (definition.access === 'public') {
        const { sharedMs } = definition;
        if (sharedMs === undefined) return await inTurn(() => definition.answer(parsed.value, services));
        const make = async (): Promise<V5Reply> => withText(await definition.answer(parsed.value, services));
        return await services.answers.get(`${path} ${JSON.stringify(parsed.value)}`, sharedMs, { lane, inTurn, make, weigh });
      }
      if (caller === undefined) return LOGGED_OUT;
      return await inTurn(() => definition.answer(parsed.value, services, caller, granted));
    } catch (error) {
      // A text that fits its schema may still not be a whole tick, lot or share.
      if (error instanceof WireMalformed) return v5Error(PARAMETER_ERROR, `params error: ${error.field} invalid`);
      throw error;
    }
  };
  const own = definition.access === 'public' ? undefined : definition;
  return { method, path, cost, summary, access, request, limit: own?.limit, units: own?.units ?? (() => 1), run };
}
