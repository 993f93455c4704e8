import type { ClientLogRequest, ClientMetricsRequest } from '@tapedeck/protocol';
import type { ComeBackLater } from './ports.ts';

export type ClientMetric = ClientMetricsRequest['items'][number];
export type ClientTrace = ClientLogRequest['items'][number];

/** Receives client measurements and traces, without any user's identity. */
export interface TelemetryPort {
  metrics(items: readonly ClientMetric[]): void;
  traces(items: readonly ClientTrace[]): void;
}

export const NO_TELEMETRY: TelemetryPort = { metrics: () => undefined, traces: () => undefined };

const ITEMS_PER_WINDOW_MAX = 60;
const WINDOW_MS = 60_000;

/** Maximum items per minute from all clients together, so that a broken client cannot fill the log. */
export class TelemetryBudget {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #taken = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Time to wait if `items` exceed the limit; `undefined` if accepted. */
  take(items: number): ComeBackLater | undefined {
    const now = this.#now();
    if (now - this.#since >= WINDOW_MS) {
      this.#since = now;
      this.#taken = 0;
    }
    if (this.#taken + items > ITEMS_PER_WINDOW_MAX) return { retryAfterMs: this.#since + WINDOW_MS - now };
    this.#taken += Math.max(items, 1);
    return undefined;
  }
}

const E_MAIL = /[^\s@]{1,64}@[^\s@]{1,64}/g;
const ADDRESS = /\b(?:https?|wss?|file):\S{1,500}/g;
/** Tokens, keys, ids and amounts: long text that is mostly not a word. */
const LONG_TOKEN = /\b(?=[\w-]*\d)[\w-]{8,}\b/g;
/** Also behind letters: `BTC0.5` holds an amount. */
const NUMBER = /[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A message without personal data (addresses, tokens, ids, amounts) and without characters that could forge a log line. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .replace(E_MAIL, '<mail>')
    .replace(ADDRESS, '<address>')
    .replace(LONG_TOKEN, '<token>')
    .replace(NUMBER, '<number>');
}
