import { emptyResult } from '@tapedeck/protocol';
import type { Http, PostOptions } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';

/** Internal tracing codes; none is a message for the trader. */
export const TRACES = {
  /** The answer or the stored copy is unreadable or contains no contract. */
  catalogueUnreadable: 10011501,
  /** A copy was found in the former storage. */
  catalogueLegacyUsed: 10011502,
  catalogueLegacyUnreadable: 10011503,
  catalogueStore: 10011504,
  catalogueCacheFirst: 10011505,
  catalogueNetworkFirst: 10011506,
  catalogueBuiltIn: 10011507,
  spotRetry: 11511501,
  /** From here on, requests use the longest pause. */
  spotMaxRetry: 11511502,
  spotCopyUsed: 11511503,
  spotHardCoded: 11511504,
  /** An unexpected error was thrown. */
  spotCode: 11511505,
  spotAll: 11511506,
  spotAllUnreadable: 11511507,
  spotV3: 11511508,
  spotV3Unreadable: 11511509,
  /** A list is unchanged, but no earlier version is known. */
  spotMerge: 11511510,
  /** No pair of the merged list is readable. */
  spotMergeUnreadable: 11511511,
  spotV2: 11511512,
  spotCdn: 11511513,
  spotDowngrade: 11511514,
  spotStore: 11511515,
  spotCopyUnreadable: 11511516,
  /** The copy used without a database. */
  spotLocalUnreadable: 11511517,
} as const;

/** Traces are collected for this long and sent together. */
export const TRACE_PAUSE_MS = 10_000;
/** Maximum number of traces that a page sends per window; equal ones are sent once. */
export const TRACES_PER_WINDOW = 20;
export const TRACE_WINDOW_MS = 60_000;
const MESSAGE_MAX = 200;
const METRICS = '/contract/v5/telemetry/metrics';
const LOGGER = '/contract/v5/telemetry/logger';
const QUIET: PostOptions = { reads: true, quiet: true };

/** Reports errors and durations to the server without identifying the user. Nothing waits for it, and it may fail. */
export interface Telemetry {
  trace(code: number): void;
  /** An uncaught rejection. */
  rejection(reason: unknown): void;
  measure(name: string, value: number): void;
}

interface Trace {
  readonly kind: 'trace' | 'rejection';
  readonly code: number;
  readonly message?: string;
}

/**
 * The text of an error without personal data: addresses, and every word with a digit or an @ (amounts, ids, tokens, e-mail), are removed.
 */
export function impersonal(reason: unknown): string {
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : typeof reason;
  return text
    .split(/\s/)
    .map((word) => (/[\d@]|:\/\//.test(word) ? '#' : word))
    .join(' ')
    .slice(0, MESSAGE_MAX);
}

export function createTelemetry(ports: Pick<ClientPorts, 'setTimer' | 'now'>, http: Pick<Http, 'post'>): Telemetry {
  const traces: Trace[] = [];
  const metrics: { readonly name: string; readonly value: number }[] = [];
  const seen = new Set<string>();
  let windowEnd = Number.NEGATIVE_INFINITY;
  let isDue = false;

  /** Whether it is new in this window and within the maximum. */
  function isWanted(key: string): boolean {
    if (ports.now() >= windowEnd) {
      seen.clear();
      windowEnd = ports.now() + TRACE_WINDOW_MS;
    }
    if (seen.has(key) || seen.size >= TRACES_PER_WINDOW) return false;
    seen.add(key);
    return true;
  }

  function send(): void {
    isDue = false;
    for (const [path, items] of [
      [LOGGER, traces.splice(0)],
      [METRICS, metrics.splice(0)],
    ] as const) {
      if (items.length > 0) void http.post(path, { items }, emptyResult, QUIET);
    }
  }

  function sendSoon(): void {
    if (isDue) return;
    isDue = true;
    ports.setTimer(send, TRACE_PAUSE_MS);
  }

  function add(trace: Trace): void {
    if (!isWanted(JSON.stringify(trace))) return;
    traces.push(trace);
    sendSoon();
  }

  return {
    trace: (code) => add({ kind: 'trace', code }),
    rejection: (reason) => add({ kind: 'rejection', code: 0, message: impersonal(reason) }),
    measure(name, value) {
      if (!isWanted(name)) return;
      metrics.push({ name, value: Math.max(0, Math.round(value)) });
      sendSoon();
    },
  };
}
