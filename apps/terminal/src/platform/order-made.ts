import type { Side } from '@tapedeck/domain';
import type { Message } from './notifications.ts';
import type { Translate } from './texts.tsx';

export type OrderMadeKey = 'orderMade.Buy' | 'orderMade.Sell' | 'orderMadeAt' | 'orderMadeAtMarket';

/** What was ordered, in the words on screen; without a price it is the market's. */
export interface OrderMade {
  readonly id: string;
  readonly side: Side;
  readonly quantity: string;
  readonly coin: string;
  readonly price: string | undefined;
}

/** Tells that an order was made; whether it trades is told by its fills. */
export function orderMadeMessage(text: Translate<OrderMadeKey>, { id, side, quantity, coin, price }: OrderMade): Message {
  const values = { quantity, coin, price: price ?? '' };
  return {
    kind: 'success',
    id,
    title: text(`orderMade.${side}`),
    detail: text(price === undefined ? 'orderMadeAtMarket' : 'orderMadeAt', values),
  };
}
