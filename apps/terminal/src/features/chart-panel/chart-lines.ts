import type { ChartLine } from '@tapedeck/chart';
import { earnedAt, type OrderView, type PositionView, type TerminalClient } from '@tapedeck/client';
import { positionSideOf, priceOfTicks, priceUnits, type Instrument, type Price, type StopOrderType } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';
import { askMarketClose } from '../../platform/confirmation-asked.ts';
import { askReverse } from '../../platform/reverse-asked.ts';
import { askTpsl } from '../../platform/tpsl-asked.ts';
import { coinDigits, lotsFieldText, lotsText, priceText, signedMoneyText } from '../../platform/values.ts';

type LineKey =
  | 'longLine'
  | 'shortLine'
  | 'buyLine'
  | 'sellLine'
  | 'takeProfitLine'
  | 'stopLossLine'
  | 'trailingLine'
  | 'buyStopLine'
  | 'sellStopLine'
  | 'liquidationLine'
  | 'closePosition'
  | 'reverse'
  | 'tpsl'
  | 'cancelOrder';

export interface LineWriter {
  readonly formats: Formats;
  readonly text: Translate<LineKey>;
}

/** A price as the chart counts: a plain number. */
const chartPrice = (value: Price): number => Number(priceUnits(value)) / 1e8;

function positionLines({ formats, text }: LineWriter, view: PositionView): ChartLine[] {
  const { instrument, record } = view;
  const long = positionSideOf(record.side) === 'LONG';
  const quantity = lotsText(formats, record.size, instrument);
  const lines: ChartLine[] = [
    {
      id: `position:${view.key}`,
      kind: 'position',
      price: chartPrice(view.entryPrice),
      side: record.side,
      quantity: lotsFieldText(record.size, instrument),
      text: text(long ? 'longLine' : 'shortLine', {
        quantity,
        pnl: signedMoneyText(formats, view.unrealisedPnl, coinDigits(instrument.settleCoin)),
      }),
      buttons: [
        { id: 'tpsl', label: text('tpsl') },
        { id: 'reverse', label: text('reverse') },
        { id: 'close', label: text('closePosition') },
      ],
    },
  ];
  if (view.liquidationPrice !== undefined) {
    lines.push({
      id: `liquidation:${view.key}`,
      kind: 'liquidation',
      price: chartPrice(view.liquidationPrice),
      side: record.side,
      quantity: '',
      text: text('liquidationLine', { price: priceText(formats, view.liquidationPrice, instrument) }),
      buttons: [],
    });
  }
  return lines;
}

function orderLine({ formats, text }: LineWriter, { instrument, record }: OrderView): ChartLine {
  return {
    id: `order:${record.orderId}`,
    kind: 'order',
    price: chartPrice(priceOfTicks(record.price, instrument.tickSize)),
    side: record.side,
    quantity: lotsFieldText(record.quantity, instrument),
    text: text(record.side === 'Buy' ? 'buyLine' : 'sellLine', { quantity: lotsText(formats, record.quantity, instrument) }),
    buttons: [{ id: 'cancel', label: text('cancelOrder') }],
  };
}

type LegKey = 'takeProfitLine' | 'stopLossLine';
const LEG_LINES: Readonly<Partial<Record<StopOrderType, LegKey>>> = {
  TakeProfit: 'takeProfitLine',
  PartialTakeProfit: 'takeProfitLine',
  StopLoss: 'stopLossLine',
  PartialStopLoss: 'stopLossLine',
};

/** What an exit says of itself: its price, and what it would earn. `undefined` for any other order. */
function exitText(
  { formats, text }: LineWriter,
  { record, instrument }: OrderView,
  position: PositionView | undefined,
): string | undefined {
  const { stop } = record;
  const leg = stop && LEG_LINES[stop.kind];
  if (leg === undefined || stop?.trigger === undefined || position === undefined) return undefined;
  const { side, size } = position.record;
  const price = priceOfTicks(stop.trigger.price, instrument.tickSize);
  const leaves = record.orderType === 'Limit' ? priceOfTicks(record.price, instrument.tickSize) : price;
  const pnl = earnedAt(leaves, { instrument, side, entry: position.entryPrice }, stop.wholePosition ? size : record.quantity);
  return text(leg, { price: priceText(formats, price, instrument), pnl: signedMoneyText(formats, pnl, coinDigits(instrument.settleCoin)) });
}

const isTrailing = (kind: StopOrderType): boolean => kind === 'TrailingStop' || kind === 'TrailingProfit';

/** The line of an order that waits for a price; none while it waits for no price. */
function waitingLine(writer: LineWriter, order: OrderView, position: PositionView | undefined): ChartLine[] {
  const { formats, text } = writer;
  const { instrument, record } = order;
  if (record.stop?.trigger === undefined) return [];
  const at = priceOfTicks(record.stop.trigger.price, instrument.tickSize);
  const price = priceText(formats, at, instrument);
  const quantity = lotsText(formats, record.quantity, instrument);
  const plain = () => text(record.side === 'Buy' ? 'buyStopLine' : 'sellStopLine', { price, quantity });
  return [
    {
      id: `order:${record.orderId}`,
      kind: 'order',
      price: chartPrice(at),
      side: record.side,
      quantity: lotsFieldText(record.quantity, instrument),
      text: isTrailing(record.stop.kind) ? text('trailingLine', { price }) : (exitText(writer, order, position) ?? plain()),
      buttons: [{ id: 'cancel', label: text('cancelOrder') }],
    },
  ];
}

function ordersOf(client: TerminalClient, instrument: Instrument): readonly OrderView[] {
  const orders = client.account.openOrders.get();
  const list = orders.status === 'idle' ? undefined : orders.data;
  return (list ?? []).filter((order) => order.instrument.id === instrument.id && order.state === 'live');
}

/** Lines of everything the account has in the contract on screen. */
export function tradeLines(client: TerminalClient, instrument: Instrument, writer: LineWriter): ChartLine[] {
  const keys = client.account.positionKeys.get();
  const list = keys.status === 'idle' ? undefined : keys.data;
  const positions = (list ?? [])
    .flatMap((key) => client.account.position(key).get() ?? [])
    .filter((view) => view.instrument.id === instrument.id);
  const of = ({ record }: OrderView) => positions.find((view) => view.record.positionIndex === record.positionIndex);
  const lineOf = (order: OrderView): ChartLine[] => {
    if (order.record.status === 'Untriggered') return waitingLine(writer, order, of(order));
    return order.record.orderType === 'Limit' ? [orderLine(writer, order)] : [];
  };
  return [...positions.flatMap((view) => positionLines(writer, view)), ...ordersOf(client, instrument).flatMap(lineOf)];
}

/** What a button at a line's end does: cancels that order, or asks for the position to be closed, turned around, or given a TP/SL. */
export async function pressLineButton(client: TerminalClient, lineId: string, button: string): ReturnType<TerminalClient['cancelOrder']> {
  const [kind, ...rest] = lineId.split(':');
  const id = rest.join(':');
  if (kind === 'position' && button === 'tpsl') {
    askTpsl(id);
    return { ok: true, value: undefined };
  }
  if (kind === 'position' && button === 'reverse') {
    askReverse(client, id);
    return { ok: true, value: undefined };
  }
  if (kind === 'position') {
    askMarketClose(client, id);
    return { ok: true, value: undefined };
  }
  const orders = client.account.openOrders.get();
  const order = (orders.status === 'idle' ? undefined : orders.data)?.find(({ record }) => String(record.orderId) === id);
  return order === undefined ? { ok: true, value: undefined } : client.cancelOrder(order.record);
}

/** Calls `listener` when a line may have changed; ticking positions included. */
export function followLines(client: TerminalClient, listener: () => void): () => void {
  const { account } = client;
  let positions: (() => void)[] = [];
  const followPositions = () => {
    for (const end of positions) end();
    const keys = account.positionKeys.get();
    positions = ((keys.status === 'idle' ? undefined : keys.data) ?? []).map((key) => account.position(key).subscribe(listener));
    listener();
  };
  followPositions();
  const ends = [account.positionKeys.subscribe(followPositions), account.openOrders.subscribe(listener)];
  return () => {
    for (const end of [...ends, ...positions]) end();
  };
}
