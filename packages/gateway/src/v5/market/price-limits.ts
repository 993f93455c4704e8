import { price, priceUnits, rateUnits, type Instrument, type MarketState } from '@tapedeck/domain';
import { priceText } from '@tapedeck/protocol';

const SCALE = 100_000_000n;

/** Current price range of orders (docs/concepts/price-limits.md). */
export function priceLimits(instrument: Instrument, state: MarketState): { readonly buyLmt: string; readonly sellLmt: string } {
  const mark = priceUnits(state.mark);
  const tick = priceUnits(instrument.tickSize);
  const at = (factor: bigint): string => priceText(price(((mark * (SCALE + factor)) / SCALE / tick) * tick), instrument);
  const room = rateUnits(instrument.priceLimitRate);
  return { buyLmt: at(room), sellLmt: at(-room) };
}
