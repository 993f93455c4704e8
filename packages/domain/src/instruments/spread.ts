import type { Side } from '../orders/order.ts';
import { opposite } from '../orders/order.ts';
import { quantityBound } from '../refusals/bounds.ts';
import { refusal, type Refusal } from '../refusals/refusal.ts';
import { lotCount, lots, milliseconds } from '../values/quantities.ts';
import type { Lots } from '../values/types.ts';
import { isDated, isPerpetual, type ContractKind, type Instrument } from './instrument.ts';

/** Whether two contracts form a spread: one coin, the same price and quantity steps, and at least one with an expiry. */
export function spreadFits(near: Instrument, far: Instrument): boolean {
  const alike =
    near.id !== far.id &&
    near.baseCoin === far.baseCoin &&
    near.settleCoin === far.settleCoin &&
    near.tickSize === far.tickSize &&
    near.lotSize === far.lotSize;
  return alike && (isDated(near) || isDated(far));
}

/** Two contracts of one coin: buying the spread buys `far` and sells `near`. */
export interface SpreadPair {
  readonly near: Instrument;
  readonly far: Instrument;
}

const endOf = ({ deliveryAt }: Instrument): number => (deliveryAt === undefined ? 0 : milliseconds(deliveryAt));

/** Every pair of contracts that forms a spread; near is the one without an end, or with the earlier one. */
export function spreadPairs(instruments: readonly Instrument[]): SpreadPair[] {
  const contracts = instruments.filter((one) => isPerpetual(one) || isDated(one)).sort((a, b) => endOf(a) - endOf(b) || a.id - b.id);
  return contracts.flatMap((near, at) => contracts.slice(at + 1).flatMap((far) => (spreadFits(near, far) ? [{ near, far }] : [])));
}

/** Minimum and maximum quantity valid for one limit order in each leg. */
export function spreadQuantities({ near, far }: SpreadPair): { readonly least: Lots; readonly most: Lots } {
  return {
    least: lots(Math.max(lotCount(near.minOrder), lotCount(far.minOrder))),
    most: lots(Math.min(lotCount(near.maxLimitOrder), lotCount(far.maxLimitOrder))),
  };
}

/** Refuses a quantity that is not valid for both legs, and names the limit. */
export function spreadQuantityRefusal(pair: SpreadPair, quantity: Lots): Refusal | undefined {
  const { least, most } = spreadQuantities(pair);
  if (quantity < least) return refusal('quantityTooSmall', { limit: quantityBound(lotCount(least), pair.near) });
  return quantity > most ? refusal('quantityTooLarge', { limit: quantityBound(lotCount(most), pair.near) }) : undefined;
}

/** Product types of the contracts. */
export type ProductType = 'UsdtPerpetual' | 'UsdtFutures' | 'UsdcPerpetual' | 'UsdcFutures' | 'InversePerpetual' | 'InverseFutures';

const PRODUCT_TYPES: Readonly<Record<ContractKind, ProductType>> = {
  LinearPerpetual: 'UsdtPerpetual',
  LinearFutures: 'UsdtFutures',
  UsdcPerpetual: 'UsdcPerpetual',
  UsdcFutures: 'UsdcFutures',
  InversePerpetual: 'InversePerpetual',
  InverseFutures: 'InverseFutures',
};

/** The product type of a contract; `undefined` for options and pairs. */
export const productTypeOf = ({ kind }: Pick<Instrument, 'kind'>): ProductType | undefined =>
  Object.hasOwn(PRODUCT_TYPES, kind) ? PRODUCT_TYPES[kind as ContractKind] : undefined;

/** Order sides of both legs of a spread order; leg 1 is the far one. */
export const spreadSides = (side: Side): { readonly far: Side; readonly near: Side } => ({ far: side, near: opposite(side) });

/** One level of a spread: a spread price in ticks (far minus near), and the lots that both books have there. */
export interface SpreadLevel {
  readonly distance: number;
  readonly lots: number;
}

/** Two sides of books, best first: ticks at even, lots at odd indices. */
export interface SpreadSides {
  readonly far: readonly number[];
  readonly near: readonly number[];
}

/** Walks one side of a book. */
class BookWalk {
  #at = 0;
  left: number;

  constructor(readonly levels: readonly number[]) {
    this.left = levels[1] ?? 0;
  }

  get tick(): number {
    return this.levels[this.#at] ?? 0;
  }

  take(count: number): void {
    this.left -= count;
    if (this.left > 0) return;
    this.#at += 2;
    this.left = this.levels[this.#at + 1] ?? 0;
  }
}

/** The combined levels of two books, best spread price first, in matching order; at most `depth` levels. */
export function spreadLevels(sides: SpreadSides, depth: number): SpreadLevel[] {
  const levels: { distance: number; lots: number }[] = [];
  const [far, near] = [new BookWalk(sides.far), new BookWalk(sides.near)];
  while (far.left > 0 && near.left > 0) {
    const distance = far.tick - near.tick;
    const here = Math.min(far.left, near.left);
    const last = levels.at(-1);
    if (last?.distance === distance) last.lots += here;
    else if (levels.length === depth) return levels;
    else levels.push({ distance, lots: here });
    far.take(here);
    near.take(here);
  }
  return levels;
}
