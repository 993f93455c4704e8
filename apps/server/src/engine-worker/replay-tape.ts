import type { InstrumentId, Price, Quantity, Side } from '@tapedeck/domain';

/** What `--replay` asked for. */
export interface ReplayOptions {
  readonly files: readonly string[];
  readonly speed: number;
  /** ms; undefined for a tenth into the recording. */
  readonly start: number | undefined;
}

export interface RecordedTrade {
  readonly time: number;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Quantity;
}

/** The recordings of one run, merged in order of time. */
export interface Tape {
  /** From the start position on. */
  readonly trades: readonly RecordedTrade[];
  /** Before it: the past that charts show. */
  readonly past: readonly RecordedTrade[];
  /** Engine time at which a new world begins. */
  readonly start: number;
  readonly speed: number;
  readonly label: string;
}
export declare function loadTape(options: ReplayOptions): Tape;
/** Where a world that has printed `printed` trades goes on. */
export const replayPosition = (tape: Tape, now: number, printed: number) => ({ time: Math.max(now, tape.start), next: printed });
