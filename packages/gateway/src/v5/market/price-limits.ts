import { price, priceUnits, rateUnits, type Instrument, type MarketState } from '@tapedeck/domain';
import { priceText } from '@tapedeck/protocol';

const SCALE = 100_000_000n;

/** Between these prices orders are taken now (reference, section 6.17). */
export function priceLimits(instrument: Instrument, state: MarketState): { readonly buyLmt: string; readonly sellLmt: string } {
  const mark = priceUnits(state.mark);
  const tick = priceUnits(instrument.tickSize);
  const at = (factor: bigint): string => priceText(price(((mark * (SCALE + factor)) / SCALE / tick) * tick), instrument);
  const room = rateUnits(instrument.priceLimitRate);
  return { buyLmt: at(room), sellLmt: at(-room) };
}
