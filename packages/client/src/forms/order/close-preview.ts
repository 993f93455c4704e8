import { opposite, type Lots, type Money, type PositionRecord, type Price } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { FillSimulation } from '../../calculators/fill-simulation.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { OrderFormContext } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { orderPreview } from './order-preview.ts';
import { readOrder } from './order-reading.ts';

/** What closing a position, or a part of it, would come to. */
export interface ClosePreview {
  readonly value: Money;
  /** What it earns before fees, as the list of closed P&L will say. */
  readonly pnl: Money;
  /** Of what executes at once as taker, of the rest as maker. */
  readonly fee: Money;
  /** Of what executes at once. */
  readonly fill: FillSimulation | undefined;
}

/** By the preview of the order that closes; `undefined` while nothing of it could execute. */
export function closePreview(
  { side, size }: Pick<PositionRecord, 'side' | 'size'>,
  { limit, quantity = size }: { readonly limit?: Price | undefined; readonly quantity?: Lots | undefined },
  context: OrderFormContext,
): ClosePreview | undefined {
  const { instrument } = context;
  const draft = {
    ...initialDraft(instrument.symbol),
    orderType: limit === undefined ? ('Market' as const) : ('Limit' as const),
    price: limit === undefined ? '' : fieldPrice(limit, instrument),
    quantity: lotsText(quantity, instrument),
    reduceOnly: true,
  };
  const { value, closedPnl, openFee, fill } = orderPreview(readOrder(draft, context, opposite(side)));
  return value === undefined || closedPnl === undefined || openFee === undefined
    ? undefined
    : { value, pnl: closedPnl, fee: openFee, fill };
}
