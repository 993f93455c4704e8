import { isPortfolioMargin, orderBasis, type CostParts, type OrderBasis, type OrderPreview, type OrderReading } from '@tapedeck/client';
import { entryPrice, isOption, lotCount, type Holding } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { fillTexts } from '../../../widgets/fill-texts.ts';
import type { useCommonText } from '../../../platform/texts.tsx';
import type { TickingValue } from '../../../platform/ticking.tsx';
import { coinDigits, leverageText, lotsText, moneyText, percentText, priceText, UNKNOWN } from '../../../platform/values.ts';
import type { Figure } from '../preview.tsx';

/** An input of a figure. */
export type Input =
  | keyof CostParts
  | 'leverage'
  | 'filledValue'
  | 'restingValue'
  | 'takerFee'
  | 'makerFee'
  | 'average'
  | 'filled'
  | 'mark'
  | 'sizeAfter'
  | 'entryAfter'
  | 'sizeNow'
  | 'entryNow'
  | 'maintenance'
  | 'balance';

export type Formula = `how.${Figure}` | 'how.cost.closing' | `how.${'cost' | 'margin'}.${'option' | 'portfolio'}`;

const COST_PARTS = ['openedValue', 'leverage', 'initialMargin', 'openFee', 'closeFee', 'lossAtMark', 'otherOrders'] as const;
const INPUTS: Readonly<Record<Figure, readonly Input[]>> = {
  quantity: ['average'],
  cost: COST_PARTS,
  fee: ['filledValue', 'takerFee', 'restingValue', 'makerFee'],
  fillsAverage: ['filled', 'filledValue'],
  fills: ['filled', 'average'],
  fillsWorst: ['filled', 'average'],
  fillsSlippage: ['average', 'mark'],
  fillsCost: ['filledValue', 'filled', 'mark'],
  liquidation: ['sizeAfter', 'entryAfter', 'mark', 'maintenance'],
  liquidationNow: ['sizeNow', 'entryNow', 'mark'],
  margin: ['openedValue', 'leverage'],
  marginAfter: [],
  max: ['balance', 'leverage', 'takerFee'],
};

/** Formula and inputs of a figure, for the contract, the account and the order at hand. */
export function explanationOf(
  figure: Figure,
  { context, closing }: OrderReading,
): { readonly formula: Formula; readonly inputs: readonly Input[] } {
  if (figure === 'cost' && closing) return { formula: 'how.cost.closing', inputs: [] };
  if (figure !== 'cost' && figure !== 'margin') return { formula: `how.${figure}`, inputs: INPUTS[figure] };
  if (context.traits !== undefined && isPortfolioMargin(context.traits)) return { formula: `how.${figure}.portfolio`, inputs: [] };
  return isOption(context.instrument)
    ? { formula: `how.${figure}.option`, inputs: [] }
    : { formula: `how.${figure}`, inputs: INPUTS[figure] };
}

interface Words {
  readonly common: ReturnType<typeof useCommonText>;
  readonly formats: Formats;
}

/** An input as text, by the functions of the preview. */
export function inputText(input: Input, reading: OrderReading, preview: OrderPreview, { common, formats }: Words): TickingValue | string {
  const { context } = reading;
  const { instrument } = context;
  const basis: OrderBasis = orderBasis(reading);
  const digits = coinDigits(instrument.settleCoin);
  const fills = fillTexts(common, formats, instrument);
  const size = (held: Pick<Holding, 'side' | 'size'> | undefined) =>
    held === undefined || lotCount(held.size) === 0
      ? UNKNOWN
      : `${common(held.side === 'Buy' ? 'long' : 'short')} ${lotsText(formats, held.size, instrument)}`;
  const entry = (held: Pick<Holding, 'size' | 'entryValue'> | undefined) =>
    held === undefined || lotCount(held.size) === 0
      ? UNKNOWN
      : priceText(formats, entryPrice(instrument, held.size, held.entryValue), instrument);
  switch (input) {
    case 'leverage':
      return leverageText(formats, basis.leverage);
    case 'filledValue':
    case 'restingValue':
      return moneyText(formats, basis[input], digits);
    case 'takerFee':
    case 'makerFee':
      return percentText(formats, instrument[input], 4);
    case 'average':
      return fills.average(preview.fill);
    case 'filled':
      return fills.quantity(preview.fill);
    case 'mark':
      return priceText(formats, context.mark, instrument);
    case 'sizeAfter':
      return size(basis.positionAfter);
    case 'entryAfter':
      return entry(basis.positionAfter);
    case 'sizeNow':
      return size(reading.position);
    case 'entryNow':
      return entry(reading.position);
    case 'maintenance':
      return moneyText(formats, basis.maintenanceAfter, digits);
    case 'balance':
      return moneyText(formats, basis.balance, digits);
    case 'otherOrders':
      return moneyText(formats, basis.cost?.otherOrders || undefined, digits);
    default:
      return moneyText(formats, basis.cost?.[input], digits);
  }
}
