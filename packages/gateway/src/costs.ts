/** Bounds of one call, with the largest limits and over the longest ranges. `bench/route-costs.bench.ts` prints the times of each route. */
interface Cost {
  /** Processor time in the main thread, ms. */
  readonly mainMs: number;
  /** The same in the threads of the exchange and of the history. */
  readonly engineMs: number;
  /** Bytes of the answer. */
  readonly bytes: number;
  /** Questions and commands that the exchange receives. */
  readonly questions: number;
  /** Units that a call takes from the budget of its caller: about the milliseconds of a dear one. */
  readonly units: number;
  /** Calls of a user, and of all strangers together, are made one after the other, so that orders pass between two of them. */
  readonly inTurn: boolean;
}

const KB = 1 << 10;
const MB = 1 << 20;

/** Cost of a call of each class of routes and topics. */
export const COSTS = {
  /** Whether the server runs: for load balancers, which must always learn it. */
  probe: { mainMs: 1, engineMs: 0, bytes: 256 * KB, questions: 0, units: 0, inTurn: false },
  /** Files and pages, which are in memory as they are sent. */
  file: { mainMs: 2, engineMs: 0, bytes: 2 * MB, questions: 0, units: 2, inTurn: false },
  /** One row, one book, one topic, or the settings of one user. */
  light: { mainMs: 2, engineMs: 2, bytes: 160 * KB, questions: 2, units: 1, inTurn: false },
  /** Rows for many instruments or orders. */
  list: { mainMs: 20, engineMs: 20, bytes: 1 * MB, questions: 500, units: 10, inTurn: true },
  /** Bars, most of which the exchange makes on request. */
  candles: { mainMs: 5, engineMs: 20, bytes: 256 * KB, questions: 40, units: 10, inTurn: true },
  /** Rows of the history, whose database has a thread of its own. */
  past: { mainMs: 5, engineMs: 10, bytes: 256 * KB, questions: 2, units: 5, inTurn: true },
  /** Trading calls. The call budget of a user counts them, and no read keeps them from being made. */
  command: { mainMs: 5, engineMs: 20, bytes: 64 * KB, questions: 520, units: 1, inTurn: false },
  /** Proofs of a password, which a thread of their own compares. Their limits are those of guesses. */
  secret: { mainMs: 2, engineMs: 1, bytes: 4 * KB, questions: 0, units: 10, inTurn: false },
} as const satisfies Readonly<Record<string, Cost>>;

export type CostClass = keyof typeof COSTS;
