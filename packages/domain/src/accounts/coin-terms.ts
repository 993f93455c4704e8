import { invariant } from '../values/assert.ts';
import { parseDecimal } from '../values/decimal.ts';
import { money } from '../values/money.ts';
import { rate } from '../values/quantities.ts';
import type { Money, Rate } from '../values/types.ts';
import type { Coin } from './account.ts';

/** Collateral ratio for the part of the holding between the previous row's `upTo` and this one, in coins. */
export interface CollateralTier {
  readonly upTo: Money | undefined;
  readonly ratio: Rate;
}

/** Collateral value of a coin, and the cost of borrowing it. */
export interface CoinTerms {
  readonly collateral: readonly CollateralTier[];
  /** Maximum loan of one account; 0: the coin is not lent. */
  readonly borrowLimit: Money;
  /** A liability without a manual loan (a loss) bears no interest up to this amount. */
  readonly interestFree: Money;
  /** Interest per hour, as a share of the debt. */
  readonly hourlyInterest: Rate;
  /** Yield per hour, as a share of the savings; 0 if the coin cannot be saved. */
  readonly hourlyYield: Rate;
}

/** Dollar coins: one is one US dollar. */
export const DOLLAR_COINS: ReadonlySet<Coin> = new Set(['USDT', 'USDC']);

const units = (text: string): bigint => {
  const value = parseDecimal(text);
  invariant(value !== undefined, `"${text}" is a decimal`);
  return value;
};

/** Collateral rows `up to: ratio`, borrow limit, interest-free amount, interest and yield per hour. */
type Row = readonly [
  collateral: readonly (readonly [upTo: string, ratio: string])[],
  limit: string,
  free: string,
  interest: string,
  yields: string,
];

/**
 * Interest a year (8,760 hours) of about 5 % for dollars and 2 to 3 % for coins, half of it as yield. Ratios fall with the amount,
 * because a large holding cannot be sold at its price.
 */
const ROWS: Readonly<Record<Coin, Row>> = {
  USDT: [[['', '1']], '2000000', '1000', '0.0000057', '0.0000028'],
  USDC: [[['', '1']], '2000000', '1000', '0.0000057', '0.0000028'],
  BTC: [
    [
      ['250', '0.95'],
      ['500', '0.9'],
      ['1000', '0.8'],
      ['', '0.5'],
    ],
    '50',
    '0',
    '0.0000023',
    '0.0000008',
  ],
  ETH: [
    [
      ['4000', '0.95'],
      ['8000', '0.9'],
      ['16000', '0.8'],
      ['', '0.5'],
    ],
    '800',
    '0',
    '0.0000026',
    '0.0000010',
  ],
  SOL: [
    [
      ['20000', '0.9'],
      ['40000', '0.8'],
      ['', '0.5'],
    ],
    '5000',
    '0',
    '0.0000046',
    '0.0000023',
  ],
  XRP: [
    [
      ['1000000', '0.85'],
      ['2000000', '0.75'],
      ['', '0.4'],
    ],
    '200000',
    '0',
    '0.0000034',
    '0.0000011',
  ],
  DOGE: [
    [
      ['5000000', '0.8'],
      ['10000000', '0.7'],
      ['', '0.3'],
    ],
    '1000000',
    '0',
    '0.0000034',
    '0.0000011',
  ],
};

/** A coin without a row has a ratio of one half and is neither lent nor saved. */
const OTHER: Row = [[['', '0.5']], '0', '0', '0', '0'];

function termsOf([collateral, limit, free, interest, yields]: Row): CoinTerms {
  return {
    collateral: collateral.map(([upTo, ratio]) => ({ upTo: upTo === '' ? undefined : money(units(upTo)), ratio: rate(units(ratio)) })),
    borrowLimit: money(units(limit)),
    interestFree: money(units(free)),
    hourlyInterest: rate(units(interest)),
    hourlyYield: rate(units(yields)),
  };
}

const TERMS: ReadonlyMap<Coin, CoinTerms> = new Map(Object.entries(ROWS).map(([coin, row]) => [coin, termsOf(row)]));
const OTHER_TERMS = termsOf(OTHER);

export function coinTerms(coin: Coin): CoinTerms {
  return TERMS.get(coin) ?? OTHER_TERMS;
}

/** The coins that can be owed or saved. */
export const LENT_COINS: readonly Coin[] = [...TERMS.keys()];

/** Share of a debt that counts as initial and maintenance margin. */
export const BORROW_INITIAL_RATE = rate(units('0.1'));
export const BORROW_MAINTENANCE_RATE = rate(units('0.04'));
/** Share of a forced conversion's value that the house keeps. */
export const CONVERSION_FEE = rate(units('0.001'));
