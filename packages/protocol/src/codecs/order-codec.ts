import {
  CANCEL_REASONS,
  ORDER_SOURCES,
  ZERO_MONEY,
  addMoney,
  averageClosePrice,
  averageFillPrice,
  closedEntryPrice,
  feeCoinOf,
  harmonicPrice,
  isInverse,
  isSpot,
  lotCount,
  lots,
  milliseconds,
  netProfit,
  parseDecimal,
  planTypeOf,
  rate,
  ticks,
} from '@tapedeck/domain';
import type { AccountId, Closing, Instrument, OrderFilled, OrderRecord, Rate, StopRecord, Timestamp } from '@tapedeck/domain';
import type { ClosedPnlItem } from '../web/history.ts';
import type { ExecutionItem, OrderItem } from '../web/orders.ts';
import {
  lotsText,
  moneyText,
  priceText,
  rateText,
  readCount,
  readLots,
  readMoney,
  readPrice,
  readTicks,
  readTime,
  readWord,
  ticksText,
} from './decimals.ts';
import {
  decodeExits,
  decodeSlippage,
  decodeTrailing,
  encodeExits,
  encodeSlippage,
  encodeTrailing,
  percentText,
} from './order-options-codec.ts';
import { WireMalformed } from './wire-malformed.ts';

type StopItem = NonNullable<OrderItem['stop']>;

/** Decimals of a share (which has 8) that is counted in hundredths. */
const PERCENT_DIGITS = 6;

const leavesOf = (order: OrderRecord) => lots(lotCount(order.quantity) - lotCount(order.filled));

const keyOf = ({ apiKey }: OrderRecord): Pick<OrderItem, 'apiKey'> => (apiKey === undefined ? {} : { apiKey });

export function encodeOrder(order: OrderRecord, instrument: Instrument): OrderItem {
  return {
    orderId: String(order.orderId),
    orderLinkId: order.clientOrderId,
    symbol: instrument.symbol,
    side: order.side,
    orderType: order.orderType,
    price: order.orderType === 'Market' ? '' : ticksText(order.price, instrument),
    qty: lotsText(order.quantity, instrument),
    cumExecQty: lotsText(order.filled, instrument),
    leavesQty: lotsText(leavesOf(order), instrument),
    cumExecValue: moneyText(order.filledValue),
    cumExecFee: moneyText(order.fee),
    feeCurrency: feeCoinOf(instrument, order.side),
    avgPrice: averagePriceText(order, instrument),
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    positionIdx: order.positionIndex,
    orderStatus: order.status,
    cxlRejReason: order.cancelReason ?? '',
    source: order.source,
    ...keyOf(order),
    createdAtE3: milliseconds(order.createdAt),
    updatedAtE3: milliseconds(order.updatedAt),
    ...(isSpot(instrument) && { planType: planTypeOf(order.stop?.kind) }),
    ...(order.stop === undefined ? {} : { stop: encodeStop(order.stop, instrument) }),
    ...(order.exits !== undefined && { exits: encodeExits(order.exits, instrument) }),
    ...(order.slippage !== undefined && { slippage: encodeSlippage(order.slippage) }),
    ...(order.selfMatch !== undefined && { smpType: order.selfMatch }),
    ...(order.quoteAmount !== undefined && { amount: moneyText(order.quoteAmount) }),
    ...(order.borrows !== undefined && { isLeverage: order.borrows }),
    ...(order.copy !== undefined && {
      copy: {
        leaderId: String(order.copy.leader),
        leaderOrderId: String(order.copy.order),
        leaderQty: lotsText(order.copy.lots, instrument),
      },
    }),
    ...(order.strategy !== undefined && {
      strategy: { strategyType: order.strategy.kind, strategyId: String(order.strategy.id), part: order.strategy.part },
    }),
  };
}

function encodeStop(
  { kind, trigger, closeOnTrigger, wholePosition, parent, trailing, marginRate }: StopRecord,
  instrument: Instrument,
): StopItem {
  return {
    stopOrderType: kind,
    triggerPrice: trigger === undefined ? '' : ticksText(trigger.price, instrument),
    triggerBy: trigger?.source ?? 'LastPrice',
    triggerDirection: trigger?.direction === 'Falling' ? 2 : 1,
    closeOnTrigger,
    wholePosition,
    parentOrderId: String(parent),
    ...(trailing !== undefined && { trailing: encodeTrailing(trailing, instrument) }),
    ...(marginRate !== undefined && { triggerMmRateE2: percentText(marginRate) }),
  };
}

/** Throws `WireMalformed`. */
export function decodeStop(item: StopItem, instrument: Instrument): StopRecord {
  const { closeOnTrigger, wholePosition, triggerPrice, triggerBy } = item;
  const trailing = item.trailing === undefined ? undefined : decodeTrailing(item.trailing, instrument);
  const stop = {
    // The trigger is known even if the kind's name is not.
    kind: item.stopOrderType === 'UNRECOGNIZED' ? 'Stop' : item.stopOrderType,
    closeOnTrigger,
    wholePosition,
    parent: readCount(item.parentOrderId, 'parentOrderId'),
    ...(trailing !== undefined && trailing !== null && { trailing }),
    ...(item.triggerMmRateE2 !== undefined && { marginRate: readPercent(item.triggerMmRateE2, 'triggerMmRateE2') }),
  };
  if (triggerPrice === '') return stop;
  const direction = item.triggerDirection === 1 ? 'Rising' : 'Falling';
  return { ...stop, trigger: { price: readTicks(triggerPrice, 'triggerPrice', instrument), direction, source: triggerBy } };
}

/** The rate of a close by margin rate on the wire. */
export const encodeMarginRate = (limit: Rate): { readonly triggerMmRateE2: string } => ({ triggerMmRateE2: percentText(limit) });

/** A share that is counted in hundredths. Throws `WireMalformed`. */
export function readPercent(text: string, field: string): Rate {
  const units = parseDecimal(text, PERCENT_DIGITS);
  if (units === undefined) throw new WireMalformed(field);
  return rate(units);
}

/** Fields that only some orders have. */
function decodeExtras(item: OrderItem, instrument: Instrument): Partial<OrderRecord> {
  const exits = item.exits === undefined ? undefined : decodeExits(item.exits, instrument);
  const { slippage, smpType, amount, isLeverage, strategy, copy } = item;
  return {
    ...(exits !== undefined && { exits }),
    ...(slippage?.maxSlippage !== undefined && { slippage: decodeSlippage(slippage.maxSlippageType, slippage.maxSlippage, 'maxSlippage') }),
    ...(smpType !== undefined && { selfMatch: smpType }),
    ...(amount !== undefined && { quoteAmount: readMoney(amount, 'amount') }),
    ...(isLeverage !== undefined && { borrows: isLeverage }),
    ...(copy !== undefined && {
      copy: {
        leader: readCount(copy.leaderId, 'leaderId'),
        order: readCount(copy.leaderOrderId, 'leaderOrderId'),
        lots: readLots(copy.leaderQty, 'leaderQty', instrument),
      },
    }),
    ...(strategy !== undefined && {
      strategy: { kind: strategy.strategyType, id: readCount(strategy.strategyId, 'strategyId'), part: strategy.part },
    }),
  };
}

function averagePriceText(order: OrderRecord, instrument: Instrument): string {
  return lotCount(order.filled) === 0 ? '' : priceText(averageFillPrice(instrument, order), instrument);
}

/** The order of `account` behind an item; `instrument` is the one of the item's symbol. Throws `WireMalformed`. */
export function decodeOrder(item: OrderItem, account: AccountId, instrument: Instrument): OrderRecord {
  const record: OrderRecord = {
    orderId: readCount(item.orderId, 'orderId'),
    clientOrderId: item.orderLinkId,
    account,
    instrument: instrument.id,
    side: item.side,
    orderType: item.orderType,
    price: item.orderType === 'Market' ? ticks(0) : readTicks(item.price, 'price', instrument),
    quantity: readLots(item.qty, 'qty', instrument),
    filled: readLots(item.cumExecQty, 'cumExecQty', instrument),
    filledValue: readMoney(item.cumExecValue, 'cumExecValue'),
    ...(isInverse(instrument) && item.avgPrice !== '' && { averagePrice: readPrice(item.avgPrice, 'avgPrice') }),
    fee: readMoney(item.cumExecFee, 'cumExecFee'),
    timeInForce: item.timeInForce,
    reduceOnly: item.reduceOnly,
    positionIndex: item.positionIdx,
    status: item.orderStatus,
    source: readWord(item.source, 'source', ORDER_SOURCES),
    createdAt: readTime(item.createdAtE3, 'createdAtE3'),
    updatedAt: readTime(item.updatedAtE3, 'updatedAtE3'),
    ...(item.stop === undefined ? {} : { stop: decodeStop(item.stop, instrument) }),
    ...decodeExtras(item, instrument),
  };
  if (item.cxlRejReason === '') return record;
  return { ...record, cancelReason: readWord(item.cxlRejReason, 'cxlRejReason', CANCEL_REASONS) };
}

export function encodeExecution(fill: OrderFilled, time: Timestamp, instrument: Instrument): ExecutionItem {
  return {
    execId: String(fill.executionId),
    execType: fill.kind,
    orderId: fill.order ? String(fill.order.orderId) : '',
    orderLinkId: fill.order?.clientOrderId ?? '',
    symbol: instrument.symbol,
    side: fill.side,
    execPrice: priceText(fill.price, instrument),
    execQty: lotsText(fill.quantity, instrument),
    execValue: moneyText(fill.value),
    execFee: moneyText(fill.fee),
    feeCurrency: feeCoinOf(instrument, fill.side),
    feeRate: rateText(fill.feeRate),
    isMaker: fill.maker,
    closedPnl: moneyText(fill.closedPnl),
    closedSize: lotsText(fill.closedQuantity, instrument),
    leavesQty: fill.order ? lotsText(leavesOf(fill.order), instrument) : '0',
    positionIdx: fill.positionIndex,
    execTimeE3: milliseconds(time),
  };
}

function costsOf(closed: Closing): Pick<ClosedPnlItem, 'fees' | 'funding' | 'settledPnl' | 'netPnl'> {
  const [{ costs }, net] = [closed, netProfit(closed)];
  if (costs === undefined || net === undefined) return {};
  return {
    fees: moneyText(addMoney(costs.openFees, costs.closeFees)),
    funding: moneyText(costs.funding),
    ...(costs.settled !== ZERO_MONEY && { settledPnl: moneyText(costs.settled) }),
    netPnl: moneyText(net),
  };
}

/** A row of the closed P&L. `time` is when its last execution happened. */
export function encodeClosedPnl(closed: Closing, time: Timestamp, instrument: Instrument): ClosedPnlItem {
  const { side, size, profit } = closed;
  const price = averageClosePrice(instrument, size, closed.prices);
  const { entryInverseSum } = closed;
  const entry =
    entryInverseSum === undefined ? closedEntryPrice(instrument, { side, price, size, profit }) : harmonicPrice(size, entryInverseSum);
  return {
    execId: String(closed.executionId),
    orderId: closed.orderId === undefined ? '' : String(closed.orderId),
    fillCount: closed.fills,
    symbol: instrument.symbol,
    side,
    positionIdx: closed.positionIndex,
    execType: closed.kind,
    closedSize: lotsText(size, instrument),
    avgEntryPrice: priceText(entry, instrument),
    avgExitPrice: priceText(price, instrument),
    closedPnl: moneyText(profit),
    execFee: moneyText(closed.fee),
    feeCurrency: feeCoinOf(instrument, side),
    ...costsOf(closed),
    createdAtE3: milliseconds(closed.firstAt),
    updatedAtE3: milliseconds(time),
  };
}
