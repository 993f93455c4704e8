import type { ChartLine } from '@tapedeck/chart';
// Loaded separately: the widget's code comes after the first paint.
import { orderLineOf } from '@tapedeck/chart/orders';
import { earnedAt, type OrderView, type PositionView, type TerminalClient } from '@tapedeck/client';
import {
  SCALE,
  divNearest,
  moneyUnits,
  positionSideOf,
  price,
  priceOfTicks,
  priceUnits,
  rate,
  rateUnits,
  type Instrument,
  type Money,
  type Price,
  type StopOrderType,
} from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { formOnScreen } from '../../intents/form-on-screen.ts';
import type { KeyOf, Translate } from '../../platform/texts.tsx';
import { askMarketClose } from '../../intents/confirmation-asked.ts';
import { askReverse } from '../../intents/reverse-asked.ts';
import { askTpsl } from '../../intents/tpsl-asked.ts';
import { triggerText } from '../../widgets/trigger-text.ts';
import { coinDigits, lotsText, percentText, priceText, signedMoneyText, signedPercentText } from '../../platform/values.ts';
import { chartOrder } from './chart-order.ts';
import { formLine } from './form-line.ts';
import type english from './text.en.json';

export interface LineWriter {
  readonly formats: Formats;
  readonly text: Translate<KeyOf<typeof english>>;
}

/** A price as a plain number for the chart. */
const chartPrice = (value: Price): number => Number(priceUnits(value)) / 1e8;

type Detail = ChartLine['details'][number];
const plain = (text: string): Detail => ({ text, tone: 'plain' });
const toned = (text: string, units: bigint): Detail => ({ text, tone: units > 0n ? 'up' : units < 0n ? 'down' : 'plain' });
const profitDetail = (formats: Formats, value: Money | undefined, { settleCoin }: Instrument): Detail[] =>
  value === undefined ? [] : [toned(signedMoneyText(formats, value, coinDigits(settleCoin)), moneyUnits(value))];

/** Distance of the price from the mark price, which determines liquidation. */
function fromMark({ formats, text }: LineWriter, price: Price, mark: Price | undefined): Detail[] {
  if (mark === undefined || priceUnits(mark) === 0n) return [];
  const away = priceUnits(price) - priceUnits(mark);
  const share = percentText(formats, rate(divNearest((away < 0n ? -away : away) * SCALE, priceUnits(mark))), 1);
  return [plain(text(away < 0n ? 'belowMark' : 'aboveMark', { share }))];
}

/** Parts shared by a position's own line and the lines derived from it. */
const positionPart = ({ record }: PositionView) => ({ side: record.side, quantity: '', buttons: [], drag: 'none' }) as const;

function breakEvenLine({ formats, text }: LineWriter, view: PositionView): ChartLine[] {
  const { instrument, breakEvenPrice, entryPrice } = view;
  if (breakEvenPrice === undefined) return [];
  const away = priceUnits(breakEvenPrice) - priceUnits(entryPrice);
  const distance = `${away > 0n ? '+' : ''}${priceText(formats, price(away), instrument)}`;
  return [
    {
      ...positionPart(view),
      id: `breakeven:${view.key}`,
      kind: 'breakeven',
      price: chartPrice(breakEvenPrice),
      name: text('breakEven'),
      details: [plain(text('fromEntry', { distance }))],
    },
  ];
}

function liquidationLine(writer: LineWriter, view: PositionView): ChartLine[] {
  const { liquidationPrice, markPrice } = view;
  if (liquidationPrice === undefined) return [];
  return [
    {
      ...positionPart(view),
      id: `liquidation:${view.key}`,
      kind: 'liquidation',
      price: chartPrice(liquidationPrice),
      name: writer.text('liquidation'),
      details: fromMark(writer, liquidationPrice, markPrice),
    },
  ];
}

function positionLines(writer: LineWriter, view: PositionView): ChartLine[] {
  const { formats, text } = writer;
  const { instrument, record, unrealisedPnl, roi } = view;
  return [
    {
      id: `position:${view.key}`,
      kind: 'position',
      price: chartPrice(view.entryPrice),
      side: record.side,
      name: text(positionSideOf(record.side) === 'LONG' ? 'long' : 'short'),
      quantity: lotsText(formats, record.size, instrument),
      details: [
        ...profitDetail(formats, unrealisedPnl, instrument),
        ...(roi === undefined ? [] : [toned(signedPercentText(formats, roi), rateUnits(roi))]),
      ],
      buttons: [
        { id: 'tpsl', label: text('tpsl') },
        { id: 'reverse', label: text('reverse') },
        { id: 'close', label: text('closePosition') },
      ],
      drag: 'exit',
    },
    ...breakEvenLine(writer, view),
    ...liquidationLine(writer, view),
  ];
}

const sideName = ({ text }: LineWriter, { side }: OrderView['record']): string => text(side === 'Buy' ? 'buy' : 'sell');

/** Whether the trader can move an order's price: parts of strategies and copies are moved by their owner. */
const isOwn = ({ strategy, copy }: OrderView['record']): boolean => strategy === undefined && copy === undefined;

function orderLine(writer: LineWriter, { instrument, record }: OrderView): ChartLine {
  const { formats, text } = writer;
  return {
    id: `order:${record.orderId}`,
    kind: 'order',
    price: chartPrice(priceOfTicks(record.price, instrument.tickSize)),
    side: record.side,
    name: sideName(writer, record),
    quantity: lotsText(formats, record.quantity, instrument),
    details: [plain(text(record.reduceOnly ? 'limitReduceKind' : 'limitKind'))],
    buttons: [{ id: 'cancel', label: text('cancelOrder') }],
    drag: isOwn(record) ? 'move' : 'none',
  };
}

const LEG_LINES: Readonly<Partial<Record<StopOrderType, 'takeProfit' | 'stopLoss'>>> = {
  TakeProfit: 'takeProfit',
  PartialTakeProfit: 'takeProfit',
  StopLoss: 'stopLoss',
  PartialStopLoss: 'stopLoss',
};

const isTrailing = (kind: StopOrderType): boolean => kind === 'TrailingStop' || kind === 'TrailingProfit';

type Words = Pick<ChartLine, 'kind' | 'name' | 'quantity' | 'details'>;

/** An exit of a position shows its P&L; `undefined` for any other order. */
function exitWords(
  { formats, text }: LineWriter,
  { instrument, record }: OrderView,
  position: PositionView | undefined,
): Words | undefined {
  const { stop } = record;
  const leg = stop && LEG_LINES[stop.kind];
  if (leg === undefined || stop?.trigger === undefined || position === undefined) return undefined;
  const leaves = priceOfTicks(record.orderType === 'Limit' ? record.price : stop.trigger.price, instrument.tickSize);
  const { side, size } = position.record;
  const closed = stop.wholePosition ? size : record.quantity;
  const pnl = earnedAt(leaves, { instrument, side, entry: position.entryPrice }, closed);
  return { kind: leg, name: text(leg), quantity: lotsText(formats, closed, instrument), details: profitDetail(formats, pnl, instrument) };
}

/** Text of any other conditional order. */
function conditionWords(writer: LineWriter, { instrument, record }: OrderView, position: PositionView | undefined): Words {
  const { formats, text } = writer;
  const { stop } = record;
  const whole = stop?.wholePosition === true ? position?.record.size : undefined;
  const quantity = lotsText(formats, whole ?? record.quantity, instrument);
  if (stop !== undefined && isTrailing(stop.kind)) return { kind: 'trailing', name: text('trailing'), quantity, details: [] };
  const trigger = triggerText(formats, record, instrument, (name) => text(`source.${name}`)) ?? '';
  const price = priceText(formats, priceOfTicks(record.price, instrument.tickSize), instrument);
  const kind = record.orderType === 'Limit' ? text('limitWord', { price }) : text('marketWord');
  return { kind: 'conditional', name: sideName(writer, record), quantity, details: [plain(text('conditionKind', { trigger, kind }))] };
}

/** The line of a conditional order; none if it has no trigger price. */
function waitingLine(writer: LineWriter, order: OrderView, position: PositionView | undefined): ChartLine[] {
  const { instrument, record } = order;
  if (record.stop?.trigger === undefined) return [];
  const words = exitWords(writer, order, position) ?? conditionWords(writer, order, position);
  return [
    {
      ...words,
      id: `order:${record.orderId}`,
      price: chartPrice(priceOfTicks(record.stop.trigger.price, instrument.tickSize)),
      side: record.side,
      buttons: [{ id: 'cancel', label: writer.text('cancelOrder') }],
      // A trailing stop follows the price and cannot be dragged.
      drag: words.kind !== 'trailing' && isOwn(record) ? 'move' : 'none',
    },
  ];
}

function ordersOf(client: TerminalClient, instrument: Instrument): readonly OrderView[] {
  const orders = client.orders.open.get();
  const list = orders.status === 'idle' ? undefined : orders.data;
  return (list ?? []).filter((order) => order.instrument.id === instrument.id && order.state === 'live');
}

/** Lines of the account's positions and orders in the displayed contract. */
export function tradeLines(client: TerminalClient, instrument: Instrument, writer: LineWriter): ChartLine[] {
  const keys = client.positions.keys.get();
  const list = keys.status === 'idle' ? undefined : keys.data;
  const positions = (list ?? [])
    .flatMap((key) => client.positions.position(key).get() ?? [])
    .filter((view) => view.instrument.id === instrument.id);
  const of = ({ record }: OrderView) => positions.find((view) => view.record.positionIndex === record.positionIndex);
  const lineOf = (order: OrderView): ChartLine[] => {
    switch (orderLineOf(chartOrder(order.record))?.kind) {
      case 'conditional':
        return waitingLine(writer, order, of(order));
      case 'order':
        return [orderLine(writer, order)];
      default:
        return [];
    }
  };
  const orders = ordersOf(client, instrument).flatMap(lineOf);
  const form = formLine(writer, formOnScreen.get(), { instrument, orders });
  return [...positions.flatMap((view) => positionLines(writer, view)), ...orders, ...form];
}

/** Executes a button of a line: cancels that order, or asks to close or reverse the position, or to set its TP/SL. */
export async function pressLineButton(
  client: TerminalClient,
  lineId: string,
  button: string,
): ReturnType<TerminalClient['orders']['cancel']> {
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
  const orders = client.orders.open.get();
  const order = (orders.status === 'idle' ? undefined : orders.data)?.find(({ record }) => String(record.orderId) === id);
  return order === undefined ? { ok: true, value: undefined } : client.orders.cancel(order.record);
}

/** Calls `listener` when a line may have changed, including ticking positions. */
export function followLines(client: TerminalClient, listener: () => void): () => void {
  const { positions, orders } = client;
  let ends: (() => void)[] = [];
  const followPositions = () => {
    for (const end of ends) end();
    const keys = positions.keys.get();
    ends = ((keys.status === 'idle' ? undefined : keys.data) ?? []).map((key) => positions.position(key).subscribe(listener));
    listener();
  };
  followPositions();
  let form: (() => void)[] = [];
  const followForm = () => {
    for (const end of form) end();
    const shown = formOnScreen.get();
    form = shown === undefined ? [] : [shown.draft.subscribe(listener), shown.algo.subscribe(listener)];
    listener();
  };
  followForm();
  const others = [positions.keys.subscribe(followPositions), orders.open.subscribe(listener), formOnScreen.subscribe(followForm)];
  return () => {
    for (const end of [...others, ...ends, ...form]) end();
  };
}
