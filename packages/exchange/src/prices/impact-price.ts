import { SCALE, divCeil, divNearest, isInverse, moneyUnits, priceUnits, quantityUnits, rateUnits, type Instrument } from '@tapedeck/domain';
import type { BookSide, OrderBook } from '../matching/order-book.ts';

/** 200 in quote coin (of the order of 200 USDT) ÷ the initial margin rate of the lowest tier: what a premium is measured with. */
const IMPACT_MARGIN = 200n * SCALE;

function impactNotional({ tiers }: Instrument): bigint {
  const [lowest] = tiers;
  return lowest === undefined ? IMPACT_MARGIN : divNearest(IMPACT_MARGIN * SCALE, rateUnits(lowest.initialRate));
}

/**
 * The average price at which the impact notional would trade against a side of the book (reference, section 6.8), or all of it when the
 * book has less; 0 when it is empty. In 1e-8 quote.
 */
export function impactPrice(instrument: Instrument, book: OrderBook, side: BookSide): bigint {
  const lot = isInverse(instrument) ? quantityUnits(instrument.lotSize) : 0n;
  let left = impactNotional(instrument);
  let weighted = 0n;
  let lots = 0n;
  for (let handle = book.head(side); handle >= 0 && left > 0n; handle = book.next(handle)) {
    const tick = BigInt(book.tickOf(handle));
    const each = lot > 0n ? lot : tick * moneyUnits(instrument.tickLotValue);
    const wanted = divCeil(left, each);
    const there = BigInt(book.lotsOf(handle));
    const taken = there < wanted ? there : wanted;
    weighted += tick * taken;
    lots += taken;
    left -= taken * each;
  }
  return lots === 0n ? 0n : divNearest(weighted * priceUnits(instrument.tickSize), lots);
}
