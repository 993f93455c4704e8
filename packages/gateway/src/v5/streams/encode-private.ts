import { feeCoinOf, isSpot, milliseconds, type Instrument, type OrderFilled, type OrderRecord, type Timestamp } from '@tapedeck/domain';
import { moneyText } from '@tapedeck/protocol';
import { categoryOf } from '../symbols.ts';
import { encodeV5Execution, encodeV5Order } from '../trade/encode-order.ts';

type Row = Readonly<Record<string, unknown>>;

/** An order as in `/v5/order/realtime`, with the fields that the stream adds. */
export function orderRow(order: OrderRecord, instrument: Instrument): Row {
  const row = encodeV5Order(order, instrument) as Row;
  return { category: categoryOf(instrument), ...row, closedPnl: '', feeCurrency: feeCoinOf(instrument, order.side) };
}

/** A fill as in `/v5/execution/list`, with the fields that the stream adds. */
export function executionRow(fill: OrderFilled, time: Timestamp, instrument: Instrument): Row {
  const borrows = isSpot(instrument) && fill.order?.borrows === true;
  return {
    category: categoryOf(instrument),
    ...(encodeV5Execution(fill, time, instrument) as Row),
    isLeverage: borrows ? '1' : '0',
    execPnl: moneyText(fill.closedPnl),
    marketUnit: isSpot(instrument) ? (fill.order?.quoteAmount === undefined ? 'baseCoin' : 'quoteCoin') : '',
  };
}

/** The few fields of a trade that come first. */
export function fastExecutionRow(fill: OrderFilled, time: Timestamp, instrument: Instrument): Row {
  const row = encodeV5Execution(fill, time, instrument) as Row;
  return {
    category: categoryOf(instrument),
    symbol: row['symbol'],
    execId: row['execId'],
    execPrice: row['execPrice'],
    execQty: row['execQty'],
    orderId: row['orderId'],
    isMaker: fill.maker,
    orderLinkId: fill.maker ? '' : row['orderLinkId'],
    side: fill.side,
    execTime: String(milliseconds(time)),
    seq: fill.executionId,
  };
}

/** A position of `/v5/position/list`, with the names of the stream. */
export function positionRow(listed: object, instrument: Instrument): Row {
  const { avgPrice, ...row } = listed as Row;
  return { category: categoryOf(instrument), ...row, entryPrice: avgPrice };
}
