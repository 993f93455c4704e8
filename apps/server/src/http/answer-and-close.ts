import type { Duplex } from 'node:stream';

/** Maximum time for the other end to read a last answer and close. */
const FAREWELL_MS = 1_000;

/**
 * Sends a last answer on a connection without an HTTP parser, then closes it. A client that never closes its own end
 * would hold the connection forever; an immediate close could discard the answer for a client that is still sending.
 */
export function answerAndClose(stream: Duplex, answer: string): void {
  stream.end(answer);
  stream.resume();
  const farewell = setTimeout(() => stream.destroy(), FAREWELL_MS);
  stream.once('close', () => clearTimeout(farewell));
}
