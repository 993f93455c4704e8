import { RULES, STATE_VERSION, StateOfAnotherVersion, isUnderTheseRules } from '@tapedeck/venue-paper';
import { expect, test } from 'vitest';
import { GenesisUnreadable, decodeGenesis, encodeGenesis, foundingInstruments, readGenesis, type Genesis } from './genesis.ts';

const GENESIS: Genesis = {
  source: 'replay',
  seed: 1,
  time: 1_700_000_000_000,
  label: 'capture.jsonl',
  recordings: [{ path: '/recordings/capture.jsonl', sha256: 'ab'.repeat(32) }],
};

/** A first record as a server of another version writes it. */
const other = (change: object): Uint8Array => {
  const written = JSON.parse(new TextDecoder().decode(encodeGenesis(GENESIS))) as object;
  return new TextEncoder().encode(JSON.stringify({ ...written, ...change }));
};

test('SIM-08 the first record of a journal names the recordings of its replay', () => {
  expect(decodeGenesis(encodeGenesis(GENESIS))).toEqual(GENESIS);
  expect(decodeGenesis(encodeGenesis({ ...GENESIS, steps: true }))).toEqual({ ...GENESIS, steps: true });
});

test('OPS-01 the first record names the coins of a market, whose contracts are listed with ids without a gap', () => {
  const coins = ['BTC', 'ETH'];
  const genesis = { source: 'simulated', seed: 1, time: 1_700_000_000_000, label: '1', coins } as const;
  expect(decodeGenesis(encodeGenesis(genesis))).toEqual(genesis);
  const founding = foundingInstruments(genesis);
  expect(founding.map(({ id }) => id)).toEqual(founding.map((_, at) => at));
  expect([...new Set(founding.map(({ baseCoin }) => baseCoin))]).toEqual(coins);
  expect(new Set(founding.map(({ kind }) => kind)).size).toBe(new Set(foundingInstruments({}).map(({ kind }) => kind)).size);
});

test('EXC-07 a journal of another version is refused in words, also without a snapshot', () => {
  expect(() => decodeGenesis(other({ format: 1 }))).toThrow(GenesisUnreadable);
  expect(() => decodeGenesis(other({ format: 1 }))).toThrow(/start that version, or choose a new data folder/);
  expect(() => decodeGenesis(other({ format: 3 }))).toThrow(/use that server/);
  for (const state of [STATE_VERSION - 1, STATE_VERSION + 1]) {
    expect(() => decodeGenesis(other({ state }))).toThrow(StateOfAnotherVersion);
    expect(() => decodeGenesis(other({ state }))).toThrow(/start that version, or choose a new data folder/);
  }
});

test('OPS-03 EXC-07 the first record after an upgrade names the state that the journal begins with', () => {
  const opening = { sequence: 41, hash: 'cd'.repeat(32), entries: 3, archive: 'state-10-2026-07-01T12-30-15' };
  expect(decodeGenesis(encodeGenesis({ ...GENESIS, opening }))).toEqual({ ...GENESIS, opening });
});

test('OPS-03 a journal of another catalogue is refused in words: its ids and lots would mean other contracts', () => {
  const simulated = { source: 'simulated', seed: 1, time: 1_700_000_000_000, label: '1', coins: ['BTC'] } as const;
  const written = JSON.parse(new TextDecoder().decode(encodeGenesis(simulated))) as object;
  const change = (changed: object): Uint8Array => new TextEncoder().encode(JSON.stringify({ ...written, ...changed }));
  expect(decodeGenesis(change({}))).toEqual(simulated);
  expect(() => decodeGenesis(change({ coins: ['ETH'] }))).toThrow(
    /lists other contracts .* start that version, or choose a new data folder/,
  );
  expect(decodeGenesis(change({ coins: ['ETH'], catalogue: undefined }))).toMatchObject({ coins: ['ETH'] });
});

test('OPS-03 a state of an earlier version is refused with the way to carry it over, and a later one without it', () => {
  expect(() => decodeGenesis(other({ state: STATE_VERSION - 1 }))).toThrow('npm run operator -- upgrade');
  expect(() => decodeGenesis(other({ state: STATE_VERSION + 1 }))).toThrow(/reads \d+\): start that version/);
});

test('OPS-03 EXC-07 a journal under other rules is refused with the way to carry it over, also when its state has the same layout', () => {
  const words = /under other rules of trading \(other; this version has [0-9a-f]{16}\): run "npm run operator -- upgrade"/;
  expect(() => decodeGenesis(other({ rules: 'other' }))).toThrow(words);
  // An upgrade reads it.
  expect(readGenesis(other({ rules: 'other' })).genesis).toEqual(GENESIS);
  expect(readGenesis(encodeGenesis(GENESIS)).rules).toBe(RULES);
});

test('OPS-03 a journal of a version that named no rules goes on as one under the rules of that version', () => {
  const unnamed = other({ rules: undefined });
  if (isUnderTheseRules()) expect(decodeGenesis(unnamed)).toEqual(GENESIS);
  else expect(() => decodeGenesis(unnamed)).toThrow('npm run operator -- upgrade');
});
