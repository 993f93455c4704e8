import {
  GRID_CELLS_MAX,
  SCALE,
  SCALED_ORDERS_MAX,
  SCALED_SKEW_MAX,
  SCALED_SKEW_MIN,
  TWAP_DURATION_MAX,
  TWAP_DURATION_MIN,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  type Instrument,
} from '@tapedeck/domain';
import type { NumberBounds } from '../../inputs/number-input.ts';
import { priceBounds } from '../price-input/price-step.ts';
import type { AlgoDraft, AlgoField } from './algo-form.ts';

const MINUTE = 60_000;
const PERCENT_DIGITS = 2;

/** `distance` is a difference of prices. */
export type FieldType = 'price' | 'distance' | 'quantity' | 'count' | 'percent';

const TYPES: Readonly<Record<AlgoField, FieldType>> = {
  quantity: 'quantity',
  price: 'price',
  shown: 'quantity',
  minutes: 'count',
  limit: 'price',
  maxDistance: 'distance',
  from: 'price',
  to: 'price',
  orders: 'count',
  skew: 'count',
  lower: 'price',
  upper: 'price',
  cells: 'count',
  takeProfit: 'price',
  stopLoss: 'price',
  upperTrigger: 'price',
  upperLimit: 'price',
  lowerTrigger: 'price',
  lowerLimit: 'price',
  distance: 'distance',
  activation: 'price',
  rate: 'percent',
};

export const typeOfField = (field: AlgoField, draft: Pick<AlgoDraft, 'trailBy'>): FieldType =>
  field === 'distance' && draft.trailBy === 'percent' ? 'percent' : TYPES[field];

/** Whole numbers from … to. */
const COUNTS: Partial<Record<AlgoField, readonly [number, number]>> = {
  minutes: [TWAP_DURATION_MIN / MINUTE, TWAP_DURATION_MAX / MINUTE],
  orders: [2, SCALED_ORDERS_MAX],
  skew: [SCALED_SKEW_MIN, SCALED_SKEW_MAX],
  cells: [2, GRID_CELLS_MAX],
};

export const countBounds = (field: AlgoField): readonly [number, number] => COUNTS[field] ?? [0, Number.MAX_SAFE_INTEGER];

/** Fields with a meaning when empty. */
const OPTIONAL: ReadonlySet<AlgoField> = new Set(['limit', 'maxDistance', 'takeProfit', 'stopLoss', 'activation']);
export const isOptional = (field: AlgoField): boolean => OPTIONAL.has(field);

/** Fields of a kind, from top to bottom. */
export function fieldsOf(draft: AlgoDraft): readonly AlgoField[] {
  switch (draft.kind) {
    case 'Trailing':
      return ['distance', 'activation'];
    case 'Oco':
      return [
        'upperTrigger',
        ...(draft.upper.orderType === 'Limit' ? (['upperLimit'] as const) : []),
        'lowerTrigger',
        ...(draft.lower.orderType === 'Limit' ? (['lowerLimit'] as const) : []),
        'quantity',
      ];
    case 'Iceberg':
      return ['price', 'quantity', 'shown'];
    case 'TWAP':
      return ['quantity', 'minutes', 'limit'];
    case 'Chase':
      return ['quantity', 'maxDistance'];
    case 'MmRateClose':
      return ['rate'];
    case 'Scaled':
      return ['from', 'to', 'orders', 'skew', 'quantity'];
    case 'Grid':
      return ['lower', 'upper', 'cells', 'quantity', 'takeProfit', 'stopLoss'];
    case 'Webhook':
      return [...(draft.orderType === 'Limit' ? (['price'] as const) : []), 'quantity'];
  }
}

/** Permitted decimals of a field. */
export function precisionOf(type: FieldType, { priceDigits, quantityDigits }: Instrument): number {
  return { price: priceDigits, distance: priceDigits, quantity: quantityDigits, count: 0, percent: PERCENT_DIGITS }[type];
}

/** Change of a field per press of an arrow key, in units of 1e-8. */
export function stepOf(type: FieldType, { tickSize, lotSize }: Instrument): bigint {
  const tick = priceUnits(tickSize);
  return { price: tick, distance: tick, quantity: quantityUnits(lotSize), count: SCALE, percent: SCALE / 10n }[type];
}

/** Range of the arrow keys, in units of 1e-8; a price is clamped to it on blur, any other field only to the maximum. */
export function boundsOf(field: AlgoField, type: FieldType, instrument: Instrument): NumberBounds {
  const { maxLimitOrder, lotSize } = instrument;
  switch (type) {
    case 'price':
      return priceBounds(instrument);
    case 'distance':
      return { min: priceUnits(instrument.tickSize), max: priceBounds(instrument).max };
    case 'quantity':
      // A value below the minimum is an error and is not changed.
      return { min: 0n, max: quantityUnits(quantityOfLots(maxLimitOrder, lotSize)) };
    case 'count': {
      const [min, max] = countBounds(field);
      return { min: BigInt(min) * SCALE, max: BigInt(max) * SCALE };
    }
    case 'percent':
      return { min: SCALE / 100n, max: 100n * SCALE - SCALE / 100n };
  }
}
