import { readWire } from '@tapedeck/protocol';
import { v5AuthArgs } from '@tapedeck/protocol/v5';
import type { KeyProofs } from '../key-proofs.ts';
import type { ApiKeyPort, Caller, KeyRefused } from '../ports.ts';
import { KEY_CODES, isRefused } from '../signed-request.ts';

/** Maximum time of a connection without a log-in. */
const LOG_IN_MS = 10_000;
const ATTEMPTS_MAX = 3;
/** An intercepted log-in is valid until it expires: its lifetime is limited. */
const EXPIRES_AHEAD_MAX_MS = 3_600_000;

const REPEATED: KeyRefused = { code: KEY_CODES.parameter, message: 'error:repeat auth' };

/** Why a connection must end. */
export type LogInTrouble = 'silentLogin' | 'loginRefused' | 'sessionEnded';

export interface LogInOptions {
  readonly keys: ApiKeyPort;
  readonly proofs: KeyProofs;
  readonly now: () => number;
  /** For rate limits. */
  readonly client: string;
  /** For keys that are bound to addresses. */
  readonly address: string;
}

/** `auth` of one connection: a signature over a time in the near future. */
export class LogIn {
  readonly #options: LogInOptions;
  readonly #openedAt: number;
  #refused = 0;
  #caller: Caller | undefined;

  constructor(options: LogInOptions) {
    this.#options = options;
    this.#openedAt = options.now();
  }

  get caller(): Caller | undefined {
    return this.#caller;
  }

  take(args: unknown): Caller | KeyRefused {
    const found = this.#check(args);
    const caller = this.#isOfAnother(found) ? REPEATED : found;
    if (isRefused(caller)) this.#refused += 1;
    else this.#caller = caller;
    return caller;
  }

  /** Checked periodically: keys are revoked and expire while connections stay open. */
  get trouble(): LogInTrouble | undefined {
    const { keys, now } = this.#options;
    if (this.#refused >= ATTEMPTS_MAX) return 'loginRefused';
    if (this.#caller === undefined) return now() - this.#openedAt > LOG_IN_MS ? 'silentLogin' : undefined;
    return keys.isValid(this.#caller.keyId) && this.#caller.scopes.has('read') ? undefined : 'sessionEnded';
  }

  /** A connection keeps the account of its first log-in: its key is the one that is checked. */
  #isOfAnother(found: Caller | KeyRefused): boolean {
    return !isRefused(found) && this.#caller !== undefined && found.session.account !== this.#caller.session.account;
  }

  #check(args: unknown): Caller | KeyRefused {
    const { keys, proofs, now, client, address } = this.#options;
    const parsed = readWire(v5AuthArgs, args);
    if (!parsed.ok)
      return { code: KEY_CODES.parameter, message: 'Params Error: args are the key, a time in milliseconds and a signature.' };
    const [apiKey, expires, signature] = parsed.value;
    if (Number(expires) <= now() || Number(expires) > now() + EXPIRES_AHEAD_MAX_MS)
      return {
        code: KEY_CODES.time,
        message: `Params Error: expires must be within the next hour. expires[${expires}],server_timestamp[${now()}]`,
      };
    return proofs.of(client, apiKey, () => keys.verify({ apiKey, text: `GET/realtime${expires}`, signature, client: address }));
  }
}
