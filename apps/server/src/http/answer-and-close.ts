import type { Duplex } from 'node:stream';

/** How long the other end may take to read a last answer and close. */
const FAREWELL_MS = 1_000;

/**
 * Sends a last answer on a connection that no HTTP parser watches any more, then closes it. A client that never closes its own end would
 * hold the connection for ever; a close without a pause could take the answer away from one that is still sending.
 */
export function answerAndClose(stream: Duplex, answer: string): void {
  stream.end(answer);
  stream.resume();
  const farewell = setTimeout(() => stream.destroy(), FAREWELL_MS);
  stream.once('close', () => clearTimeout(farewell));
}
