import {
  ZERO_MONEY,
  isSpot,
  lotCount,
  lots,
  milliseconds,
  moneyUnits,
  valueAtTick,
  venueSymbol,
  type ExitLeg,
  type Instrument,
  type OrderFilled,
  type OrderRecord,
  type TimeInForce,
  type Timestamp,
} from '@tapedeck/domain';
import { encodeExecution, encodeOrder, lotsText, moneyText, ticksText } from '@tapedeck/protocol';
import { v5StopType } from './narrowed.ts';

export const TIMES_IN_FORCE: Readonly<Record<TimeInForce, string>> = {
  GoodTillCancel: 'GTC',
  ImmediateOrCancel: 'IOC',
  FillOrKill: 'FOK',
  PostOnly: 'PostOnly',
};

/** Reasons of orders that ended without a refusal: the public API reports them as reject reasons. */
const isReject = (reason: string): boolean => reason.startsWith('EC_');

/** Absent prices of an order: 0 for pairs, '' for contracts. */
const absent = (instrument: Instrument): string => (isSpot(instrument) ? '0' : '');
const legPrice = (leg: ExitLeg | undefined, instrument: Instrument): string =>
  leg === undefined ? absent(instrument) : ticksText(leg.trigger, instrument);
const legLimit = (leg: ExitLeg | undefined, instrument: Instrument): string =>
  leg === undefined || leg.orderType !== 'Limit' ? '0' : ticksText(leg.limit, instrument);

/** Origin of an order. */
function createTypeOf(order: OrderRecord): string {
  if (order.source === 'liquidation') return 'CreateByLiq';
  switch (order.stop?.kind) {
    case undefined:
      return 'CreateByUser';
    case 'TakeProfit':
      return 'CreateByTakeProfit';
    case 'StopLoss':
      return 'CreateByStopLoss';
    case 'PartialTakeProfit':
      return 'CreateByPartialTakeProfit';
    case 'PartialStopLoss':
      return 'CreateByPartialStopLoss';
    case 'TrailingStop':
    case 'TrailingProfit':
      return 'CreateByTrailingStop';
    case 'MmRateClose':
      return 'CreateByMmRateClose';
    case 'Stop':
    case 'TakeProfitStopLoss':
    case 'TakeProfitStopLossOCO':
    case 'BidirectionalTpSl':
      return order.stop.parent === 0 ? 'CreateByUser' : 'CreateByStopOrder';
  }
}

/** Contracts only: the key must be absent for spot pairs. */
function contractFields(order: OrderRecord): object {
  return {
    createType: createTypeOf(order),
    tpslMode: order.exits?.mode ?? (order.stop?.wholePosition === true ? 'Full' : ''),
    lastPriceOnCreated: '',
  };
}

type Item = ReturnType<typeof encodeOrder>;

/** Status in the public API, where a pair order that ended partly filled has one of its own. */
export const v5StatusOf = (order: OrderRecord, instrument: Instrument): string =>
  isSpot(instrument) && order.status === 'Cancelled' && lotCount(order.filled) > 0 ? 'PartiallyFilledCanceled' : order.status;

/** Its progress. */
function stateFields(order: OrderRecord, item: Item, instrument: Instrument): object {
  const isOpen = order.status === 'New' || order.status === 'PartiallyFilled';
  const left = lots(isOpen ? lotCount(order.quantity) - lotCount(order.filled) : 0);
  const reason = order.cancelReason ?? '';
  return {
    orderStatus: v5StatusOf(order, instrument),
    cancelType: reason === '' || isReject(reason) ? 'UNKNOWN' : reason,
    rejectReason: isReject(reason) ? reason : 'EC_NoError',
    avgPrice: item.avgPrice === '' ? absent(instrument) : item.avgPrice,
    leavesQty: lotsText(left, instrument),
    leavesValue: moneyText(order.orderType === 'Market' ? ZERO_MONEY : valueAtTick(instrument, left, order.price)),
    cumExecQty: item.cumExecQty,
    cumExecValue: item.cumExecValue,
    cumExecFee: item.cumExecFee,
    cumFeeDetail: moneyUnits(order.fee) === 0n ? {} : { [item.feeCurrency]: item.cumExecFee },
  };
}

/** Fields that only pairs have, or only contracts. */
function kindFields(order: OrderRecord, instrument: Instrument): object {
  if (!isSpot(instrument)) return { isLeverage: '', marketUnit: '', ...contractFields(order) };
  return {
    isLeverage: order.borrows === true ? '1' : '0',
    marketUnit: order.quoteAmount === undefined ? 'baseCoin' : 'quoteCoin',
    basePrice: '',
  };
}

/** Attached TP/SL. */
function exitFields({ exits }: OrderRecord, instrument: Instrument): object {
  const { takeProfit, stopLoss } = exits ?? {};
  return {
    takeProfit: legPrice(takeProfit, instrument),
    stopLoss: legPrice(stopLoss, instrument),
    ocoTriggerBy: 'OcoTriggerByUnknown',
    tpLimitPrice: legLimit(takeProfit, instrument),
    slLimitPrice: legLimit(stopLoss, instrument),
    tpTriggerBy: takeProfit?.source ?? '',
    slTriggerBy: stopLoss?.source ?? '',
  };
}

/** Trigger fields. */
function stopFields(order: OrderRecord, { stop }: Item, instrument: Instrument): object {
  return {
    stopOrderType: order.stop === undefined ? '' : v5StopType(order.stop.kind, instrument),
    triggerPrice: stop?.triggerPrice ?? absent(instrument),
    triggerDirection: stop?.triggerDirection ?? 0,
    triggerBy: stop?.triggerBy ?? '',
    closeOnTrigger: stop?.closeOnTrigger ?? false,
  };
}

/** An order in the public v5 API. */
export function encodeV5Order(order: OrderRecord, instrument: Instrument): object {
  const item = encodeOrder(order, instrument);
  return {
    orderId: item.orderId,
    orderLinkId: item.orderLinkId,
    parentOrderLinkId: '',
    blockTradeId: '',
    symbol: venueSymbol(instrument),
    price: item.price === '' ? '0' : item.price,
    qty: item.amount ?? item.qty,
    side: order.side,
    positionIdx: order.positionIndex,
    ...stateFields(order, item, instrument),
    ...kindFields(order, instrument),
    timeInForce: TIMES_IN_FORCE[order.timeInForce],
    orderType: order.orderType,
    orderIv: '',
    ...exitFields(order, instrument),
    ...stopFields(order, item, instrument),
    reduceOnly: order.reduceOnly,
    placeType: '',
    smpType: order.selfMatch ?? 'None',
    smpGroup: 0,
    smpOrderId: '',
    createdTime: String(item.createdAtE3),
    updatedTime: String(item.updatedAtE3),
    slippageToleranceType: item.slippage?.maxSlippageType ?? 'UNKNOWN',
    slippageTolerance: item.slippage?.maxSlippage ?? '0',
    extraFees: '',
  };
}

const EXECUTION_TYPES: Readonly<Record<string, string>> = { SessionSettlement: 'SessionSettlePnL' };

/** Order fields of a fill; fundings have none. */
function orderOfFill({ order }: OrderFilled, instrument: Instrument): object {
  const createType = (type: string): object => (isSpot(instrument) ? {} : { createType: type });
  if (order === undefined) return { orderPrice: '0', orderQty: '0', orderType: 'UNKNOWN', stopOrderType: 'UNKNOWN', ...createType('') };
  const { price, qty, orderType } = encodeOrder(order, instrument);
  return {
    orderPrice: price === '' ? '0' : price,
    orderQty: qty,
    orderType,
    stopOrderType: order.stop === undefined ? (isSpot(instrument) ? '' : 'UNKNOWN') : v5StopType(order.stop.kind, instrument),
    ...createType(createTypeOf(order)),
  };
}

/** A fill in the public v5 API. */
export function encodeV5Execution(fill: OrderFilled, time: Timestamp, instrument: Instrument): object {
  const item = encodeExecution(fill, time, instrument);
  return {
    symbol: venueSymbol(instrument),
    orderId: item.orderId,
    orderLinkId: item.orderLinkId,
    side: item.side,
    ...orderOfFill(fill, instrument),
    leavesQty: item.leavesQty,
    execFee: item.execFee,
    execFeeV2: '',
    execId: item.execId,
    execPrice: item.execPrice,
    execQty: item.execQty,
    execType: EXECUTION_TYPES[item.execType] ?? item.execType,
    execValue: item.execValue,
    execTime: String(milliseconds(time)),
    feeCurrency: item.feeCurrency,
    isMaker: item.isMaker,
    feeRate: item.feeRate,
    tradeIv: '',
    markIv: '',
    markPrice: '',
    indexPrice: '',
    underlyingPrice: '',
    blockTradeId: '',
    closedSize: isSpot(instrument) ? '' : item.closedSize,
    marketUnit: '',
    seq: fill.executionId,
    extraFees: '',
  };
}
