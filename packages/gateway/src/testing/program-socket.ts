import type { Gateway, ProgramChannel } from '../ports.ts';
import type { ApiKeyPort, Caller, KeyRefused, SignedText } from '../v5/ports.ts';
import { sessionOf } from './fake-world.ts';

/** The right signature of anything. */
export const SIGNED = 'right';

/** Keys by name: `reader` reads, `trader` also trades, `other` reads for another user. They may be revoked and changed. */
export class NamedKeys implements ApiKeyPort {
  readonly asked: SignedText[] = [];
  readonly revoked = new Set<string>();
  scopes: Readonly<Record<string, readonly ('read' | 'trade')[]>> = { reader: ['read'], trader: ['read', 'trade'], other: ['read'] };

  verify(signed: SignedText): Caller | KeyRefused {
    this.asked.push(signed);
    const { apiKey } = signed;
    if (this.#scopesOf(apiKey).size === 0) return { code: 10003, message: 'API key is invalid.' };
    if (signed.signature !== SIGNED) return { code: 10004, message: `error sign! origin_string[${signed.text}]` };
    const scopes = (): Caller['scopes'] => this.#scopesOf(apiKey);
    return {
      keyId: apiKey,
      get scopes() {
        return scopes();
      },
      session: sessionOf(apiKey === 'other' ? 101 : undefined),
    };
  }

  isValid(keyId: string): boolean {
    return !this.revoked.has(keyId);
  }

  #scopesOf(key: string): Caller['scopes'] {
    return new Set(this.revoked.has(key) ? [] : (this.scopes[key] ?? []));
  }
}

type Frame = Readonly<Record<string, unknown>>;

const IDLE_MS = 600_000;

/** A program's socket with its received messages. */
export class ProgramSocket {
  readonly frames: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  isCongested = false;
  readonly #gateway: Gateway;
  readonly #connection: ReturnType<Gateway['programStreams']['connect']>;

  get user(): number | undefined {
    return this.#connection.user;
  }

  constructor(gateway: Gateway, channel: ProgramChannel, idleMs = IDLE_MS) {
    this.#gateway = gateway;
    this.#connection = gateway.programStreams.connect(
      channel,
      { client: '192.0.2.1', address: '192.0.2.1', idleMs },
      (frames) => {
        if (this.closed !== undefined) throw new Error('sent after the close');
        this.frames.push(...frames);
        return !this.isCongested;
      },
      (code, reason) => {
        if (this.closed !== undefined) throw new Error('closed twice');
        this.closed = { code, reason };
      },
    );
  }

  say(message: unknown): this {
    this.#connection.receive(typeof message === 'string' ? message : JSON.stringify(message));
    return this;
  }

  subscribe(...args: readonly string[]): this {
    return this.say({ op: 'subscribe', req_id: 's', args });
  }

  auth(key: string, now: number, signature = SIGNED): this {
    return this.say({ op: 'auth', args: [key, now + 5_000, signature] });
  }

  /** The frames since the last call, parsed. */
  take(): Frame[] {
    return this.frames.splice(0).map((text) => JSON.parse(text) as Frame);
  }

  takeOf(topic: string): Frame[] {
    return this.take().filter((frame) => frame['topic'] === topic);
  }

  drain(): void {
    this.isCongested = false;
    this.#connection.drained();
  }

  hangUp(): void {
    this.#connection.closed();
  }

  check(): void {
    this.#gateway.programStreams.check();
  }
}
