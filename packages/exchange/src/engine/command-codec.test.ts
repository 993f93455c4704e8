import { money, timestamp } from '@tapedeck/domain';
import { expect, it } from 'vitest';
import { StateUnreadable } from '../codec/state-bytes.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import { CommandDecoder, CommandEncoder } from './command-codec.ts';
import type { Command } from '../commands/command.ts';

const time = timestamp(1_767_225_600_000);
const CANCEL: Command = { type: 'CancelOrder', time, account: 100, orderId: 7 };
const TICK: Command = { type: 'AdvanceClock', time };

it('a decoder reads commands out of one buffer and out of several, in any order', () => {
  const encoder = new CommandEncoder();
  const cancel = encoder.encode(CANCEL).slice();
  const tick = encoder.encode(TICK).slice();
  const both = new Uint8Array(3 + cancel.length + tick.length);
  both.set(tick, 3);
  both.set(cancel, 3 + tick.length);
  const decoder = new CommandDecoder();
  expect(decoder.decode(both.subarray(3 + tick.length))).toEqual(CANCEL);
  expect(decoder.decode(both.subarray(3, 3 + tick.length))).toEqual(TICK);
  expect(decoder.decode(cancel)).toEqual(CANCEL);
  expect(decodeCommand(tick)).toEqual(TICK);
});

it('a command ends where its bytes end, whatever follows in the buffer', () => {
  const bytes = new CommandEncoder().encode(CANCEL).slice();
  const decoder = new CommandDecoder();
  expect(() => decoder.decode(bytes.subarray(0, bytes.length - 1))).toThrow(StateUnreadable);
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  expect(() => decoder.decode(longer)).toThrow(StateUnreadable);
  expect(decoder.decode(longer.subarray(0, bytes.length))).toEqual(CANCEL);
});

it.each<Command>([
  { type: 'CancelAllOrders', time, account: 100, instrument: -1 },
  { type: 'CancelAllOrders', time, account: 100, instrument: 3, only: { tab: 'condition', positionIndex: 2 } },
  { type: 'CancelAllOrders', time, account: 100, instrument: -1, only: { tab: 'every', keepsProtective: true } },
])('HND-02 a cancel of everything says what it keeps, and one from before there was a choice keeps nothing: %j', (command) => {
  expect(decodeCommand(new CommandEncoder().encode(command))).toEqual(command);
});

it.each([true, false])('SIM-02 a recorded book says whether it is whole: %s', (whole) => {
  const book: Command = { type: 'ReplayBook', time, instrument: 3, whole, bids: [100_000, 5], asks: [] };
  expect(decodeCommand(new CommandEncoder().encode(book))).toEqual(book);
});

it('an amount beyond 64 bits is written as text, and text that is no number is unreadable', () => {
  const credit: Command = { type: 'CreditAccount', time, account: 100, coin: 'USDT', amount: money(-(10n ** 20n)) };
  const bytes = new CommandEncoder().encode(credit).slice();
  expect(decodeCommand(bytes)).toEqual(credit);
  for (const wrong of ['x', ' ', '-']) {
    const changed = bytes.slice();
    // Replaces the lower byte of two, which comes first.
    changed[changed.length - 2] = wrong.charCodeAt(0);
    expect(() => decodeCommand(changed)).toThrow(StateUnreadable);
  }
});

it('a choice that there is not is unreadable', () => {
  const bytes = new CommandEncoder().encode({ type: 'OpenAccount', time, account: 100, kind: 'PM' }).slice();
  bytes[bytes.length - 1] = 0xff;
  expect(() => decodeCommand(bytes)).toThrow(StateUnreadable);
});
