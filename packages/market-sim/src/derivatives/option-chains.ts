import {
  DELIVERY_TIME_MS,
  divExact,
  deliveryDateText,
  deliveryOf,
  isPerpetual,
  lots,
  milliseconds,
  money,
  price,
  quantity,
  rate,
  ticks,
  timestamp,
  type Coin,
  type DeliveryCode,
  type Instrument,
  type InstrumentTerms,
  type OptionKind,
  type OptionRight,
  type Timestamp,
} from '@tapedeck/domain';
import { DAY_MS } from '../path/calendar.ts';

const UNIT = 100_000_000n;

/** Grid of a coin's options: tick and lot in 1e-8, largest order in lots. */
interface Grid {
  readonly tick: bigint;
  readonly priceDigits: number;
  readonly lot: bigint;
  readonly quantityDigits: number;
  readonly maxLots: number;
}

const CENT = 1_000_000n;

const GRIDS: Readonly<Record<Coin, Grid>> = {
  BTC: { tick: UNIT, priceDigits: 0, lot: CENT, quantityDigits: 2, maxLots: 50_000 },
  ETH: { tick: 10n * CENT, priceDigits: 1, lot: 10n * CENT, quantityDigits: 1, maxLots: 50_000 },
  SOL: { tick: CENT, priceDigits: 2, lot: UNIT, quantityDigits: 0, maxLots: 50_000 },
};
export const OPTION_COINS: readonly Coin[] = Object.keys(GRIDS);

/** Expiries of every coin: some days, and these periods. */
const DAYS = [1, 2];
const PERIODS: readonly DeliveryCode[] = ['W', 'BIW', 'M', 'BIM', 'Q', 'BIQ'];
/** By days to expiry: the gap between strikes as a share of the index, and the strikes kept on each side of it. */
const TENORS: readonly (readonly [days: number, gap: number, sides: number])[] = [
  [2, 0.005, 3],
  [14, 0.01, 4],
  [45, 0.02, 4],
  [Infinity, 0.05, 4],
];
const SETTLES: readonly (readonly [kind: OptionKind, coin: Coin])[] = [
  ['UsdcOption', 'USDC'],
  ['UsdtOption', 'USDT'],
];
const RIGHTS: readonly (readonly [right: OptionRight, letter: string])[] = [
  ['Call', 'C'],
  ['Put', 'P'],
];
const NICE_STEPS = [1, 2, 5, 10];
const MAKER_FEE = rate(20_000n);
const TAKER_FEE = rate(30_000n);
/** 0.015 % of the delivery price (docs/concepts/options.md). */
const DELIVERY_FEE = rate(15_000n);
/** Price limit of an option around its mark price, as a share of the index. */
const PRICE_BAND = rate(5_000_000n);
const MAX_PRICE_TICKS = 5_000_000;

/** 1, 2 or 5 times a power of ten, near `gap` of the index and at least a hundredth. */
function strikeStep(index: number, gap: number): number {
  let unit = 0.01;
  while (unit * 10 <= index * gap) unit *= 10;
  const step = NICE_STEPS.find((nice) => nice * unit >= index * gap * 0.9) ?? 10;
  return Math.round(step * unit * 100) / 100;
}

/** Strikes around the money, on whole steps. */
function strikesAround(index: number, gap: number, sides: number): number[] {
  const step = strikeStep(index, gap);
  const middle = Math.round(index / step);
  const strikes: number[] = [];
  for (let i = -sides; i <= sides; i += 1) if (middle + i > 0) strikes.push(Math.round((middle + i) * step * 100) / 100);
  return strikes;
}

function expiries(now: Timestamp): number[] {
  const today = Math.floor((milliseconds(now) - DELIVERY_TIME_MS) / DAY_MS) * DAY_MS + DELIVERY_TIME_MS;
  const dates = [...DAYS.map((days) => today + days * DAY_MS), ...PERIODS.map((code) => milliseconds(deliveryOf(code, now)))];
  return [...new Set(dates)].sort((a, b) => a - b);
}

/** Strikes of a date around the money, on whole steps. */
function strikesOf(date: number, now: Timestamp, index: number): number[] {
  const days = (date - milliseconds(now)) / DAY_MS;
  const [, gap, sides] = TENORS.find(([most]) => days <= most) ?? [0, 0.05, 4];
  return strikesAround(index, gap, sides);
}

interface Terms {
  readonly kind: OptionKind;
  readonly settleCoin: Coin;
  readonly baseCoin: Coin;
  readonly deliveryAt: Timestamp;
  readonly strike: number;
  readonly right: OptionRight;
}

/** Symbols of the public venue: BTC-25DEC26-100000-C is settled in USDC, BTC-25DEC26-100000-C-USDT in USDT. */
function symbolOf({ baseCoin, deliveryAt, strike, right, settleCoin }: Terms): string {
  const letter = right === 'Call' ? 'C' : 'P';
  const symbol = `${baseCoin}-${deliveryDateText(deliveryAt)}-${strike}-${letter}`;
  return settleCoin === 'USDT' ? `${symbol}-USDT` : symbol;
}

function optionTerms(terms: Terms): InstrumentTerms {
  const { baseCoin, settleCoin, kind, deliveryAt, strike, right } = terms;
  const { tick, priceDigits, lot, quantityDigits, maxLots } = GRIDS[baseCoin] as Grid;
  return {
    symbol: symbolOf(terms),
    kind,
    baseCoin,
    quoteCoin: settleCoin,
    settleCoin,
    tickSize: price(tick),
    priceDigits,
    lotSize: quantity(lot),
    quantityDigits,
    tickLotValue: money(divExact(tick * lot, UNIT)),
    minPrice: ticks(1),
    maxPrice: ticks(MAX_PRICE_TICKS),
    minOrder: lots(1),
    maxLimitOrder: lots(maxLots),
    maxMarketOrder: lots(maxLots / 10),
    maxPostOnlyOrder: lots(maxLots),
    minNotional: money(0n),
    makerFee: MAKER_FEE,
    takerFee: TAKER_FEE,
    tiers: [],
    leverageSections: [],
    fundingIntervalHours: 0,
    fundingCap: rate(0n),
    priceLimitRate: PRICE_BAND,
    depthMergeTimes: [1, 2, 5, 10],
    deliveryAt,
    deliveryFee: DELIVERY_FEE,
    option: { strike: price(BigInt(Math.round(strike * 100)) * CENT), right },
  };
}

/**
 * Every option that trades at a time around the prices of its coins: calls and puts of both settle coins, by coin, date
 * and strike. As the index moves, further strikes are listed; listed ones stay until they expire.
 */
export function optionChains(now: Timestamp, indexOf: (coin: Coin) => number, coins: readonly Coin[] = OPTION_COINS): InstrumentTerms[] {
  const dates = expiries(now);
  return coins.flatMap((baseCoin) => {
    const index = indexOf(baseCoin);
    return dates.flatMap((date) =>
      strikesOf(date, now, index).flatMap((strike) =>
        SETTLES.flatMap(([kind, settleCoin]) =>
          RIGHTS.map(([right]) => optionTerms({ kind, settleCoin, baseCoin, deliveryAt: timestamp(date), strike, right })),
        ),
      ),
    );
  });
}

/** The coins among the perpetuals that have options. */
export function optionCoins(perpetuals: readonly Instrument[]): Coin[] {
  return OPTION_COINS.filter((coin) => perpetuals.some((one) => isPerpetual(one) && one.baseCoin === coin));
}
