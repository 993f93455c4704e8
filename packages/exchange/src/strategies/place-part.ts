import { lots, ticks, type OrderType, type Outcome, type PlaceOrder, type Side, type TimeInForce } from '@tapedeck/domain';
import type { Strategy } from '../state/strategy.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { placeOrder } from '../orders/place-order.ts';

/** An order of a strategy. */
export interface PartTerms {
  readonly side: Side;
  readonly orderType: OrderType;
  /** Ticks; 0 for a market order. */
  readonly price: number;
  readonly quantity: number;
  readonly timeInForce: TimeInForce;
  /** The strategy's own value unless given. */
  readonly reduceOnly?: boolean;
  readonly part: number;
}

/** The command of a part. */
export function partCommand(state: ExchangeState, { terms }: Strategy, part: PartTerms): PlaceOrder {
  return {
    type: 'PlaceOrder',
    time: state.now,
    account: terms.account,
    instrument: terms.instrument.id,
    side: part.side,
    orderType: part.orderType,
    price: ticks(part.orderType === 'Market' ? 0 : part.price),
    quantity: lots(part.quantity),
    timeInForce: part.timeInForce,
    reduceOnly: part.reduceOnly ?? terms.reduceOnly,
    positionIndex: terms.positionIndex,
    clientOrderId: '',
    source: terms.source,
  };
}

/** Places a part like any other order; a refusal changes nothing. */
export function placePart(state: ExchangeState, strategy: Strategy, part: PartTerms): Outcome {
  const { terms } = strategy;
  const account = state.account(terms.account);
  const command = partCommand(state, strategy, part);
  const tag = { kind: terms.plan.kind, id: terms.strategyId, part: part.part };
  return placeOrder(state, account, command, tag);
}
