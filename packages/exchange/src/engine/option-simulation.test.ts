import { timestamp, type Event, type Instrument } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, GENESIS, btc } from '../testing/exchange-fixture.ts';
import { FLAT, call, put } from '../testing/option-fixture.ts';
import { nextCommand, Random, type RandomWorld } from '../testing/random-commands.ts';

const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const HOUR = 3_600_000;
const UNIT = 100_000_000n;
const perpetual: Instrument = { ...btc, id: 2 };

/** The index of a time: it swings by 12 % within hours, so that short options come to their end. */
const indexAt = (time: number): bigint => {
  const phase = ((time - GENESIS) % (4 * HOUR)) / (4 * HOUR);
  return BigInt(Math.round(30_000 + 3_600 * (phase < 0.5 ? phase * 4 - 1 : 3 - phase * 4))) * UNIT;
};

function run(seed: number, commands: number): { readonly bench: Bench; readonly seen: Map<string, number> } {
  const ending = timestamp(GENESIS + 20 * HOUR);
  const bench = new Bench([{ ...call, deliveryAt: ending }, { ...put, deliveryAt: ending }, perpetual]);
  bench.market.surface = FLAT;
  bench.market.indexPath = (_, time) => indexAt(time);
  for (const account of ACCOUNTS) bench.open(account, 15_000n + BigInt(account) * 10n, account === ACCOUNTS[0] ? 'PM' : 'UTA2');
  const world: RandomWorld = {
    random: new Random(seed),
    instruments: bench.instruments,
    accounts: ACCOUNTS,
    centre: [600, 1_500, 60_000],
    time: bench.time,
    lastOrderId: 1,
  };
  const seen = new Map<string, number>();
  const count = (event: Event): void => {
    const key = event.type === 'OrderFilled' ? event.kind : event.type;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  for (let i = 0; i < commands; i += 1) {
    const command = nextCommand(world);
    if (command.type === 'AdvanceClock') {
      bench.market.index.set(perpetual.id, indexAt(world.time));
      for (const { id } of [call, put]) {
        const mark = bench.exchange.isListed(id) ? bench.exchange.market(id).mark : undefined;
        if (mark !== undefined) world.centre[id] = Math.max(3, Math.round(Number(mark) / 1e8));
      }
    }
    world.lastOrderId = Math.max(world.lastOrderId, bench.send(command).orderId ?? 0);
    for (const event of bench.exchange.events.splice(0)) count(event);
  }
  return { bench, seen };
}

describe('options under random commands', () => {
  // With 1053 a portfolio is left with bought options alone, which may lose all that they are worth: they are not liquidated.
  it.each([3, 4, 1053])('EXC-06 EXC-02 money adds up through trades, take-overs and exercise, seed %i', (seed) => {
    const { seen, bench } = run(seed, 2_500);
    for (const kind of ['Trade', 'PositionLiquidated', 'Delivery']) expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
    expect(bench.exchange.isListed(call.id)).toBe(false);
  });

  it('EXC-07 the same commands give the same bytes', () => {
    expect(run(5, 1_200).bench.exchange.write()).toEqual(run(5, 1_200).bench.exchange.write());
  });
});
