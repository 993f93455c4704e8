// Traps of the live market that a rule could earn from: products that follow others, the impact of one's own orders,
// books that begin to be watched.
import {
  isSpot,
  leverage,
  lots,
  money,
  moneyUnits,
  opposite,
  priceNumber,
  quantityUnits,
  ticks,
  timestamp,
  type Instrument,
  type Side,
} from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { FOUNDING_INSTRUMENTS, SimulatedMarket } from '@tapedeck/market-sim';
import { Tally, type Probe } from './path-probes.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14);
const STEP_MS = 50;
const MINUTE_MS = 60_000;
const POINTS = 10_000;
const UNITS = 1e8;
const TRADER = 100;
const FOLLOW_MINUTES = 60;
/** How long a follower's price is compared with its leader's, and how long a trade on the difference is held. */
const LAG_MS = 300;
const HELD_MS = 1_000;
/** A second trade on the same move is no second trade. */
const PAUSE_MS = 2_000;
const SIZES = [200_000, 2_000_000, 10_000_000];
const HOLDS_MS = [0, 1_000, 10_000];
const SLICES = 10;
const CALM_MS = 90_000;
const COSTS = { contract: 11, spot: 20 };

interface Top {
  readonly bid: number;
  readonly ask: number;
}

class Floor {
  readonly exchange: Exchange;
  time = GENESIS;

  constructor(
    seed: number,
    readonly instruments: readonly Instrument[],
    watched = true,
  ) {
    this.exchange = new Exchange(instruments, new SimulatedMarket(seed, instruments), timestamp(GENESIS));
    const time = timestamp(GENESIS);
    this.exchange.apply({ type: 'AdvanceClock', time });
    this.exchange.apply({ type: 'OpenAccount', time, account: TRADER, kind: 'UTA2' });
    this.exchange.apply({ type: 'CreditAccount', time, account: TRADER, coin: 'USDT', amount: money(10n ** 18n) });
    const ten = leverage(1_000n);
    this.exchange.apply({ type: 'SetLeverage', time, account: TRADER, instrument: 0, longLeverage: ten, shortLeverage: ten });
    if (watched) this.watch();
    this.exchange.takeEvents();
  }

  watch(): void {
    this.exchange.apply({ type: 'WatchMarkets', time: timestamp(this.time), instruments: this.instruments.map(({ id }) => id) });
  }

  run(duration: number, step = STEP_MS): void {
    for (const end = this.time + duration; this.time < end;) {
      this.time += step;
      this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
      this.exchange.takeEvents();
    }
  }

  top({ id, tickSize }: Instrument): Top {
    const { bids, asks } = this.exchange.book(id, 1);
    const tick = priceNumber(tickSize);
    return { bid: (bids[0] ?? 0) * tick, ask: (asks[0] ?? 0) * tick };
  }

  /** Lots within ten basis points of the touch, both sides. */
  depth({ id }: Instrument): number {
    const { bids, asks } = this.exchange.book(id, 500);
    let sum = 0;
    for (const rows of [bids, asks])
      for (let at = 0; at < rows.length; at += 2)
        if (Math.abs((rows[at] ?? 0) / (rows[0] ?? 1) - 1) <= 10 / POINTS) sum += rows[at + 1] ?? 0;
    return sum;
  }

  /** Takes so many lots at the market, in as many orders as it needs; returns dollars, negative for what was paid. */
  take({ id, maxMarketOrder }: Instrument, side: Side, count: number): number {
    let cash = 0;
    for (let left = count; left > 0;) {
      const quantity = Math.min(left, Number(maxMarketOrder));
      const outcome = this.exchange.apply({
        type: 'PlaceOrder',
        time: timestamp(this.time),
        account: TRADER,
        instrument: id,
        side,
        orderType: 'Market',
        price: ticks(0),
        quantity: lots(quantity),
        timeInForce: 'ImmediateOrCancel',
        reduceOnly: false,
        positionIndex: 0,
        clientOrderId: '',
        source: 'api',
      });
      if (outcome.refusal?.reason === 'marketNoLiquidity') {
        // It took all that there was: more comes with the next step.
        this.run(STEP_MS);
        continue;
      }
      if (outcome.refusal !== undefined) throw new Error(`an order of a probe was refused: ${outcome.refusal.reason}`);
      let filled = 0;
      for (const event of this.exchange.takeEvents()) {
        if (event.type !== 'OrderFilled' || event.account !== TRADER) continue;
        cash += ((side === 'Sell' ? 1 : -1) * Number(moneyUnits(event.value))) / UNITS;
        filled += Number(event.quantity);
      }
      left -= filled;
      if (filled === 0) this.run(STEP_MS);
    }
    return cash;
  }

  get held(): number {
    const [position] = this.exchange.account(TRADER)?.positions ?? [];
    return position === undefined ? 0 : Number(position.size);
  }
}

const middle = ({ bid, ask }: Top): number => (bid + ask) / 2;

/** Trades in what follows when the leader has moved and it has not. */
function following(seed: number, tallyOf: (name: string, cost: number) => Tally): void {
  const instruments = FOUNDING_INSTRUMENTS.filter(
    ({ kind, baseCoin, quoteCoin }) =>
      baseCoin === 'BTC' &&
      (['LinearPerpetual', 'UsdcPerpetual', 'InversePerpetual'].includes(kind) || (kind === 'Spot' && quoteCoin === 'USDT')),
  ).map((one, id) => ({ ...one, id }));
  const leader = instruments.find(({ kind }) => kind === 'LinearPerpetual');
  if (leader === undefined) return;
  const floor = new Floor(seed, instruments);
  const steps = LAG_MS / STEP_MS;
  const seen = new Map<number, number[]>(instruments.map(({ id }) => [id, []]));
  const open: {
    readonly instrument: Instrument;
    readonly sign: number;
    readonly paid: number;
    readonly until: number;
    readonly into: readonly Tally[];
  }[] = [];
  const quietUntil = new Map<number, number>();
  while (floor.time < GENESIS + FOLLOW_MINUTES * MINUTE_MS) {
    floor.run(STEP_MS);
    for (const one of instruments) seen.get(one.id)?.push(middle(floor.top(one)));
    const moved = (id: number): number => {
      const prices = seen.get(id) ?? [];
      return ((prices.at(-1) ?? 1) / (prices.at(-1 - steps) ?? prices.at(-1) ?? 1) - 1) * POINTS;
    };
    const led = moved(leader.id);
    for (const instrument of instruments) {
      if (instrument === leader || floor.time < (quietUntil.get(instrument.id) ?? 0)) continue;
      const apart = led - moved(instrument.id);
      const { bid, ask } = floor.top(instrument);
      const cost = isSpot(instrument) ? COSTS.spot : COSTS.contract;
      const into = [1, 3, 6]
        .filter((least) => Math.abs(apart) >= least)
        .map((least) => tallyOf(`following BTCUSDT in ${instrument.kind}, ${least} bp behind`, cost));
      if (into.length === 0) continue;
      quietUntil.set(instrument.id, floor.time + PAUSE_MS);
      open.push({ instrument, sign: Math.sign(apart), paid: apart > 0 ? ask : bid, until: floor.time + HELD_MS, into });
    }
    while (open[0] !== undefined && open[0].until <= floor.time) {
      const { instrument, sign, paid, into } = open.shift() as (typeof open)[number];
      const { bid, ask } = floor.top(instrument);
      for (const tally of into) tally.note(((sign * ((sign > 0 ? bid : ask) - paid)) / paid) * POINTS);
    }
  }
}

/** Buys or sells much, at once or in slices, and closes it after a while. */
function roundTrips(seed: number, tallyOf: (name: string, cost: number) => Tally): void {
  const instruments = FOUNDING_INSTRUMENTS.filter(({ symbol }) => symbol === 'BTCUSDT').map((one, id) => ({ ...one, id }));
  const [bitcoin] = instruments;
  if (bitcoin === undefined) return;
  const floor = new Floor(seed, instruments);
  floor.run(MINUTE_MS);
  const lot = Number(quantityUnits(bitcoin.lotSize)) / UNITS;
  for (const side of ['Buy', 'Sell'] as const)
    for (const dollars of SIZES)
      for (const hold of HOLDS_MS)
        for (const slices of [1, SLICES]) {
          const count = Math.round(dollars / middle(floor.top(bitcoin)) / lot / slices);
          let cash = 0;
          for (let slice = 0; slice < slices; slice += 1) {
            cash += floor.take(bitcoin, side, count);
            if (slices > 1) floor.run(1_000);
          }
          floor.run(hold);
          const traded = Math.abs(cash);
          cash += floor.take(bitcoin, opposite(side), floor.held);
          tallyOf(`round trip of ${dollars / 1e6} million in ${slices} orders, held ${hold / 1_000} s`, COSTS.contract).note(
            (cash / traded) * POINTS,
          );
          floor.run(CALM_MS);
        }
}

/** Round trips in minor coins that nobody watches, from both sides in turn without a rest: each begins where the last one pushed the book. */
export function pushes(seed: number, tallyOf: (name: string, cost: number) => Tally): void {
  for (const name of ['SOLUSDT', 'XLMUSDT']) {
    const instruments = FOUNDING_INSTRUMENTS.filter(({ symbol }) => symbol === name).map((one, id) => ({ ...one, id }));
    const [minor] = instruments;
    if (minor === undefined) continue;
    const floor = new Floor(seed, instruments, false);
    floor.run(MINUTE_MS);
    const lot = Number(quantityUnits(minor.lotSize)) / UNITS;
    for (const dollars of [80_000, 200_000])
      for (let turn = 0; turn < 6; turn += 1) {
        const side = turn % 2 === 0 ? 'Buy' : 'Sell';
        const entry = floor.take(minor, side, Math.round(dollars / middle(floor.top(minor)) / lot));
        floor.run(3_000);
        const cash = entry + floor.take(minor, opposite(side), floor.held);
        tallyOf(`round trips of ${dollars / 1_000} thousand in ${name}, in turn`, COSTS.contract).note((cash / Math.abs(entry)) * POINTS);
      }
  }
}

/** Depth of a book ten seconds after it became watched, in percent of the depth before. */
function watching(seed: number, tally: Tally): void {
  const instruments = FOUNDING_INSTRUMENTS.filter(
    ({ kind, baseCoin }) => kind === 'LinearPerpetual' && ['BTC', 'ETH', 'DOGE'].includes(baseCoin),
  ).map((one, id) => ({ ...one, id }));
  const floor = new Floor(seed, instruments, false);
  floor.run(2 * MINUTE_MS, 1_000);
  const before = instruments.map((one) => floor.depth(one));
  floor.watch();
  floor.run(10_000);
  for (const [at, one] of instruments.entries()) tally.note((floor.depth(one) / (before[at] ?? 1) - 1) * 100);
}

/** Every trap of the live market over some seeds. */
export function floorProbes(firstSeed: number, seeds: number): { readonly rules: readonly Probe[]; readonly watched: Tally } {
  const probes = new Map<string, Probe>();
  const tallyOf = (name: string, cost: number): Tally => {
    const known = probes.get(name) ?? { name, cost, tally: new Tally() };
    probes.set(name, known);
    return known.tally;
  };
  const watched = new Tally();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    following(seed, tallyOf);
    roundTrips(seed, tallyOf);
    pushes(seed, tallyOf);
    watching(seed, watched);
  }
  return { rules: [...probes.values()], watched };
}
