import { lots, milliseconds, price, quantity, ticks, type Event, type PlaceOrder, type Timestamp } from '@tapedeck/domain';
import { Digest } from '@tapedeck/exchange/testing';
import { FOUNDING_INSTRUMENTS, LINEAR_INSTRUMENTS, MINUTE_MS, instrumentsOf, leadersBegin } from '@tapedeck/market-sim';
import { expect, test } from 'vitest';
import recordings from '@tapedeck/exchange/testing/recordings.json?raw';
import { PaperVenue, type PaperVenueOptions } from './testing/paper-venue.ts';
import { RULES } from './rules-identity.ts';
import { isUnderTheseRules } from './rules.ts';

/** Ten minutes before funding and the end of a day's options. */
const BEGIN = Date.UTC(2026, 4, 6, 7, 50);
const UNIT = 100_000_000n;
const [MAKER, TAKER] = [200, 201];

const textOf = (value: unknown): string => JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));

/** Kinds of events in all recorded venues. */
const seen = new Set<string>();

/** A venue of its own time; everything that happens in it is hashed. */
class Recorded {
  readonly venue: PaperVenue;
  readonly #events = new Digest();
  #time = BEGIN;

  constructor(options: Omit<PaperVenueOptions, 'now'>) {
    this.venue = new PaperVenue({ ...options, now: () => this.#time });
    const tell = (events: readonly Event[], time: Timestamp): void => {
      this.#events.text(textOf([milliseconds(time), events]));
      for (const event of events) seen.add(event.type === 'OrderFilled' ? `OrderFilled ${event.kind}` : event.type);
    };
    this.venue.listen({
      onEvents: ({ events, time }) => tell(events, time),
      onBook: () => undefined,
      onMarket: () => undefined,
      onMinuteBar: () => undefined,
    });
    for (const account of [MAKER, TAKER]) this.venue.openAccount(account, 100_000n * UNIT);
  }

  run(steps: number, elapsed: number): void {
    for (let step = 0; step < steps; step += 1) {
      this.#time += elapsed;
      this.venue.tick();
    }
  }

  order(account: number, change: Partial<PlaceOrder>): void {
    const order = { instrument: 0, quantity: lots(20), timeInForce: 'GoodTillCancel', reduceOnly: false, positionIndex: 0 } as const;
    const named = { type: 'PlaceOrder', account, clientOrderId: '', source: 'form', side: 'Buy', orderType: 'Market' } as const;
    this.venue.apply({ ...named, ...order, price: ticks(0), ...change });
  }

  get identity(): string {
    const state = new Digest();
    state.bytes(this.venue.world.write());
    return `${this.#events.value} ${state.value}`;
  }
}

/** Simulated market of a coin with all its products, watched and unwatched, with orders and each scenario. */
function simulated(): string {
  const floor = new Recorded({ instruments: instrumentsOf(['BTC']), seed: 5, derivatives: true });
  const { venue } = floor;
  for (const command of leadersBegin(venue.world.now)) venue.apply(command);
  venue.watch([0]);
  floor.run(50, 100);
  const last = venue.market(0)?.state.last ?? price(UNIT);
  const tick = Number(last) / Number(venue.instruments[0]?.tickSize ?? 1n);
  floor.order(TAKER, {});
  floor.order(TAKER, { side: 'Sell', quantity: lots(5) });
  floor.order(MAKER, { orderType: 'Limit', price: ticks(Math.round(tick * 0.999)) });
  floor.order(MAKER, { orderType: 'Limit', side: 'Sell', price: ticks(Math.round(tick * 1.001)) });
  floor.run(100, 100);
  for (const scenario of ['volatilityJump', 'flashCrash', 'thinBook', 'feedOutage', 'latency', 'gap'] as const) {
    const duration = 20_000;
    const size = scenario === 'flashCrash' || scenario === 'gap' ? -300 : 5_000;
    venue.apply({ type: 'StageScenario', scenario, coin: 'BTC', basisPoints: scenario === 'feedOutage' ? 0 : size, duration });
    floor.run(30, 1_000);
  }
  venue.watch([]);
  floor.run(60, MINUTE_MS);
  return floor.identity;
}

/** All products of all coins, for some minutes. */
function everything(): string {
  const floor = new Recorded({ instruments: FOUNDING_INSTRUMENTS, seed: 7, derivatives: true });
  for (const command of leadersBegin(floor.venue.world.now)) floor.venue.apply(command);
  floor.run(15, MINUTE_MS);
  return floor.identity;
}

/** A recorded tape and book, with orders before and behind them. */
function recorded(): string {
  const floor = new Recorded({ instruments: LINEAR_INSTRUMENTS, seed: 1, recorded: true });
  const { venue } = floor;
  const tickSize = Number(LINEAR_INSTRUMENTS[0]?.tickSize ?? 1n);
  const at = (offset: number): number => 600_000 + offset;
  venue.apply({ type: 'ReplayBook', instrument: 0, whole: true, bids: [at(-1), 50, at(-2), 70], asks: [at(1), 40, at(2), 60] });
  floor.order(MAKER, { orderType: 'Limit', price: ticks(at(-1)) });
  floor.order(TAKER, { orderType: 'Limit', side: 'Sell', price: ticks(at(2)) });
  floor.order(TAKER, { quantity: lots(10) });
  for (let trade = 0; trade < 60; trade += 1) {
    const offset = ((trade * 7) % 11) - 5;
    const side = trade % 3 === 0 ? 'Buy' : 'Sell';
    venue.replay({ instrument: 0, side, price: price(BigInt(at(offset) * tickSize)), quantity: quantity(UNIT / 10n) });
    venue.apply({
      type: 'ReplayBook',
      instrument: 0,
      whole: false,
      bids: [at(offset - 1), 30 + trade],
      asks: [at(offset + 1), 20 + trade],
    });
    floor.run(1, 1_000);
  }
  return floor.identity;
}

/**
 * Journals name this identity, and a server with another one refuses them. It covers the recordings of the engine and what the
 * markets make of a seed or a tape. A change of behaviour changes it: `-u` writes it, and every exchange then needs an upgrade.
 */
test('OPS-03 EXC-06 SIM-01 the identity of the rules is that of what they do', async () => {
  const digest = new Digest();
  for (const part of [recordings, simulated(), everything(), recorded()]) digest.text(part);
  await expect(`/** Identity of the rules of trading and of the markets: \`rules.test.ts\` computes it from what they do. */
export const RULES = '${digest.value}';
`).toMatchFileSnapshot('./rules-identity.ts');
  const reached = [
    'OrderFilled Trade',
    'OrderFilled Funding',
    'PositionLiquidated',
    'DeliverySettled',
    'InstrumentListed',
    'CopyingChanged',
  ];
  expect([...seen]).toEqual(expect.arrayContaining(reached));
});

test('OPS-03 a journal is under these rules if it names them; the first that named none had the rules of its time', () => {
  expect(isUnderTheseRules(RULES)).toBe(true);
  expect(isUnderTheseRules('other rules')).toBe(false);
  expect(isUnderTheseRules()).toBe(isUnderTheseRules('e18ae45d8985736f'));
});
