import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '@tapedeck/protocol';
import { Turn } from './frames.ts';
import { HEARING_LIMITS, HearingTurns } from './hearing-turns.ts';
import { QUEUED_BYTES_MAX, SocketLink } from './socket-link.ts';

/** The end of a connection whose reader has left so many bytes. */
const streamOf = (prototype: object, unread: number): Duplex =>
  Object.create(prototype, {
    writableLength: { value: unread },
    writable: { value: true },
    on: { value: () => undefined },
    write: { value: () => false },
  }) as Duplex;

/** Bytes of one message that a socket takes beside those that its reader has left. */
function takes(prototype: object, unread: number, bytes: number): boolean {
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    close: (code: number) => closed.push(code),
    terminate: () => undefined,
  }) as unknown as WebSocket;
  const link = new SocketLink(socket, streamOf(prototype, unread), {
    turn: new Turn(),
    turns: new HearingTurns(HEARING_LIMITS),
    now: () => 0,
  });
  link.send(['x'.repeat(bytes)]);
  if (closed.length > 0) expect(closed).toEqual([CLOSE_CODES.tooSlow]);
  return closed.length === 0;
}

const HEADER = 10;

test('N5 OPS-05 a socket is cut when its unsent messages are too many bytes, and with TLS their encrypted copies count', () => {
  const most = QUEUED_BYTES_MAX - HEADER;
  expect([takes(Duplex.prototype, 0, most), takes(Duplex.prototype, 0, most + 1)]).toEqual([true, false]);
  expect([takes(Duplex.prototype, most - 1_000, 1_000), takes(Duplex.prototype, most - 1_000, 1_100)]).toEqual([true, false]);
  const half = QUEUED_BYTES_MAX / 2 - HEADER;
  expect([takes(TLSSocket.prototype, 0, half), takes(TLSSocket.prototype, 0, half + 1)]).toEqual([true, false]);
  expect([takes(TLSSocket.prototype, half - 1_000, 1_000), takes(TLSSocket.prototype, half - 1_000, 1_100)]).toEqual([true, false]);
});
