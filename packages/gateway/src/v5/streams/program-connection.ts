import { CLOSE_CODES, v5StreamMessage, type V5StreamMessage } from '@tapedeck/protocol';
import type { Connection } from '../../ports.ts';

/** What a connection is for. */
export interface Speech {
  hear(message: V5StreamMessage): void;
  /** The answer to what is no message. */
  misheard(): object;
  congested?(): void;
  drained?(): void;
  left(): void;
  /** Why it may not go on. */
  readonly trouble?: keyof typeof CLOSE_CODES | undefined;
}

/** What one is made with. */
export interface Line {
  /** Its own name, told in answers. */
  readonly id: string;
  readonly say: (frames: readonly string[]) => void;
}

export interface ProgramConnectionOptions {
  readonly id: string;
  readonly send: (frames: readonly string[]) => boolean;
  readonly close: (code: number, reason: string) => void;
  readonly now: () => number;
  /** Without a message for so long, it is cut. */
  readonly idleMs: number;
  readonly gone: (connection: ProgramConnection) => void;
  readonly fault: (error: unknown) => void;
}

const CLOSE_TEXTS: Readonly<Partial<Record<keyof typeof CLOSE_CODES, string>>> = {
  silentLogin: 'no auth in time',
  loginRefused: 'auth refused',
  sessionEnded: 'the API key is not valid any more',
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

  /** Called now and then: ends what may not go on. */
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

  /** What goes wrong for one connection ends that connection, and no other. */
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
    const parsed = v5StreamMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
