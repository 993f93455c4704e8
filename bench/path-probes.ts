// Traps of the price path that a rule could earn from: what a part of a bar says of the rest, hours and fundings, launches, minutes that revert.
import { timestamp, type Instrument } from '@tapedeck/domain';
import { FOUNDING_INSTRUMENTS, PricePath } from '@tapedeck/market-sim';
import { ListingCalendar } from '../packages/market-sim/src/listings/listing-calendar.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const POINTS = 10_000;
const COINS = ['BTC', 'ETH', 'DOGE'];
const FROM = Date.UTC(2026, 0, 5);
const LISTED_UNTIL = Date.UTC(2030, 0, 1);

/** Gathers a figure as it comes: nothing is kept of it but the sums. */
export class Tally {
  count = 0;
  #sum = 0;
  #squares = 0;

  note(value: number): void {
    this.count += 1;
    this.#sum += value;
    this.#squares += value * value;
  }

  get mean(): number {
    return this.#sum / Math.max(1, this.count);
  }

  /** The mean over its standard error. */
  get t(): number {
    const variance = this.#squares / Math.max(1, this.count) - this.mean * this.mean;
    return variance > 0 ? (this.mean / Math.sqrt(variance)) * Math.sqrt(this.count) : 0;
  }
}

export interface Probe {
  readonly name: string;
  readonly tally: Tally;
  /** Cost of a round trip, basis points. */
  readonly cost: number;
}

const perpetuals = (): readonly Instrument[] =>
  FOUNDING_INSTRUMENTS.filter(({ kind, baseCoin }) => kind === 'LinearPerpetual' && COINS.includes(baseCoin)).map((one, id) => ({
    ...one,
    id,
  }));

interface Bar {
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
}
const returnOf = ({ open, close }: Bar): number => close / open - 1;
const rangeOf = ({ open, high, low }: Bar): number => (high - low) / open;

/** Follows the first half of a day, an hour or five minutes into the second, calm and wild ones apart. */
function halves(path: PricePath, { id }: Instrument, { minutes, days, calm, wild }: HalfProbe): void {
  const half = minutes / 2;
  const count = (days * 1_440) / half;
  const bars = path.bars(id, half, FROM / MINUTE_MS / half, count);
  const usual = bars.reduce((sum, bar) => sum + rangeOf(bar), 0) / bars.length;
  for (let at = 0; at + 1 < bars.length; at += 2) {
    const [first, second] = [bars[at] as Bar, bars[at + 1] as Bar];
    const tally = rangeOf(first) > usual ? wild : calm;
    tally.note(Math.sign(returnOf(first)) * returnOf(second) * POINTS);
  }
}

interface HalfProbe {
  readonly minutes: number;
  readonly days: number;
  readonly calm: Tally;
  readonly wild: Tally;
}

/** Fades each minute that moved more than the usual one, and holds for a minute. */
function minuteReversion(path: PricePath, { id }: Instrument, tally: Tally): void {
  const bars = path.bars(id, 1, FROM / MINUTE_MS, 20 * 1_440);
  const usual = bars.reduce((sum, bar) => sum + Math.abs(returnOf(bar)), 0) / bars.length;
  for (const [at, bar] of bars.entries()) {
    const next = bars[at + 1];
    if (next !== undefined && Math.abs(returnOf(bar)) > 2 * usual) tally.note(-Math.sign(returnOf(bar)) * returnOf(next) * POINTS);
  }
}

/** Buys some seconds before a full interval and sells as long after it. */
function aroundTimes(path: PricePath, { id }: Instrument, every: number, tally: Tally): void {
  const days = every >= HOUR_MS ? 60 : 4;
  for (let at = FROM + every; at < FROM + days * DAY_MS; at += every) {
    const price = (time: number): number => path.priceAt(id, time);
    tally.note((price(at + 5_000) / price(at - 5_000) - 1) * POINTS);
  }
}

/** Buys what is launched, and sells a day later. */
function launches(seed: number, tally: Tally): void {
  const coming = new ListingCalendar(seed).announcedBy(LISTED_UNTIL);
  const instruments = coming.map((terms, id): Instrument => ({
    ...terms,
    id,
    status: 'Trading',
    launchAt: timestamp(Number(terms.launchAt)),
  }));
  const path = new PricePath(seed, instruments);
  for (const { id, launchAt } of instruments) {
    const from = Number(launchAt);
    const bar = path.span(id, from, from + DAY_MS);
    if (bar !== undefined) tally.note(returnOf(bar) * POINTS);
  }
}

/** Every trap of the path over some seeds, by name. */
export function pathProbes(firstSeed: number, seeds: number): readonly Probe[] {
  const probes = new Map<string, Probe>();
  const tally = (name: string, cost: number): Tally => {
    const known = probes.get(name) ?? { name, cost, tally: new Tally() };
    probes.set(name, known);
    return known.tally;
  };
  const instruments = perpetuals();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const path = new PricePath(seed, instruments);
    for (const instrument of instruments) {
      for (const [name, minutes, days] of [
        ['day', 1_440, 600],
        ['12 hours', 720, 400],
        ['hour', 60, 60],
        ['half hour', 30, 40],
      ] as const) {
        const [calm, wild] = [
          tally(`second half of a calm ${name} after the first`, 11),
          tally(`second half of a wild ${name} after the first`, 11),
        ];
        halves(path, instrument, { minutes, days, calm, wild });
      }
      minuteReversion(path, instrument, tally('fading a large minute for a minute', 11));
      for (const [name, every] of [
        ['minutes', MINUTE_MS],
        ['hours', HOUR_MS],
        ['fundings', 8 * HOUR_MS],
      ] as const)
        aroundTimes(path, instrument, every, tally(`from 5 s before to 5 s after full ${name}`, 11));
    }
    launches(seed, tally('first day of a new coin', 11));
  }
  return [...probes.values()];
}
