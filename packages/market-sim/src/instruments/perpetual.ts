import {
  SCALE,
  SCALE_DIGITS,
  divExact,
  divFloor,
  divNearest,
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
  type RiskTier,
} from '@tapedeck/domain';

/** One row of a risk ladder in plain numbers: value limit, maintenance rate, initial rate, maximum leverage. */
export type LadderRow = readonly [limit: string, maintenanceRate: string, initialRate: string, maxLeverage: string];

export type PerpetualKind = 'LinearPerpetual' | 'InversePerpetual' | 'UsdcPerpetual';

/** A perpetual contract in decimal texts, as a venue's instrument list states it. */
export interface PerpetualTerms {
  readonly id: number;
  readonly kind: PerpetualKind;
  readonly baseCoin: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly maxPrice: string;
  readonly maxLimitOrder: string;
  readonly maxMarketOrder: string;
  readonly priceLimitRate: string;
  readonly depthMergeTimes: readonly number[];
  readonly leverageSections: readonly string[];
  readonly ladder: readonly LadderRow[];
  /** 8 by default. */
  readonly fundingIntervalHours?: number;
}

const LEVERAGE_DIGITS = 2;
/** Smallest value of an opening order in a dollar coin; inverse orders have none beyond one contract. */
const MIN_NOTIONAL = '5';
const MAKER_FEE = '0.0002';
const TAKER_FEE = '0.00055';
const FUNDING_INTERVAL_HOURS = 8;

function units(text: string, digits: number = SCALE_DIGITS): bigint {
  const value = parseDecimal(text, digits);
  invariant(value !== undefined && value > 0n, `"${text}" is a positive decimal with at most ${digits} places`);
  return value;
}

/** How often `step` fits into `value`; instrument terms must be whole. */
function whole(value: bigint, step: bigint, what: string): number {
  invariant(value % step === 0n, `${what} is a whole number of steps`);
  return Number(divExact(value, step));
}

function decimals(step: bigint): number {
  let digits = SCALE_DIGITS;
  for (let rest = step; digits > 0 && rest % 10n === 0n; rest = divExact(rest, 10n)) digits -= 1;
  return digits;
}

/** Adds the deductions d(n) = d(n-1) + limit(n-1) × (r(n) - r(n-1)), which keep maintenance margin continuous (docs/concepts/margin.md). */
export function riskLadder(rows: readonly LadderRow[]): readonly RiskTier[] {
  const tiers: RiskTier[] = [];
  let limit = 0n;
  let maintenance = 0n;
  let deduction = 0n;
  for (const [limitText, maintenanceText, initialText, leverageText] of rows) {
    const rowLimit = units(limitText);
    const rowMaintenance = units(maintenanceText);
    const rowInitial = units(initialText);
    invariant(rowLimit > limit, 'tier limits rise');
    invariant(rowMaintenance > maintenance, 'maintenance rates rise');
    invariant(rowInitial > rowMaintenance, 'a tier asks more to open than to keep');
    const step = tiers.length === 0 ? 0n : limit * (rowMaintenance - maintenance);
    deduction += divExact(step, SCALE);
    limit = rowLimit;
    maintenance = rowMaintenance;
    tiers.push({
      limit: money(rowLimit),
      maintenanceRate: rate(rowMaintenance),
      initialRate: rate(rowInitial),
      maxLeverage: leverage(units(leverageText, LEVERAGE_DIGITS)),
      deduction: money(deduction),
    });
  }
  return tiers;
}

/** min(0.75 × (initial - maintenance), maintenance) of the lowest tier (docs/concepts/funding.md). */
function fundingCap(ladder: readonly LadderRow[]): bigint {
  const lowest = ladder[0];
  invariant(lowest !== undefined, 'a ladder has a row');
  const maintenance = units(lowest[1]);
  const spread = divNearest((units(lowest[2]) - maintenance) * 3n, 4n);
  return spread < maintenance ? spread : maintenance;
}

interface Naming {
  readonly symbol: string;
  readonly quoteCoin: Coin;
  readonly settleCoin: Coin;
}

function naming(kind: PerpetualKind, base: Coin): Naming {
  switch (kind) {
    case 'LinearPerpetual':
      return { symbol: `${base}USDT`, quoteCoin: 'USDT', settleCoin: 'USDT' };
    case 'UsdcPerpetual':
      return { symbol: `${base}PERP`, quoteCoin: 'USDC', settleCoin: 'USDC' };
    case 'InversePerpetual':
      return { symbol: `${base}USD`, quoteCoin: 'USD', settleCoin: base };
  }
}

/** Builds the instrument; throws if its terms contradict each other. */
export function perpetual(terms: PerpetualTerms): Instrument {
  const tick = units(terms.tickSize);
  const lot = units(terms.lotSize);
  const inverse = terms.kind === 'InversePerpetual';
  invariant(inverse || (tick * lot) % SCALE === 0n, 'a lot at one tick is worth a whole count of 1e-8 units');
  const maxLimit = whole(units(terms.maxLimitOrder), lot, 'the largest limit order');
  const sections = terms.leverageSections.map((text) => leverage(units(text, LEVERAGE_DIGITS)));
  invariant(
    sections.every((section, i) => i === 0 || section > (sections[i - 1] ?? section)),
    'leverage choices rise',
  );
  return {
    id: terms.id,
    ...naming(terms.kind, terms.baseCoin),
    kind: terms.kind,
    status: 'Trading',
    baseCoin: terms.baseCoin,
    tickSize: price(tick),
    priceDigits: decimals(tick),
    lotSize: quantity(lot),
    quantityDigits: decimals(lot),
    tickLotValue: money(divFloor(tick * lot, SCALE)),
    minPrice: ticks(1),
    maxPrice: ticks(whole(units(terms.maxPrice), tick, 'the highest price')),
    minOrder: lots(1),
    maxLimitOrder: lots(maxLimit),
    maxMarketOrder: lots(whole(units(terms.maxMarketOrder), lot, 'the largest market order')),
    maxPostOnlyOrder: lots(maxLimit),
    minNotional: money(inverse ? 0n : units(MIN_NOTIONAL)),
    makerFee: rate(units(MAKER_FEE)),
    takerFee: rate(units(TAKER_FEE)),
    tiers: riskLadder(terms.ladder),
    leverageSections: sections,
    fundingIntervalHours: terms.fundingIntervalHours ?? FUNDING_INTERVAL_HOURS,
    fundingCap: rate(fundingCap(terms.ladder)),
    priceLimitRate: rate(units(terms.priceLimitRate)),
    depthMergeTimes: terms.depthMergeTimes,
  };
}
