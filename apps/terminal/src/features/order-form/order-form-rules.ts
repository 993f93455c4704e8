import type { OrderFormAction, OrderFormContext, OrderFormDraft, OrderFormError, OrderPreview } from '@tapedeck/client';

/** The rules of the order form, as the client's pure functions give them. */
export interface OrderFormRules {
  initial(symbol: string): OrderFormDraft;
  reduce(draft: OrderFormDraft, action: OrderFormAction, context: OrderFormContext): OrderFormDraft;
  errors(draft: OrderFormDraft, context: OrderFormContext): readonly OrderFormError[];
  preview(draft: OrderFormDraft, side: 'Buy' | 'Sell', context: OrderFormContext): OrderPreview;
}
