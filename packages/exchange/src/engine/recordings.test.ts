import { timestamp, type AccountState, type Instrument, type Outcome } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { CommandEncoder } from './command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import { EVERY_COMMAND } from '../testing/every-command.ts';
import { GENESIS, ScriptedMarket, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { FLAT, call, put } from '../testing/option-fixture.ts';
import { Recorder, bytesOf, hexOf, record, replay, type Recorded, type Recording } from '../testing/recordings.ts';
import stored from '../testing/recordings.json?raw';
import { ScenarioPlayer, type ScenarioFloor } from '../testing/scenario.ts';
import { SCENARIOS, SCENARIO_INSTRUMENTS } from '../testing/scenarios.ts';
import { btcSpot, ethBtc } from '../testing/spot-fixture.ts';

const HOUR = 3_600_000;
const numbered = (instruments: readonly Instrument[]): Instrument[] => instruments.map((one, id) => ({ ...one, id }));
const later: Instrument = { ...btc, symbol: 'BTC-LATER', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 9 * HOUR) };
const inverseLater: Instrument = {
  ...btcInverse,
  symbol: 'BTCUSD-LATER',
  kind: 'InverseFutures',
  deliveryAt: timestamp(GENESIS + 9 * HOUR),
};
const never = timestamp(GENESIS + 2_000 * HOUR);
const ends = { deliveryAt: timestamp(GENESIS + 5 * HOUR) };
const orders = { funds: 0, copies: 0, stops: 15 };
const mixed = { funds: 8, copies: 2, stops: 20 };
const everything = numbered([btc, eth, btcInverse, btcUsdc, later, btcSpot, ethBtc, { ...call, ...ends }, { ...put, ...ends }]);

const PRODUCTS: Readonly<Record<string, Recorded>> = {
  linear: { instruments: numbered([btc, eth]), kinds: ['regular'], mix: orders },
  inverse: { instruments: numbered([btcInverse]), kinds: ['regular'], mix: orders },
  usdc: { instruments: numbered([btcUsdc]), kinds: ['regular', 'UTA2'], mix: orders },
  futures: { instruments: numbered([later, inverseLater]), kinds: ['regular'], mix: orders },
  options: { instruments: numbered([btc, { ...call, ...ends }, { ...put, ...ends }]), kinds: ['regular', 'UTA2'], mix: orders },
  spot: { instruments: numbered([btcSpot, ethBtc]), kinds: ['UTA2', 'regular'], mix: { ...mixed, copies: 0 } },
  spreads: {
    instruments: numbered([btc, { ...later, deliveryAt: never }]),
    kinds: ['regular', 'UTA2'],
    mix: { ...orders, stops: 60 },
    spreads: true,
  },
  strategies: { instruments: numbered([btc, btcSpot]), kinds: ['regular', 'UTA2'], mix: { ...orders, stops: 70 } },
  copying: { instruments: numbered([btc]), kinds: ['UTA2'], mix: { funds: 2, copies: 25, stops: 15 } },
  portfolio: { instruments: everything, kinds: ['PM'], mix: mixed, poorer: 2n },
  pools: { instruments: everything, kinds: ['UTA2', 'UTA'], mix: mixed, poorer: 12n },
};

/** The engine on which a scenario plays while all that it does is hashed. */
class RecordedFloor implements ScenarioFloor {
  readonly market = new ScriptedMarket();
  readonly recorder = new Recorder(SCENARIO_INSTRUMENTS, this.market);
  readonly instruments = SCENARIO_INSTRUMENTS;
  #time = GENESIS;

  constructor() {
    this.market.surface = FLAT;
  }

  apply(command: Parameters<ScenarioFloor['apply']>[0]): Promise<Outcome> {
    return Promise.resolve(this.recorder.apply({ ...command, time: timestamp(this.#time) }));
  }

  account(id: number): Promise<AccountState | undefined> {
    return Promise.resolve(this.recorder.exchange.account(id));
  }

  setIndex(instrument: number, index: bigint): void {
    this.market.index.set(instrument, index);
  }

  wait(milliseconds: number): Promise<void> {
    this.#time += milliseconds;
    return this.apply({ type: 'AdvanceClock' }).then(() => undefined);
  }

  takeEvents(): ReturnType<ScenarioFloor['takeEvents']> {
    return this.recorder.takeEvents();
  }
}

interface Recordings {
  readonly products: Readonly<Record<string, Recording>>;
  readonly everyCommand: readonly string[];
  readonly scenarios: Readonly<Record<string, Recording['journalHashes']>>;
}

async function recordScenarios(): Promise<Recordings['scenarios']> {
  const recorded: Record<string, Recording['journalHashes']> = {};
  for (const [file, scenarios] of SCENARIOS) {
    for (const scenario of scenarios) {
      const floor = new RecordedFloor();
      await new ScenarioPlayer(floor).play(scenario);
      floor.takeEvents();
      recorded[`${file}: ${scenario.title}`] = floor.recorder.hashes;
    }
  }
  return recorded;
}

const encoder = new CommandEncoder();

const known = JSON.parse(stored) as Recordings;

/**
 * Compares the engine with results recorded from the same commands. An intended change of behaviour changes the recordings: `-u` records
 * them again. A refactoring must not change the file.
 */
describe('recordings', () => {
  it('EXC-06 the same commands have the same bytes, events and state as when they were recorded', async () => {
    const now: Recordings = {
      products: Object.fromEntries(Object.entries(PRODUCTS).map(([name, product]) => [name, record(product)])),
      everyCommand: EVERY_COMMAND.map((command) => hexOf(encoder.encode(command))),
      scenarios: await recordScenarios(),
    };
    await expect(`${JSON.stringify(now, undefined, 2)}\n`).toMatchFileSnapshot('../testing/recordings.json');
  });

  it.each(Object.entries(known.products))('EXC-06 EXC-07 stored journal bytes of %s lead to the same events and state', (name, product) => {
    const recorded = PRODUCTS[name];
    expect(recorded).toBeDefined();
    if (recorded !== undefined) expect(replay(recorded, product.journal)).toEqual(product.journalHashes);
  });

  it('EXC-07 stored bytes of every command in every shape are read as the command', () => {
    expect(known.everyCommand.map((hex) => decodeCommand(bytesOf(hex)))).toEqual(EVERY_COMMAND);
  });

  it('reach trades, liquidations, settlements and strategies', () => {
    const seen = (name: string): string[] => Object.keys(known.products[name]?.seen ?? {});
    for (const name of Object.keys(PRODUCTS)) expect(seen(name), name).toContain('OrderFilled Trade');
    for (const name of ['linear', 'inverse', 'usdc', 'pools', 'portfolio']) expect(seen(name), name).toContain('PositionLiquidated');
    expect(seen('futures')).toContain('OrderFilled Settle');
    expect(seen('options')).toContain('OrderFilled Delivery');
    expect(seen('copying')).toContain('CopyingChanged');
    expect(seen('strategies')).toContain('StrategyChanged');
    expect(seen('spreads')).toContain('StrategyChanged');
    expect(seen('spot')).toContain('OrderTriggered');
  });
});
