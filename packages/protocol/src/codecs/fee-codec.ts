import { feeRatesOf, type FeeTier, type Instrument } from '@tapedeck/domain';
import type { FeeRateResult } from '../web/fees.ts';
import { rateText } from './decimals.ts';

export function encodeFeeRates(instruments: readonly Instrument[], tier: FeeTier): FeeRateResult {
  const list = instruments.map((instrument) => {
    const { maker, taker } = feeRatesOf(instrument, tier);
    return { symbol: instrument.symbol, makerFeeRate: rateText(maker), takerFeeRate: rateText(taker) };
  });
  return { tier, list };
}
