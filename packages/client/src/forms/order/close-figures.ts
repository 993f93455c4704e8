import { entryPrice, lotCount, lots, opposite, priceOfTicks, ticks, type Lots, type PositionRecord, type Price } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { closePreview, type ClosePreview } from './close-preview.ts';
import type { OrderFormContext } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { formArrival, formSide } from './order-sizing.ts';

/** What closing at market would come to with the book as it is. */
export interface CloseFigures extends Pick<ClosePreview, 'pnl' | 'fee'> {
  readonly filled: Lots;
  readonly average: Price;
  readonly worst: Price;
}

/** By what the exchange does when the order arrives; `undefined` while nothing of it could execute. */
export function closeFigures(position: Pick<PositionRecord, 'side' | 'size'>, context: OrderFormContext): CloseFigures | undefined {
  const { instrument } = context;
  const { side, size } = position;
  const draft = {
    ...initialDraft(instrument.symbol),
    orderType: 'Market' as const,
    quantity: lotsText(size, instrument),
    reduceOnly: true,
  };
  const arrival = formArrival(formSide(draft, opposite(side), context), size);
  const preview = closePreview(position, {}, context);
  const last = arrival?.fills.at(-1);
  if (arrival === undefined || preview === undefined || last === undefined) return undefined;
  const filled = lots(arrival.fills.reduce((sum, { count }) => sum + count, 0));
  return {
    pnl: preview.pnl,
    fee: preview.fee,
    filled,
    average: entryPrice(instrument, filled, arrival.fillValue),
    worst: priceOfTicks(ticks(last.tick), instrument.tickSize),
  };
}

export const fillsAll = ({ filled }: CloseFigures, { size }: Pick<PositionRecord, 'size'>): boolean => lotCount(filled) >= lotCount(size);
