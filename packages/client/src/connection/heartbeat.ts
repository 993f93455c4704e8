import type { ClientPorts } from '../ports/ports.ts';

export const PING_INTERVAL_MS = 3_000;
/** Pings without any traffic after them before the socket counts as dead. */
export const SILENT_PINGS_MAX = 2;
/** Time without an answer to a ping after which the other side counts as silent. */
export const ANSWER_DUE_MS = 3_000;
/** A tick delayed by this much shows that the machine slept or the tab was frozen. */
export const CLOCK_JUMP_MS = 10_000;

export interface Heartbeat {
  /** A message arrived. */
  heard(): void;
  /** The answer to a ping; returns the round trip in milliseconds, `undefined` for an old one. */
  answered(id: string): number | undefined;
  /** A ping was sent 3 s ago and no message has arrived since. */
  overdue(): boolean;
  stop(): void;
}

/**
 * Pings an open socket and reports when it is dead: no message after two pings, or none since the clock jumped (the
 * other side has long dropped a sleeping machine).
 */
export function startHeartbeat(ports: ClientPorts, ping: (id: string) => void, dead: () => void): Heartbeat {
  let silentPings = 0;
  let pings = 0;
  let sentAt = 0;
  let askedAt = Number.POSITIVE_INFINITY;
  let heardAt = ports.now();
  let cancel = (): void => undefined;

  const tick = (dueAt: number): void => {
    const now = ports.now();
    const slept = now - dueAt > CLOCK_JUMP_MS && now - heardAt > CLOCK_JUMP_MS;
    if (slept || silentPings >= SILENT_PINGS_MAX) {
      dead();
      return;
    }
    silentPings += 1;
    pings += 1;
    sentAt = now;
    askedAt = Math.min(askedAt, now);
    schedule();
    ping(String(pings));
  };
  const schedule = (): void => {
    const dueAt = ports.now() + PING_INTERVAL_MS;
    cancel = ports.setTimer(() => tick(dueAt), PING_INTERVAL_MS);
  };
  schedule();
  return {
    heard() {
      silentPings = 0;
      askedAt = Number.POSITIVE_INFINITY;
      heardAt = ports.now();
    },
    answered: (id) => (id === String(pings) ? ports.now() - sentAt : undefined),
    overdue: () => ports.now() - askedAt >= ANSWER_DUE_MS,
    stop: () => cancel(),
  };
}
