import {
  SCALE,
  divExact,
  invariant,
  leverage,
  lots,
  money,
  parseDecimal,
  price,
  quantity,
  rate,
  ticks,
  type Coin,
  type Instrument,
} from '@tapedeck/domain';

/** A spot pair in decimal texts, as a venue's instrument list states it. Limits of orders are in base coin, amounts in quote coin. */
interface SpotPairTerms {
  readonly baseCoin: Coin;
  readonly quoteCoin: 'USDT' | 'USDC';
  readonly tickSize: string;
  readonly lotSize: string;
  readonly maxPrice: string;
  readonly minOrder: string;
  readonly maxLimitOrder: string;
  readonly maxMarketOrder: string;
  readonly maxAmount: string;
}

type Row = readonly [
  baseCoin: Coin,
  quoteCoin: 'USDT' | 'USDC',
  tickSize: string,
  lotSize: string,
  maxPrice: string,
  minOrder: string,
  maxLimitOrder: string,
  maxMarketOrder: string,
  maxAmount: string,
];

/** The venue's spot pairs; maximum limit orders are rounded down to whole lots. */
const PAIRS: readonly Row[] = [
  ['BTC', 'USDT', '0.1', '0.000001', '1999999.8', '0.000011', '83', '41.5', '8000000'],
  ['ETH', 'USDT', '0.01', '0.00001', '199999.98', '0.00029', '4616', '2308', '7000000'],
  ['SOL', 'USDT', '0.01', '0.001', '19999.98', '0.01', '40000', '20000', '6000000'],
  ['XRP', 'USDT', '0.0001', '0.01', '1999.9998', '0.44', '2390343', '1195171', '4000000'],
  ['DOGE', 'USDT', '0.00001', '0.1', '199.99998', '5', '9000000', '4500000', '2000000'],
  ['ADA', 'USDT', '0.0001', '0.01', '199.9998', '1.07', '7591573', '3795786', '4000000'],
  ['LTC', 'USDT', '0.01', '0.00001', '19999.98', '0.00923', '22975', '11487', '600000'],
  ['BTC', 'USDC', '0.1', '0.000001', '1999999.8', '0.000011', '40', '20', '4000000'],
  ['ETH', 'USDC', '0.01', '0.00001', '199999.98', '0.00029', '1200', '600', '4000000'],
  ['SOL', 'USDC', '0.01', '0.001', '19999.98', '0.01', '10000', '5000', '1500000'],
];

/** Smallest value of an order, in quote coin. */
const MIN_AMOUNT = '5';
/** Maximum decimals of an amount. */
const AMOUNT_STEP = '0.01';
/** Fee rates of makers and takers. */
const FEE = '0.001';
/** Price limit rate of limit and market orders, as a share of the mark price (docs/concepts/price-limits.md). */
const PRICE_LIMIT = '0.03';

function units(text: string): bigint {
  const value = parseDecimal(text);
  invariant(value !== undefined && value > 0n, `"${text}" is a positive decimal`);
  return value;
}

function whole(value: bigint, step: bigint, what: string): number {
  invariant(value % step === 0n, `${what} is a whole number of steps`);
  return Number(divExact(value, step));
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;

function spotPair(terms: SpotPairTerms, id: number): Instrument {
  const tick = units(terms.tickSize);
  const lot = units(terms.lotSize);
  invariant((tick * lot) % SCALE === 0n, 'a lot at one tick is worth a whole count of 1e-8 units');
  const count = (text: string): number => whole(units(text), lot, 'the size of an order');
  return {
    id,
    symbol: `${terms.baseCoin}/${terms.quoteCoin}`,
    kind: 'Spot',
    status: 'Trading',
    baseCoin: terms.baseCoin,
    quoteCoin: terms.quoteCoin,
    settleCoin: terms.quoteCoin,
    tickSize: price(tick),
    priceDigits: decimals(terms.tickSize),
    lotSize: quantity(lot),
    quantityDigits: decimals(terms.lotSize),
    tickLotValue: money(divExact(tick * lot, SCALE)),
    minPrice: ticks(1),
    maxPrice: ticks(whole(units(terms.maxPrice), tick, 'the highest price')),
    minOrder: lots(count(terms.minOrder)),
    maxLimitOrder: lots(count(terms.maxLimitOrder)),
    maxMarketOrder: lots(count(terms.maxMarketOrder)),
    maxPostOnlyOrder: lots(count(terms.maxLimitOrder)),
    minNotional: money(units(MIN_AMOUNT)),
    makerFee: rate(units(FEE)),
    takerFee: rate(units(FEE)),
    tiers: [],
    leverageSections: [leverage(100n)],
    fundingIntervalHours: 8,
    fundingCap: rate(0n),
    priceLimitRate: rate(units(PRICE_LIMIT)),
    depthMergeTimes: [1, 10, 50, 100],
    spot: {
      amountStep: money(units(AMOUNT_STEP)),
      maxAmount: money(units(terms.maxAmount)),
      marketPriceLimitRate: rate(units(PRICE_LIMIT)),
      buyClosed: false,
      sellClosed: false,
      shown: true,
      loanable: true,
    },
  };
}

/** Spot pairs of the built-in exchange, with ids from `first` on. */
export function spotPairs(first: number): readonly Instrument[] {
  return PAIRS.map(([baseCoin, quoteCoin, tickSize, lotSize, maxPrice, minOrder, maxLimitOrder, maxMarketOrder, maxAmount], at) =>
    spotPair({ baseCoin, quoteCoin, tickSize, lotSize, maxPrice, minOrder, maxLimitOrder, maxMarketOrder, maxAmount }, first + at),
  );
}
