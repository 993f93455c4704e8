import type { Instrument, Lots } from '@tapedeck/domain';
import type { OrderFormDraft } from './order-form.ts';

/** The most that one order may have (specification, section 5). */
export function maxOrder(draft: Pick<OrderFormDraft, 'orderType' | 'postOnly'>, instrument: Instrument): Lots {
  if (draft.orderType === 'Market') return instrument.maxMarketOrder;
  return draft.postOnly ? instrument.maxPostOnlyOrder : instrument.maxLimitOrder;
}
