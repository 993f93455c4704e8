import { isolatedLiquidatable, timestamp, type AccountKind, type Event } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { mustLiquidate } from '../margin/settle-margin.ts';
import { ExchangeState } from '../state/exchange-state.ts';
import { ByteStateReader } from '../codec/state-bytes.ts';
import { readState } from '../snapshot/state-image.ts';
import { Bench, btc, btcInverse, eth } from '../testing/exchange-fixture.ts';
import { Random, moveIndex, nextCommand, type RandomWorld } from '../testing/random-commands.ts';

const INSTRUMENTS = [btc, eth, btcInverse];
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const KINDS: readonly AccountKind[] = ['regular', 'UTA2'];
const UNIT = 100_000_000n;

function stateOf(bench: Bench): ExchangeState {
  const state = new ExchangeState(INSTRUMENTS, timestamp(0));
  readState(state, new ByteStateReader(bench.exchange.write()));
  return state;
}

/** Holders in a market that moved who must be liquidated. */
function overdue(state: ExchangeState, moved: ReadonlySet<number>): string[] {
  const found: string[] = [];
  for (const account of state.accounts.values()) {
    if (account.house) continue;
    for (const slot of account.active) {
      const { id, settleCoin } = slot.instrument;
      if (!moved.has(id) || !slot.hasPosition) continue;
      const { mark } = state.market(id);
      const broken =
        slot.marginMode === 'cross'
          ? mustLiquidate(state, account, settleCoin)
          : slot.positions.some((held) => held.size > 0 && isolatedLiquidatable(held.holding(), held.marginAt(mark)));
      if (broken) found.push(`account ${account.id} in ${slot.instrument.symbol}`);
    }
  }
  return found;
}

function play(seed: number): { checked: number; liquidations: number } {
  const bench = new Bench(INSTRUMENTS);
  for (const [at, account] of ACCOUNTS.entries()) {
    bench.open(account, 20_000n, KINDS[at % 2]);
    bench.fund(account, 'BTC', (4n * UNIT) / 10n);
  }
  const world: RandomWorld = {
    random: new Random(seed),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000],
    time: bench.time,
    lastOrderId: 1,
  };
  let checked = 0;
  let liquidations = 0;
  for (let i = 0; i < 2_500; i += 1) {
    const command = nextCommand(world);
    if (command.type === 'AdvanceClock') moveIndex(bench.market, world);
    world.lastOrderId = Math.max(world.lastOrderId, bench.exchange.apply(command).orderId ?? 0);
    const events: Event[] = bench.exchange.events.splice(0);
    liquidations += events.filter(({ type }) => type === 'PositionLiquidated').length;
    // A fill may leave an account below its margin until the next clock step.
    const traded = events.some(({ type }) => type === 'TradePrinted');
    const moved = new Set(events.flatMap((event) => (event.type === 'PricesChanged' ? [event.instrument] : [])));
    if (command.type !== 'AdvanceClock' || traded || moved.size === 0) continue;
    expect(overdue(stateOf(bench), moved)).toEqual([]);
    checked += 1;
  }
  return { checked, liquidations };
}

describe('C7 liquidation', () => {
  it.each([31, 32])('EXC-02 has happened by the end of the very step in which the mark price moved, seed %i', (seed) => {
    const { checked, liquidations } = play(seed);
    expect(checked).toBeGreaterThan(50);
    expect(liquidations).toBeGreaterThan(5);
  });
});
