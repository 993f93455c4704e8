import { describe, expect, test } from 'vitest';
import { leverage, type Outcome, type TraderCommand, type Untimed } from '@tapedeck/domain';
import type { VenueCapabilities } from '@tapedeck/venue';
import { PaperVenue } from '@tapedeck/venue-paper/testing';
import { LINEAR_INSTRUMENTS } from '@tapedeck/venue-paper';
import { PAPER_CAPABILITIES } from '../engine-worker/world.ts';
import { ServedVenue } from './served-venue.ts';
import { TradingGate } from './trading-gate.ts';

const ACCOUNT = 100;
const NOTHING: VenueCapabilities = {
  name: 'bare',
  marginModes: ['cross'],
  positionModes: ['MergedSingle'],
  strategies: [],
  copyTrading: false,
  lending: false,
  cancelOnDisconnect: false,
};

const PAPER = new PaperVenue({ instruments: LINEAR_INSTRUMENTS, seed: 1, now: () => Date.UTC(2026, 4, 6) });

/** A venue with these capabilities that records every call. */
function served(capabilities: VenueCapabilities, gate = new TradingGate(() => false)) {
  const reached: string[] = [];
  const venue = Object.assign(PAPER, {
    capabilities,
    submit: (command: Untimed<TraderCommand>): Promise<Outcome> => {
      reached.push(command.type);
      return Promise.resolve({});
    },
  });
  return { venue: new ServedVenue(venue, gate), reached };
}

const account = ACCOUNT;
const OPTIONAL: readonly Untimed<TraderCommand>[] = [
  { type: 'SetMarginMode', account, instrument: 0, marginMode: 'isolated' },
  { type: 'SetPositionMode', account, instrument: 0, positionMode: 'BothSide' },
  { type: 'CancelStrategy', account, strategyId: 1 },
  { type: 'SetLeading', account, leading: true, name: 'a' },
  { type: 'SetCollateral', account, coin: 'BTC', on: true },
  { type: 'SetCancelOnDisconnect', account, window: 10_000 },
];

describe('the venue as the gateway sees it', () => {
  test.each(OPTIONAL)('refuses $type where the exchange does not offer it, and passes it on where it does', async (command) => {
    const bare = served(NOTHING);
    expect(await bare.venue.submit(command)).toEqual({ refusal: { reason: 'notOffered' } });
    expect(bare.reached).toEqual([]);
    const whole = served(PAPER_CAPABILITIES);
    expect(await whole.venue.submit(command)).toEqual({});
    expect(whole.reached).toEqual([command.type]);
  });

  test('passes on what every exchange offers', async () => {
    const { venue, reached } = served(NOTHING);
    const leverages = { longLeverage: leverage(1_000n), shortLeverage: leverage(1_000n) };
    await venue.submit({ type: 'SetLeverage', account, instrument: 0, ...leverages });
    await venue.submit({ type: 'CancelAllOrders', account, instrument: 0 });
    expect(reached).toEqual(['SetLeverage', 'CancelAllOrders']);
  });

  test('refuses what the gate forbids, and times only what reached the exchange', async () => {
    const { venue, reached } = served(PAPER_CAPABILITIES, new TradingGate((one) => one === ACCOUNT));
    const timed: Outcome[] = [];
    venue.onOutcome = (outcome) => timed.push(outcome);
    expect(await venue.submit({ type: 'CancelAllOrders', account, instrument: 0 })).toEqual({ refusal: { reason: 'tradingBanned' } });
    await venue.submit({ type: 'CancelAllOrders', account: 101, instrument: 0 });
    expect([reached, timed]).toEqual([['CancelAllOrders'], [{}]]);
  });
});
