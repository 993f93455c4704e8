import { type InputOf, readWire, nameOfField, type WireSchema } from '@tapedeck/protocol';
import { type V5ExitName } from '@tapedeck/protocol/v5';
import type { CreateOrderRequest, ReplaceOrderRequest } from '@tapedeck/protocol';
import type { v5OrderRow, v5AmendRow, v5CancelRow } from '@tapedeck/protocol/v5';
import { createOrderRequest, replaceOrderRequest } from '@tapedeck/protocol';
import { isSpot, type Instrument } from '@tapedeck/domain';
import { badField } from '../replies.ts';
import type { V5Reply } from '../v5-route.ts';

export type OrderRow = InputOf<typeof v5OrderRow>;

export type AmendRow = InputOf<typeof v5AmendRow>;

export type CancelRow = InputOf<typeof v5CancelRow>;

const TIMES = { GTC: 'GoodTillCancel', IOC: 'ImmediateOrCancel', FOK: 'FillOrKill', PostOnly: 'PostOnly' } as const;

/** Empty text stands for an absent field. */
const given = <Text extends string>(text: Text | undefined): Exclude<Text, ''> | undefined =>
  text === undefined || text === '' ? undefined : (text as Exclude<Text, ''>);

function exitFields(row: Pick<OrderRow, V5ExitName>): object {
  const mode = given(row.tpslMode);
  return {
    takeProfit: given(row.takeProfit),
    stopLoss: given(row.stopLoss),
    tpTriggerBy: given(row.tpTriggerBy),
    slTriggerBy: given(row.slTriggerBy),
    tpSlMode: mode,
    tpOrderType: row.tpOrderType,
    slOrderType: row.slOrderType,
    limitTakeProfit: given(row.tpLimitPrice),
    limitStopLoss: given(row.slLimitPrice),
  };
}

/** Without absent fields. */
const present = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

type Read<Request> = { readonly ok: true; readonly request: Request } | { readonly ok: false; readonly reply: V5Reply };

function read<Request>(schema: WireSchema<Request>, fields: object): Read<Request> {
  const parsed = readWire(schema, present(fields));
  return parsed.ok ? { ok: true, request: parsed.value } : { ok: false, reply: badField(nameOfField(parsed.issue)) };
}

/** Trigger of a conditional order. */
function triggerFields({ triggerPrice, triggerBy, triggerDirection = 0, orderFilter }: OrderRow, instrument: Instrument): object {
  const price = given(triggerPrice);
  const kind = isSpot(instrument) ? (orderFilter ?? 'Order') : 'Order';
  if (price === undefined && kind === 'Order') return {};
  const direction = Number(triggerDirection);
  return {
    type: kind === 'tpslOrder' ? 'TpSl' : 'Conditions',
    triggerPrice: price,
    triggerBy: given(triggerBy),
    triggerDirection: direction === 0 ? undefined : direction,
  };
}

function slippageFields({ slippageToleranceType, slippageTolerance }: OrderRow): object {
  if (slippageTolerance === undefined) return {};
  return { maxSlippageType: slippageToleranceType === 'TickSize' ? 'TickSize' : 'Percent', maxSlippage: slippageTolerance };
}

/** Fields that only pairs have: a market buy is by amount unless the request says otherwise. */
function spotFields({ orderType, side, marketUnit, isLeverage }: OrderRow, instrument: Instrument): object {
  const isMarket = isSpot(instrument) && orderType === 'Market';
  return {
    marketUnit: isMarket ? (marketUnit ?? (side === 'Buy' ? 'quoteCoin' : 'baseCoin')) : undefined,
    isLeverage: isLeverage === undefined ? undefined : Number(isLeverage) === 1,
  };
}

/** An order in the form of the web API. */
export function placeFields(row: OrderRow, instrument: Instrument): Read<CreateOrderRequest> {
  const isLimit = row.orderType === 'Limit';
  const timeInForce = given(row.timeInForce);
  return read(createOrderRequest, {
    symbol: instrument.symbol,
    side: row.side,
    orderType: row.orderType,
    qty: row.qty,
    price: isLimit ? given(row.price) : undefined,
    timeInForce: timeInForce === undefined || !isLimit ? undefined : TIMES[timeInForce],
    reduceOnly: row.reduceOnly,
    closeOnTrigger: row.closeOnTrigger,
    positionIdx: row.positionIdx === undefined ? undefined : Number(row.positionIdx),
    orderLinkId: given(row.orderLinkId),
    source: 'api',
    smpType: row.smpType,
    ...spotFields(row, instrument),
    ...triggerFields(row, instrument),
    ...slippageFields(row),
    ...exitFields(row),
  });
}

export function amendFields(row: AmendRow, instrument: Instrument): Read<ReplaceOrderRequest> {
  return read(replaceOrderRequest, {
    symbol: instrument.symbol,
    orderId: given(row.orderId),
    orderLinkId: given(row.orderLinkId),
    qty: row.qty,
    price: row.price,
    triggerPrice: row.triggerPrice,
    triggerBy: given(row.triggerBy),
    ...exitFields(row),
  });
}
