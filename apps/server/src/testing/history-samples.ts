import { lots, money, price, rate, ticks, timestamp, type Event, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import { type Candle, type EventBatch, type MinuteBar } from '@tapedeck/venue';

export const ORDERS = 25;

export function order(orderId: number, changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderId,
    clientOrderId: `mine-${orderId}`,
    account: 100,
    instrument: orderId % 2,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(5_000),
    quantity: lots(10),
    filled: lots(0),
    filledValue: money(0n),
    fee: money(0n),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    status: 'New',
    source: 'form',
    createdAt: timestamp(1_000 + orderId),
    updatedAt: timestamp(1_000 + orderId),
    ...changes,
  };
}

export function fill(filled: OrderRecord): OrderFilled {
  return {
    type: 'OrderFilled',
    kind: 'Trade',
    executionId: filled.orderId + 7_000,
    account: filled.account,
    instrument: filled.instrument,
    positionIndex: 0,
    side: 'Buy',
    price: price(50_000_00000000n),
    quantity: lots(10),
    // More than a double can hold.
    value: money(123_456_789_012_345_678_901n),
    fee: money(-1n),
    feeRate: rate(55_000n),
    maker: true,
    closedPnl: money(0n),
    closedQuantity: lots(0),
    order: filled,
  };
}

export const cash = (account: number, instrument: number): Event => ({
  type: 'CashChanged',
  account,
  coin: 'USDT',
  kind: 'fee',
  amount: money(-5n),
  cash: money(99_999n),
  instrument,
});

/** Each order is accepted by one command and filled by the next, with a fee line. */
export function batches(): EventBatch[] {
  return Array.from({ length: ORDERS }, (_, at) => at + 1).flatMap((orderId) => {
    const filled = order(orderId, { filled: lots(10), status: 'Filled' });
    return [
      { sequence: orderId * 2 - 1, time: timestamp(orderId), events: [{ type: 'OrderAccepted', order: order(orderId) }] },
      { sequence: orderId * 2, time: timestamp(orderId), events: [cash(100, orderId % 2), fill(filled)] },
    ] satisfies EventBatch[];
  });
}

const DAY_MS = 86_400_000;
const MINUTES_OF_HALF_A_DAY = 720;

const FUNDED: Event = { type: 'FundingSettled', instrument: 1, rate: rate(1n), mark: price(2n) };

/** Two orders a day, of which the first ever stays open; each with a fill, a line of cash and a funding. */
export function pastOf(days: number): EventBatch[] {
  return Array.from({ length: days * 2 }, (_, at) => {
    const time = at * (DAY_MS / 2) + 1_000;
    const made = order(at + 1, {
      status: at === 0 ? 'New' : 'Filled',
      createdAt: timestamp(time),
      updatedAt: timestamp(time),
    });
    const closes = (one: OrderRecord): OrderFilled => ({ ...fill(one), closedQuantity: lots(1) });
    // The first order stays open and closes last.
    const late = at === days * 2 - 1 ? [closes(order(1, { createdAt: timestamp(1_000), updatedAt: timestamp(time) }))] : [];
    return { sequence: at + 1, time: timestamp(time), events: [closes(made), ...late, cash(100, at % 2), FUNDED] };
  });
}

export const candleAt = (minute: number): Candle => ({
  start: minute * 60_000,
  open: BigInt(minute),
  high: BigInt(minute + (minute % 11)),
  low: BigInt(minute - (minute % 13)),
  close: BigInt(minute + (minute % 5)),
  volume: BigInt(minute % 17),
  turnover: 10n ** 20n + BigInt(minute),
});

export const barOf = (batch: EventBatch): MinuteBar => ({
  instrument: 1,
  series: 'trade',
  closed: true,
  candle: candleAt((batch.sequence - 1) * MINUTES_OF_HALF_A_DAY),
});

export function merged(parts: readonly Candle[]): Candle {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no parts');
  return {
    start: first.start,
    open: first.open,
    high: parts.reduce((most, { high }) => (high > most ? high : most), first.high),
    low: parts.reduce((least, { low }) => (low < least ? low : least), first.low),
    close: last.close,
    volume: parts.reduce((sum, { volume }) => sum + volume, 0n),
    turnover: parts.reduce((sum, { turnover }) => sum + turnover, 0n),
  };
}
