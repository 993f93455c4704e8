import type { Lots, Side } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { fillSimulation, type FillSimulation } from '../../calculators/fill-simulation.ts';
import type { OrderFormContext } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { arrivalOf, orderSide } from './order-side.ts';

/** Immediate fills of a market order against the current book; `undefined` before book and mark price arrive. */
export function marketFill(context: OrderFormContext, side: Side, quantity: Lots): FillSimulation | undefined {
  const { instrument } = context;
  const draft = { ...initialDraft(instrument.symbol), orderType: 'Market' as const, quantity: lotsText(quantity, instrument) };
  const arrival = arrivalOf(orderSide(draft, side, context), quantity);
  return arrival === undefined ? undefined : fillSimulation(arrival);
}
