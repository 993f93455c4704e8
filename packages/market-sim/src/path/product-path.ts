import type { Instrument } from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { BarTree, LEVEL_PARTS, LEVEL_SPANS } from './bar-tree.ts';
import type { CoinPath } from './coin-path.ts';
import { pathScale, type PathScale } from './path-scale.ts';
import type { ProductBasis } from './product-basis.ts';
import { CLOSE, FIELDS, HIGH, LOW, OPEN, PARTS_MAX, VALUE, VOLUME, apportion, apportionValue, fold } from './split-bar.ts';

/** Most instruments are read at one position at a time. */
const BLOCKS_KEPT = 192;
/** Extremes of bars up to a minute vary by this share from the coin's; a larger share would leave no room for inner bars. */
const WICK_NOISE = 0.2;
const WICK_NOISE_MS = 60_000;
/** Volumes of bars differ from the coin's by this share on each level. */
const VOLUME_NOISE = 0.1;

/** Where children meet, on ticks and between them. */
const knots = new Float64Array(PARTS_MAX + 1);
const exact = new Float64Array(PARTS_MAX + 1);
const shares = new Float64Array(PARTS_MAX);

/**
 * The bars of one product in its own ticks and lots: those of its coin, with its own basis, extremes and volumes. Bars
 * of all widths agree like the coin's, because each is split along the coin's children.
 */
export class ProductPath extends BarTree {
  readonly scale: PathScale;
  readonly #coin: CoinPath;
  readonly #basis: ProductBasis;
  readonly #seeds: readonly number[];
  readonly #random = new Random(0);

  constructor(seed: number, instrument: Instrument, coin: CoinPath, basis: ProductBasis) {
    super(BLOCKS_KEPT);
    this.scale = pathScale(instrument);
    this.#coin = coin;
    this.#basis = basis;
    const symbol = hashText(`${instrument.symbol} path`);
    this.#seeds = LEVEL_SPANS.map((_, level) => hashIntegers(seed, symbol, level));
  }

  #reseed(level: number, index: number): void {
    this.#random.reseed(hashIntegers(this.#seeds[level] as number, index));
  }

  /** A price of the coin in ticks of the product at a time, not rounded. */
  #price(coinPrice: number, time: number): number {
    return Math.max(1, coinPrice * this.scale.price * (1 + this.#basis.at(time)));
  }

  protected locateDay(day: number): number {
    return this.keepDay(day, () => this.#day(day));
  }

  #day(day: number): Float64Array {
    const at = this.#coin.locate(0, day);
    const coin = this.#coin.block;
    const span = LEVEL_SPANS[0] as number;
    const field = (name: number): number => coin[at + name] as number;
    const open = Math.round(this.#price(field(OPEN), day * span));
    const close = Math.round(this.#price(field(CLOSE), (day + 1) * span));
    const high = Math.max(open, close, Math.round(this.#price(field(HIGH), (day + 0.5) * span)));
    const low = Math.min(open, close, Math.round(this.#price(field(LOW), (day + 0.5) * span)));
    const mean = (open + high + low + close) / 4;
    this.#reseed(0, day);
    const coins = field(VOLUME) * this.scale.volume * (1 - VOLUME_NOISE + VOLUME_NOISE * this.#random.exponential());
    const volume = Math.max(1, Math.round(coins * (this.scale.inverse ? mean / this.scale.price : 1)));
    const out = new Float64Array(FIELDS);
    for (const [name, value] of [
      [OPEN, open],
      [HIGH, high],
      [LOW, low],
      [CLOSE, close],
      [VOLUME, volume],
      [VALUE, Math.floor(volume * mean)],
    ] as const)
      out[name] = value;
    return out;
  }

  protected split(level: number, parent: number): Float64Array {
    const at = this.locate(level - 1, parent);
    const own = this.block;
    const parts = LEVEL_PARTS[level] as number;
    this.#coin.locate(level, parent * parts);
    const coin = this.#coin.block;
    this.#reseed(level, parent);
    this.#drawKnots(own, at, coin, { level, first: parent * parts, parts });
    const out = new Float64Array(parts * FIELDS);
    const noise = (LEVEL_SPANS[level] as number) > WICK_NOISE_MS ? 0 : WICK_NOISE;
    for (let i = 0; i < parts; i += 1) this.#child(own, at, coin, { out, i, noise });
    reachParent(out, parts, own, at);
    apportion({ total: own[at + VOLUME] as number, shares, parts, out, field: VOLUME });
    apportionValue(own[at + VALUE] as number, parts, out);
    return out;
  }

  /** Boundary prices of children: like the coin's, within the parent. */
  #drawKnots(
    own: Float64Array,
    at: number,
    coin: Float64Array,
    { level, first, parts }: { readonly level: number; readonly first: number; readonly parts: number },
  ): void {
    const span = LEVEL_SPANS[level] as number;
    const [high, low] = [own[at + HIGH] as number, own[at + LOW] as number];
    for (let i = 0; i <= parts; i += 1) {
      const price = i < parts ? (coin[i * FIELDS + OPEN] as number) : (coin[(i - 1) * FIELDS + CLOSE] as number);
      // Prices that the basis would carry beyond the parent are reflected: clamping would leave them flat at its edge.
      exact[i] = fold(this.#price(price, (first + i) * span), low, high);
      knots[i] = Math.round(exact[i] as number);
    }
    knots[0] = own[at + OPEN] as number;
    knots[parts] = own[at + CLOSE] as number;
  }

  #child(
    own: Float64Array,
    at: number,
    coin: Float64Array,
    { out, i, noise }: { readonly out: Float64Array; readonly i: number; readonly noise: number },
  ): void {
    const to = i * FIELDS;
    const [from, until] = [knots[i] as number, knots[i + 1] as number];
    const [open, close] = [coin[to + OPEN] as number, coin[to + CLOSE] as number];
    const up = (coin[to + HIGH] as number) - Math.max(open, close);
    const down = Math.min(open, close) - (coin[to + LOW] as number);
    const wick = (): number => this.scale.price * (1 - noise + 2 * noise * this.#random.unit());
    out[to + OPEN] = from;
    out[to + CLOSE] = until;
    const [begins, ends] = [exact[i] as number, exact[i + 1] as number];
    out[to + HIGH] = Math.min(own[at + HIGH] as number, Math.max(from, until, Math.round(Math.max(begins, ends) + up * wick())));
    out[to + LOW] = Math.max(own[at + LOW] as number, Math.min(from, until, Math.round(Math.min(begins, ends) - down * wick())));
    const traded = (coin[to + VOLUME] as number) * (1 - VOLUME_NOISE + VOLUME_NOISE * this.#random.exponential());
    shares[i] = this.scale.inverse ? traded * (open + close) : traded;
  }
}

/** The child closest to an extreme of its parent reaches it. */
function reachParent(out: Float64Array, parts: number, parent: Float64Array, at: number): void {
  let [highest, lowest] = [0, 0];
  for (let to = FIELDS; to < parts * FIELDS; to += FIELDS) {
    if ((out[to + HIGH] as number) > (out[highest + HIGH] as number)) highest = to;
    if ((out[to + LOW] as number) < (out[lowest + LOW] as number)) lowest = to;
  }
  out[highest + HIGH] = parent[at + HIGH] as number;
  out[lowest + LOW] = parent[at + LOW] as number;
}
