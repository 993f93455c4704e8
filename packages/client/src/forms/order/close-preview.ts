import { opposite, type Lots, type Money, type PositionRecord, type Price } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { FillSimulation } from '../../calculators/fill-simulation.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import type { OrderFormContext } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { orderPreview } from './order-preview.ts';
import { readOrder } from './order-reading.ts';

/** Preview of closing a position or a part of it. */
export interface ClosePreview {
  readonly value: Money;
  /** P&L before fees, as closed P&L will show it. */
  readonly pnl: Money;
  /** Taker fee for the part that executes immediately, maker fee for the rest. */
  readonly fee: Money;
  /** The part that executes immediately. */
  readonly fill: FillSimulation | undefined;
}

/** From the preview of the closing order; `undefined` if no part could execute. */
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
