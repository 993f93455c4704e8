import { CLOSE_CODES, readWire } from '@tapedeck/protocol';
import { v5StreamMessage, type V5StreamMessage } from '@tapedeck/protocol/v5';
import type { Connection } from '../../ports.ts';

/** Protocol of a connection. */
export interface Speech {
  hear(message: V5StreamMessage): void;
  /** Answer to an invalid message. */
  misheard(): object;
  congested?(): void;
  drained?(): void;
  left(): void;
  /** The user of the key that has logged in. */
  readonly user?: number | undefined;
  /** Why it must end. */
  readonly trouble?: keyof typeof CLOSE_CODES | undefined;
}

/** Parts from which a connection is built. */
export interface Line {
  /** Its name in answers. */
  readonly id: string;
  readonly say: (frames: readonly string[]) => void;
}

export interface ProgramConnectionOptions {
  readonly id: string;
  readonly send: (frames: readonly string[]) => boolean;
  readonly close: (code: number, reason: string) => void;
  readonly now: () => number;
  /** Idle time after which it is closed. */
  readonly idleMs: number;
  readonly gone: (connection: ProgramConnection) => void;
  readonly fault: (error: unknown) => void;
}

const CLOSE_TEXTS: Readonly<Partial<Record<keyof typeof CLOSE_CODES, string>>> = {
  silentLogin: 'no auth in time',
  loginRefused: 'auth refused',
  sessionEnded: 'the API key is no longer valid, or may no longer trade',
};

const IDLE_CODE = 1000;

/** One socket of a program. */
export class ProgramConnection implements Connection {
  readonly #options: ProgramConnectionOptions;
  readonly #speech: Speech;
  #heardAt: number;
  #open = true;

  constructor(options: ProgramConnectionOptions, speak: (line: Line) => Speech) {
    this.#options = options;
    this.#heardAt = options.now();
    this.#speech = speak({ id: options.id, say: (frames) => this.#say(frames) });
  }

  get user(): number | undefined {
    return this.#speech.user;
  }

  receive(text: string): void {
    if (!this.#open) return;
    this.#heardAt = this.#options.now();
    this.#guarded(() => {
      const message = parse(text);
      if (message === undefined) this.#say([JSON.stringify(this.#speech.misheard())]);
      else this.#speech.hear(message);
    });
    this.check();
  }

  drained(): void {
    this.#guarded(() => this.#speech.drained?.());
  }

  closed(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#speech.left();
    this.#options.gone(this);
  }

  end(code: number, reason: string): void {
    if (!this.#open) return;
    this.closed();
    this.#options.close(code, reason);
  }

  /** Runs periodically: ends connections that have expired. */
  check(): void {
    const { now, idleMs } = this.#options;
    const { trouble } = this.#speech;
    if (trouble !== undefined) this.end(CLOSE_CODES[trouble], CLOSE_TEXTS[trouble] ?? trouble);
    else if (now() - this.#heardAt > idleMs) this.end(IDLE_CODE, 'no message in time');
  }

  #say(frames: readonly string[]): void {
    if (!this.#open) return;
    this.#guarded(() => {
      if (!this.#options.send(frames)) this.#speech.congested?.();
    });
  }

  /** An error of one connection ends only that connection. */
  #guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#options.fault(error);
      this.end(CLOSE_CODES.serverError, 'server error');
    }
  }
}

function parse(text: string): V5StreamMessage | undefined {
  try {
    const parsed = readWire(v5StreamMessage, JSON.parse(text));
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
