import {
  isolatedFreeMargin,
  leverage,
  liquidationPrice,
  lots,
  maintenanceMarginOf,
  money,
  moneyUnits,
  costOf,
  feeToClose,
  initialMarginOf,
  tradingFee,
  priceUnits,
  ticks,
  valueAtTick,
  type Instrument,
  type Side,
} from '@tapedeck/domain';
import { Decimal } from 'decimal.js';
import { seededRandom } from './random.ts';

/** The order form's figures for one side of an order that opens an isolated position, as counts of 1e-8. */
export interface Preview {
  readonly value: bigint;
  readonly initialMargin: bigint;
  readonly openFee: bigint;
  readonly closeFee: bigint;
  readonly cost: bigint;
  readonly maintenanceMargin: bigint;
  /** -1 when no price liquidates. */
  readonly liquidation: bigint;
}

export interface PreviewCase {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  /** Hundredths. */
  readonly leverage: number;
}

const FIELDS = ['value', 'initialMargin', 'openFee', 'closeFee', 'cost', 'maintenanceMargin', 'liquidation'] as const;

/** The preview by the functions that the exchange margins and liquidates with. */
export function previewByDomain(instrument: Instrument, order: PreviewCase): Preview {
  const { side } = order;
  const size = lots(order.lots);
  const value = valueAtTick(instrument, size, ticks(order.ticks));
  const by = leverage(BigInt(order.leverage));
  const terms = {
    initialMargin: initialMarginOf(value, by),
    openFee: tradingFee(value, instrument.takerFee),
    closeFee: feeToClose(instrument, side, value, by),
    cost: costOf(instrument, side, value, by),
  };
  const margin = money(moneyUnits(terms.initialMargin) + moneyUnits(terms.closeFee));
  const cushion = isolatedFreeMargin(instrument, side, value, margin);
  const liquidation = liquidationPrice({ instrument, side, size, entryValue: value, cushion });
  return {
    value: moneyUnits(value),
    initialMargin: moneyUnits(terms.initialMargin),
    openFee: moneyUnits(terms.openFee),
    closeFee: moneyUnits(terms.closeFee),
    cost: moneyUnits(terms.cost),
    maintenanceMargin: moneyUnits(maintenanceMarginOf(instrument.tiers, value)),
    liquidation: liquidation === undefined ? -1n : priceUnits(liquidation),
  };
}

const Exact = Decimal.clone({ precision: 50, toExpNeg: -40, toExpPos: 40 });
const DIGITS = 8;
const ONE = new Exact(1);

const decimal = (units: { toString(): string }): Decimal => new Exact(units.toString()).div(1e8);

/** The instrument's terms as decimals, made once. */
export interface DecimalTerms {
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly takerFee: Decimal;
  readonly tiers: readonly { readonly limit: Decimal; readonly rate: Decimal; readonly deduction: Decimal }[];
}

export function decimalTerms(instrument: Instrument): DecimalTerms {
  return {
    tickSize: decimal(instrument.tickSize),
    lotSize: decimal(instrument.lotSize),
    takerFee: decimal(instrument.takerFee),
    tiers: instrument.tiers.map((tier) => ({
      limit: decimal(tier.limit),
      rate: decimal(tier.maintenanceRate),
      deduction: decimal(tier.deduction),
    })),
  };
}

export type DecimalPreview = Readonly<Record<keyof Preview, Decimal>>;

/** The same formulas written with decimal.js, and with nothing else of ours. */
export function previewByDecimal(terms: DecimalTerms, order: PreviewCase): DecimalPreview {
  const long = order.side === 'Buy';
  const times = new Exact(order.leverage).div(100);
  const quantity = terms.lotSize.times(order.lots);
  const value = terms.tickSize.times(order.ticks).times(quantity);
  const initialMargin = value.div(times).toDecimalPlaces(DIGITS, Decimal.ROUND_CEIL);
  const openFee = value.times(terms.takerFee).toDecimalPlaces(DIGITS, Decimal.ROUND_CEIL);
  const share = long ? times.minus(ONE) : times.plus(ONE);
  const closeFee = value.times(share).times(terms.takerFee).div(times).toDecimalPlaces(DIGITS, Decimal.ROUND_CEIL);
  const cost = initialMargin.plus(openFee).plus(closeFee);
  return {
    value,
    initialMargin,
    openFee,
    closeFee,
    cost,
    maintenanceMargin: decimalMaintenance(terms, value),
    liquidation: decimalLiquidation(terms, long, quantity, value, initialMargin.plus(closeFee)),
  };
}

function decimalMaintenance(terms: DecimalTerms, value: Decimal): Decimal {
  const tier = terms.tiers.find((row) => value.lte(row.limit)) ?? terms.tiers[terms.tiers.length - 1];
  if (tier === undefined) throw new Error('no tiers');
  return Decimal.max(value.times(tier.rate).toDecimalPlaces(DIGITS, Decimal.ROUND_CEIL).minus(tier.deduction), 0);
}

/**
 * The liquidation formula (docs/concepts/liquidation.md) uses maintenance margin before it is rounded up to a unit. The rounded margin can
 * be reached one tick earlier; if that tick already liquidates, it is the liquidation price.
 */
function decimalLiquidation(terms: DecimalTerms, long: boolean, quantity: Decimal, value: Decimal, margin: Decimal): Decimal {
  const divisor = long ? ONE.minus(terms.takerFee) : ONE.plus(terms.takerFee);
  const free = margin.minus(value.times(terms.takerFee)).div(divisor).toDecimalPlaces(DIGITS, Decimal.ROUND_FLOOR);
  const none = new Exact(-1);
  const last = terms.tiers.length - 1;
  for (const [at, tier] of terms.tiers.entries()) {
    const left = long ? value.minus(free).minus(tier.deduction) : value.plus(free).plus(tier.deduction);
    const rate = long ? ONE.minus(tier.rate) : ONE.plus(tier.rate);
    const liquidationValue = left.div(rate);
    if (at < last && liquidationValue.gt(tier.limit)) continue;
    if (left.lte(0)) return none;
    const exact = left.div(rate.times(quantity));
    const price = exact
      .div(terms.tickSize)
      .toDecimalPlaces(0, long ? Decimal.ROUND_FLOOR : Decimal.ROUND_CEIL)
      .times(terms.tickSize);
    const nearer = long ? price.plus(terms.tickSize) : price.minus(terms.tickSize);
    const there = nearer.times(quantity);
    const earned = long ? there.minus(value) : value.minus(there);
    const first = free.plus(earned).lte(decimalMaintenance(terms, there)) ? nearer : price;
    return first.gt(0) ? first : none;
  }
  return none;
}

/** Throws at the first field in which the two differ. */
export function comparePreviews(order: PreviewCase, ours: Preview, theirs: DecimalPreview): void {
  for (const field of FIELDS) {
    const expected = field === 'liquidation' && theirs[field].lt(0) ? -1n : BigInt(theirs[field].times(1e8).toFixed());
    if (ours[field] !== expected) throw new Error(`${field} is ${ours[field]}, decimal.js has ${expected}: ${JSON.stringify(order)}`);
  }
}

/** Seeded orders of every size from one lot to the largest, at leverages of whole and broken numbers. */
export function previewCases(instrument: Instrument, count: number, seed: number): PreviewCase[] {
  const random = seededRandom(seed);
  const price = Number(instrument.maxPrice) / 20;
  const largest = Number(instrument.maxLimitOrder);
  return Array.from({ length: count }, () => ({
    side: random() < 0.5 ? ('Buy' as const) : ('Sell' as const),
    ticks: Math.max(Number(instrument.minPrice), Math.floor(price * (0.5 + random()))),
    lots: Math.max(1, Math.floor(largest ** random())),
    leverage: random() < 0.7 ? 100 * (1 + Math.floor(random() * 100)) : 100 + Math.floor(random() * 9_900),
  }));
}
