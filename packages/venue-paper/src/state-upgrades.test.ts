import { timestamp } from '@tapedeck/domain';
import { ByteStateWriter, StateOfAnotherVersion } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { expect, test } from 'vitest';
import { upgradeState } from './state-upgrades.ts';
import { PaperWorld, STATE_VERSION } from './world.ts';

const [BTC] = LINEAR_INSTRUMENTS;
const INSTRUMENTS = BTC === undefined ? [] : [BTC];

const world = (): Uint8Array =>
  PaperWorld.create({ instruments: INSTRUMENTS, seed: 3, genesis: timestamp(1_700_000_000_000), recorded: true }).write();

/** The same world with the number of another version at its beginning. */
function withVersion(bytes: Uint8Array, version: number): Uint8Array {
  const writer = new ByteStateWriter();
  writer.number(version);
  const first = writer.finish();
  return Uint8Array.from([...first, ...bytes.subarray(first.length)]);
}

test('EXC-07 OPS-03 a state of this version needs no step, and one of a version without steps is refused', () => {
  expect(upgradeState(world())).toEqual(world());
  for (const version of [STATE_VERSION - 1, STATE_VERSION + 1])
    expect(() => upgradeState(withVersion(world(), version))).toThrow(StateOfAnotherVersion);
});

test('EXC-07 OPS-03 steps follow each other until the state is that of this version', () => {
  const passed: number[] = [];
  const step = (from: number) => [from, (bytes: Uint8Array) => (passed.push(from), withVersion(bytes, from + 1))] as const;
  const steps = new Map([step(STATE_VERSION - 1), step(STATE_VERSION - 2)]);
  const upgraded = upgradeState(withVersion(world(), STATE_VERSION - 2), steps);
  expect(passed).toEqual([STATE_VERSION - 2, STATE_VERSION - 1]);
  expect(PaperWorld.read(upgraded, INSTRUMENTS).write()).toEqual(world());
  expect(() => upgradeState(withVersion(world(), STATE_VERSION - 3), steps)).toThrow(StateOfAnotherVersion);
});

test('a step that leads to no later version is a mistake', () => {
  const steps = new Map([[STATE_VERSION - 1, (bytes: Uint8Array) => bytes]]);
  expect(() => upgradeState(withVersion(world(), STATE_VERSION - 1), steps)).toThrow('leads to a later one');
});
