import type { V5StreamMessage } from '@tapedeck/protocol/v5';
import { refusalMessage } from '../../answers.ts';
import type { Failed, Served, V5Api } from '../handle.ts';
import { limitHeaders } from '../rate-limits.ts';
import { KEY_CODES, isRefused, timesOf, timeRefusal } from '../signed-request.ts';
import type { V5Reply } from '../v5-route.ts';
import type { LogIn, LogInTrouble } from './log-in.ts';
import type { Line, Speech } from './program-connection.ts';

/** Supported operations, and the route of each. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['order.create', '/v5/order/create'],
  ['order.amend', '/v5/order/amend'],
  ['order.cancel', '/v5/order/cancel'],
  ['order.create-batch', '/v5/order/create-batch'],
  ['order.amend-batch', '/v5/order/amend-batch'],
  ['order.cancel-batch', '/v5/order/cancel-batch'],
]);

const CODES = { unknown: 10404, busy: 10429, repeatedAuth: 20001, repeatedId: 20006, notLoggedIn: 10007 } as const;
const REQUEST_ID_LENGTH_MAX = 36;
/** Number of request ids remembered. */
const IDS_KEPT = 10_000;
/** Pending requests of one connection. */
const UNDER_WAY_MAX = 1_000;
const TRACE_BYTES = 16;

export interface TradeHost {
  readonly v5: Pick<V5Api, 'call'>;
  readonly now: () => number;
  readonly random: (bytes: number) => string;
}

/** `/v5/trade`: orders, through the routes and within the limits of HTTP. */
export class TradeSpeech implements Speech {
  readonly #line: Line;
  readonly #host: TradeHost;
  readonly #logIn: LogIn;
  /** Oldest first. */
  readonly #ids = new Set<string>();
  #underWay = 0;

  constructor(line: Line, host: TradeHost, logIn: LogIn) {
    this.#line = line;
    this.#host = host;
    this.#logIn = logIn;
  }

  get user(): number | undefined {
    return this.#logIn.caller?.session.user;
  }

  get trouble(): LogInTrouble | undefined {
    return this.#logIn.trouble;
  }

  hear(message: V5StreamMessage): void {
    if (message.op === 'ping')
      this.#say({ ...this.#idOf(message), retCode: 0, retMsg: 'OK', op: 'pong', data: [String(this.#host.now())], connId: this.#line.id });
    else if (message.op === 'auth') this.#auth(message);
    else this.#trade(message);
  }

  misheard(): object {
    return { retCode: KEY_CODES.parameter, retMsg: 'The message is not valid JSON with an op.', op: '', connId: this.#line.id };
  }

  left(): void {
    // Orders already sent continue.
  }

  #auth(message: V5StreamMessage): void {
    const answer = (retCode: number, retMsg: string): void => {
      this.#say({ ...this.#idOf(message), retCode, retMsg, op: 'auth', connId: this.#line.id });
    };
    if (this.#logIn.caller !== undefined) return answer(CODES.repeatedAuth, 'Repeat auth');
    const caller = this.#logIn.take(message.args);
    if (isRefused(caller)) answer(caller.code, caller.message);
    else answer(0, 'OK');
  }

  #trade(message: V5StreamMessage): void {
    const refused = this.#refusalOf(message);
    if (refused !== undefined) {
      this.#reply(message, { reply: refused });
      return;
    }
    this.#underWay += 1;
    void this.#call(message).then((served) => {
      this.#underWay -= 1;
      this.#reply(message, served);
    });
  }

  async #call({ op, args }: V5StreamMessage): Promise<Served | Failed> {
    const { caller } = this.#logIn;
    const [input, ...more] = args ?? [];
    if (caller === undefined || !isObject(input) || more.length > 0)
      return { reply: error(KEY_CODES.parameter, 'params error: args is not one object') };
    return this.#host.v5.call(PATHS.get(op) ?? '', input, caller);
  }

  /** Why a request is refused without being examined. */
  #refusalOf({ op, header, reqId }: V5StreamMessage): V5Reply | undefined {
    if (this.#logIn.caller === undefined) return error(CODES.notLoggedIn, 'User authentication failed.');
    if (!PATHS.has(op)) return error(CODES.unknown, `op type is not found: ${op}`);
    if (reqId !== undefined && reqId.length > REQUEST_ID_LENGTH_MAX)
      return error(KEY_CODES.parameter, `params error: reqId has more than ${REQUEST_ID_LENGTH_MAX} characters`);
    if (reqId !== undefined && !this.#isNew(reqId)) return error(CODES.repeatedId, 'reqId is duplicated');
    if (this.#underWay >= UNDER_WAY_MAX) return error(CODES.busy, 'System level frequency protection');
    const times = timesOf(text(header?.['X-BAPI-TIMESTAMP']), text(header?.['X-BAPI-RECV-WINDOW']) ?? '');
    const late = isRefused(times) ? times : timeRefusal(times, this.#host.now());
    return late === undefined ? undefined : error(late.code, late.message);
  }

  #isNew(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > IDS_KEPT && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  #reply(message: V5StreamMessage, { reply, limits }: Served | Failed): void {
    const now = this.#host.now();
    this.#say({
      ...this.#idOf(message),
      ...outcomeOf(reply),
      op: message.op,
      header: {
        ...(limits !== undefined && limitHeaders(limits)),
        Traceid: this.#host.random(TRACE_BYTES),
        Timenow: String(now),
      },
      connId: this.#line.id,
    });
  }

  /** bybit-api names its `auth` like the other streams. */
  #idOf({ reqId, req_id }: V5StreamMessage): object {
    if (reqId !== undefined) return { reqId };
    return req_id === undefined ? {} : { req_id };
  }

  #say(answer: object): void {
    this.#line.say([JSON.stringify(answer)]);
  }
}

const error = (code: number, message: string): V5Reply => ({ kind: 'error', code, message });
const text = (value: string | number | undefined): string | undefined => (value === undefined ? undefined : String(value));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function outcomeOf(reply: V5Reply): object {
  switch (reply.kind) {
    case 'done':
      return { retCode: 0, retMsg: reply.message ?? 'OK', data: reply.result, retExtInfo: reply.retExtInfo ?? {} };
    case 'refused':
      return { retCode: reply.code, retMsg: refusalMessage(reply.refusal), data: {}, retExtInfo: {} };
    case 'error':
      return { retCode: reply.code, retMsg: reply.message, data: {}, retExtInfo: reply.retExtInfo ?? {} };
  }
}
