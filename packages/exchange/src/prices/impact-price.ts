import { SCALE, divCeil, divNearest, isInverse, moneyUnits, priceUnits, quantityUnits, rateUnits, type Instrument } from '@tapedeck/domain';
import type { BookSide, OrderBook } from '../matching/order-book.ts';

/** 200 in quote coin (about 200 USDT) ÷ the initial margin rate of the lowest tier: the notional that measures a premium. */
const IMPACT_MARGIN = 200n * SCALE;

function impactNotional({ tiers }: Instrument): bigint {
  const [lowest] = tiers;
  return lowest === undefined ? IMPACT_MARGIN : divNearest(IMPACT_MARGIN * SCALE, rateUnits(lowest.initialRate));
}

/**
 * Average price at which the impact notional would fill against a side of the book (docs/concepts/funding.md), or the
 * average of the full side if it holds less; 0 for an empty side. In 1e-8 quote.
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
