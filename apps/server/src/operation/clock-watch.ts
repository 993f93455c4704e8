/** Difference between the clock and the elapsed time that is more than a correction. */
const JUMP_MS_MIN = 60_000;
const UNITS = [
  { name: 'days', ms: 86_400_000 },
  { name: 'hours', ms: 3_600_000 },
  { name: 'minutes', ms: 60_000 },
] as const;

export interface ClockWatchOptions {
  /** Milliseconds since 1970. */
  readonly wall: () => number;
  /** Monotonic milliseconds. */
  readonly steady: () => number;
  readonly onJump: (text: string) => void;
}

/** Reports jumps of the clock of the machine: it was set, or the machine slept. Log-ins expire by this clock. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Wall time less steady time at the last look. */
  #offset: number;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#offset = options.wall() - options.steady();
  }

  /** `ended`: sessions that expired since the last look. */
  look(ended: number): void {
    const { wall, steady, onJump } = this.#options;
    const offset = wall() - steady();
    const jump = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(jump) < JUMP_MS_MIN) return;
    const sessions = ended === 0 ? 'no session ended' : `${ended} ${ended === 1 ? 'session' : 'sessions'} expired and ended`;
    onJump(`the clock of the machine jumped ${jump > 0 ? 'ahead' : 'back'} by ${durationText(Math.abs(jump))}: ${sessions}`);
  }
}

/** A duration in its largest whole unit, with one digit. */
function durationText(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms) ?? UNITS[2];
  return `${(ms / unit.ms).toFixed(1)} ${unit.name}`;
}
