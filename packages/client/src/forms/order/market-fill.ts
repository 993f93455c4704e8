import type { Lots, Side } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { fillSimulation, type FillSimulation } from '../../calculators/fill-simulation.ts';
import type { OrderFormContext } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { arrivalOf, orderSide } from './order-side.ts';

/** What a market order would fill at once with the book as it is; `undefined` before the book and the mark price are there. */
export function marketFill(context: OrderFormContext, side: Side, quantity: Lots): FillSimulation | undefined {
  const { instrument } = context;
  const draft = { ...initialDraft(instrument.symbol), orderType: 'Market' as const, quantity: lotsText(quantity, instrument) };
  const arrival = arrivalOf(orderSide(draft, side, context), quantity);
  return arrival === undefined ? undefined : fillSimulation(arrival);
}
