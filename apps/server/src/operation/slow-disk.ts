import type { Commits } from '../journal/commit-watch.ts';

const WAIT_MS_MAX = 5_000;

export interface SlowDiskOptions {
  readonly commits: Commits;
  /** Number of the oldest command without an outcome. */
  readonly oldestCommand: () => number | undefined;
  /** A monotonic clock, ms. */
  readonly now: () => number;
  readonly onChange: (text: string) => void;
}

interface Waiting {
  readonly number: number;
  /** The first check that found it. */
  readonly since: number;
}

/**
 * Detects that commands wait: for the disk, or for an exchange that has not applied them. It may hang in a call of its own
 * to the disk, which nobody else sees.
 */
export class SlowDisk {
  readonly #options: SlowDiskOptions;
  #record: Waiting | undefined;
  #command: Waiting | undefined;
  #isDiskSlow = false;
  #isExchangeSlow = false;

  constructor(options: SlowDiskOptions) {
    this.#options = options;
  }

  /** Checks once; returns why the server is not ready while a command waits for too long. */
  look(): string | undefined {
    if (this.isDiskSlow()) return 'commands wait for the disk';
    return this.#isExchangeSlow ? 'commands wait for the exchange' : undefined;
  }

  /** Checks once; returns whether a record waits for the disk for too long. */
  isDiskSlow(): boolean {
    const { commits, oldestCommand } = this.#options;
    const { requested, durable } = commits;
    if (this.#record !== undefined && durable >= this.#record.number) this.#record = undefined;
    if (requested > durable) this.#record ??= this.#begin(requested);
    const command = this.#record === undefined ? oldestCommand() : undefined;
    if (command !== this.#command?.number) this.#command = command === undefined ? undefined : this.#begin(command);
    this.#tell(this.#isTooLong(this.#record), this.#isTooLong(this.#command));
    return this.#isDiskSlow;
  }

  #begin(number: number): Waiting {
    return { number, since: this.#options.now() };
  }

  #isTooLong(waiting: Waiting | undefined): boolean {
    return waiting !== undefined && this.#options.now() - waiting.since > WAIT_MS_MAX;
  }

  #tell(isDiskSlow: boolean, isExchangeSlow: boolean): void {
    const { onChange } = this.#options;
    const seconds = WAIT_MS_MAX / 1_000;
    if (isDiskSlow !== this.#isDiskSlow) {
      onChange(isDiskSlow ? `commands have waited for the disk for more than ${seconds} s` : 'the disk confirms commands again');
    }
    if (isExchangeSlow !== this.#isExchangeSlow) {
      onChange(isExchangeSlow ? `the exchange has not answered a command for more than ${seconds} s` : 'the exchange answers again');
    }
    this.#isDiskSlow = isDiskSlow;
    this.#isExchangeSlow = isExchangeSlow;
  }
}
