import { formatDecimal, lots, moneyUnits, ticks, timestamp, ZERO_MONEY, type Instrument, type OrderRecord } from '@tapedeck/domain';
import {
  decodeOrderOptions,
  encodeOrderOptions,
  encodeReverse,
  lotsText,
  readLots,
  readTicks,
  ticksText,
  type CreateOrderRequest,
  type ReverseFields,
} from '@tapedeck/protocol';
import { randomId } from '../connection/random-id.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { ClientPorts } from '../ports/ports.ts';

const LINK_ID_LENGTH = 20;

/** An id for a new order. */
export const newOrderLinkId = (ports: Pick<ClientPorts, 'random'>): string => `td-${randomId(ports, LINK_ID_LENGTH)}`;

export type OrderRequest = CreateOrderRequest & Partial<Omit<ReverseFields, 'closeOnTrigger'>> & { readonly orderLinkId: string };

export function orderRequest(terms: OrderTerms, orderLinkId: string): OrderRequest {
  const {
    instrument,
    side,
    orderType,
    price,
    quantity,
    timeInForce,
    reduceOnly,
    positionIndex,
    source,
    options,
    borrows,
    reverse,
    quoteAmount,
  } = terms;
  return {
    symbol: instrument.symbol,
    side,
    orderType,
    ...(quoteAmount === undefined
      ? { qty: lotsText(quantity, instrument) }
      : { qty: formatDecimal(moneyUnits(quoteAmount)), marketUnit: 'quoteCoin' as const }),
    ...(price !== undefined && orderType === 'Limit' && { price: ticksText(price, instrument) }),
    timeInForce: orderType === 'Market' ? 'ImmediateOrCancel' : timeInForce,
    reduceOnly,
    positionIdx: positionIndex,
    type: options?.trigger === undefined ? 'Activity' : 'Conditions',
    orderLinkId,
    source,
    ...(options !== undefined && encodeOrderOptions(options, instrument)),
    ...(borrows === true && { isLeverage: true }),
    ...(reverse !== undefined && encodeReverse({ ...reverse, instrument, quantity })),
  };
}

/** A row for an order that only this page knows. Its id is negative: the server has assigned none yet. */
export function pendingRecord(
  request: CreateOrderRequest,
  orderLinkId: string,
  instrument: Instrument,
  at: { readonly id: number; readonly now: number },
): OrderRecord {
  const time = timestamp(Math.trunc(at.now));
  const { trigger, exits, slippage } = decodeOrderOptions(request, instrument, () => true) ?? {};
  return {
    orderId: -at.id,
    clientOrderId: orderLinkId,
    account: 0,
    instrument: instrument.id,
    side: request.side,
    orderType: request.orderType,
    price: request.price === undefined ? ticks(0) : readTicks(request.price, 'price', instrument),
    quantity: request.qty === undefined || request.marketUnit === 'quoteCoin' ? lots(0) : readLots(request.qty, 'qty', instrument),
    filled: lots(0),
    filledValue: ZERO_MONEY,
    fee: ZERO_MONEY,
    timeInForce: request.timeInForce ?? 'GoodTillCancel',
    reduceOnly: request.reduceOnly ?? false,
    positionIndex: request.positionIdx ?? 0,
    status: trigger === undefined ? 'New' : 'Untriggered',
    source: request.source ?? 'form',
    createdAt: time,
    updatedAt: time,
    ...(trigger !== undefined && {
      stop: { kind: 'Stop', trigger, closeOnTrigger: request.closeOnTrigger === true, wholePosition: false, parent: 0 },
    }),
    ...(exits !== undefined && { exits }),
    ...(slippage !== undefined && { slippage }),
  };
}
