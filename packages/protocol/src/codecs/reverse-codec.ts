import { isInverse, quantityOfLots, quantityUnits, type Instrument, type Leverage, type Lots, type Price } from '@tapedeck/domain';
import { leverageE2Text, priceText } from './decimals.ts';

/** Fields that the two orders of a reversal have in addition to those of every order. */
export interface ReverseFields {
  readonly action: 'ReverseClose';
  readonly is_reverse_position: boolean;
  readonly closeOnTrigger: boolean;
  readonly needGeneratePid: boolean;
  readonly leverageE2: string;
  /** Quantity times 1e8; unscaled for inverse contracts. */
  readonly qtyX?: string;
  /** The displayed price when the trader confirmed. */
  readonly basePrice?: string;
}

export interface ReverseOrder {
  readonly step: 'close' | 'open';
  readonly instrument: Instrument;
  readonly quantity: Lots;
  readonly leverage: Leverage;
  readonly basePrice: Price | undefined;
}

export function encodeReverse({ step, instrument, quantity, leverage, basePrice }: ReverseOrder): ReverseFields {
  const scaled = quantityUnits(quantityOfLots(quantity, instrument.lotSize)).toString();
  return {
    action: 'ReverseClose',
    is_reverse_position: step === 'close',
    closeOnTrigger: step === 'close',
    needGeneratePid: true,
    leverageE2: leverageE2Text(leverage),
    ...(!isInverse(instrument) && { qtyX: scaled }),
    ...(basePrice !== undefined && { basePrice: priceText(basePrice, instrument) }),
  };
}
