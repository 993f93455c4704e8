import {
  amendOutcome,
  movedExit,
  newExit,
  orderFormContext,
  spotContext,
  type MarketFeed,
  type OrderFormContext,
  type OrderView,
  type Readable,
  type SpotContext,
  type TerminalClient,
} from '@tapedeck/client';
import { isPositionExit, isSpot, priceOfTicks, type Instrument, type Ticks } from '@tapedeck/domain';
import type { AskedChange, ChangeReading } from '../../intents/confirmation-asked.ts';
import { amendText, type AmendText } from '../../widgets/amend/amend-facts.ts';
import { tpslHabits } from '../../widgets/tpsl-habits.ts';
import { lotsText, priceText } from '../../platform/values.ts';
import { plainFact } from '../../widgets/change-facts.ts';
import type { ChangeWords } from './change-words.ts';
import { chartTicks } from './chart-ticks.ts';
import { exitChange, exitContext } from './exit-change.ts';

const NOTHING: AmendText = { facts: [], note: '', problem: '' };

/** Finds the order or position of a line, and the effect of dropping it at a price. */
export class LineChanges {
  private readonly client: TerminalClient;
  private readonly words: ChangeWords;
  private readonly instrument: Instrument;
  private readonly context: Readable<OrderFormContext>;
  /** The context of the form that places orders of the shown symbol. */
  private readonly market: Readable<OrderFormContext | SpotContext>;

  constructor(client: TerminalClient, feed: MarketFeed, words: ChangeWords) {
    this.client = client;
    this.words = words;
    this.instrument = feed.instrument;
    this.context = orderFormContext(client, feed);
    this.market = isSpot(feed.instrument) ? spotContext(client, feed) : this.context;
  }

  /** `undefined` if the line has ended, or nothing would change. */
  at(lineId: string, price: number): AskedChange | undefined {
    const [kind, ...rest] = lineId.split(':');
    const id = rest.join(':');
    const at = chartTicks(price, this.instrument);
    return kind === 'position' ? this.ofPosition(id, at) : this.ofOrder(id, at);
  }

  private order(id: string): OrderView | undefined {
    const orders = this.client.orders.open.get();
    return (orders.status === 'idle' ? undefined : orders.data)?.find(({ record }) => String(record.orderId) === id);
  }

  private priceText(at: Ticks): string {
    return priceText(this.words.formats, priceOfTicks(at, this.instrument.tickSize), this.instrument);
  }

  private ofPosition(key: string, at: Ticks): AskedChange | undefined {
    // The price is in ticks of the shown symbol, and so must be the position or the order.
    if (!key.startsWith(`${this.instrument.symbol}:`)) return undefined;
    const { positions } = this.client;
    const { instrument, context } = this;
    const find = () => {
      const view = positions.position(key).get();
      const price = priceOfTicks(at, instrument.tickSize);
      return view && newExit(price, positions.exits(key).get(), exitContext(view, context.get()), tpslHabits());
    };
    const send = (terms: Parameters<typeof positions.setTpsl>[1]) => positions.setTpsl(key, terms);
    return exitChange({ instrument, price: this.priceText(at), context, find, send }, this.words);
  }

  private ofOrder(id: string, at: Ticks): AskedChange | undefined {
    const order = this.order(id);
    if (order?.instrument.id !== this.instrument.id) return undefined;
    const { record, instrument } = order;
    const isExit = !isSpot(instrument) && record.stop !== undefined && isPositionExit(record.stop.kind);
    return isExit ? this.ofExit(order, at) : this.ofMove(order, at);
  }

  private ofExit({ record, instrument }: OrderView, at: Ticks): AskedChange | undefined {
    const { positions, orders } = this.client;
    const { context } = this;
    if (at === record.stop?.trigger?.price) return undefined;
    const key = `${instrument.symbol}:${record.positionIndex}`;
    const find = () => {
      const view = positions.position(key).get();
      if (view === undefined) return undefined;
      const where = { exits: positions.exits(key).get(), context: exitContext(view, context.get()), habits: tpslHabits() };
      return movedExit(record.orderId, priceOfTicks(at, instrument.tickSize), where);
    };
    const send = () => orders.amend(record, { trigger: at });
    return exitChange({ instrument, price: this.priceText(at), context, find, send }, this.words);
  }

  private ofMove({ record, instrument }: OrderView, at: Ticks): AskedChange | undefined {
    const { text, formats } = this.words;
    const before = record.stop?.trigger?.price ?? record.price;
    if (at === before) return undefined;
    const quantity = lotsText(formats, record.quantity, instrument);
    const title = text(record.side === 'Buy' ? 'change.buy' : 'change.sell', { quantity });
    const changes = record.stop?.trigger === undefined ? { price: at } : { trigger: at };
    const read = (): ChangeReading | undefined => {
      const now = this.order(String(record.orderId));
      if (now === undefined) return undefined;
      const outcome = amendOutcome(now.record, changes, this.market.get());
      const { facts, note, problem } = outcome === undefined ? NOTHING : amendText(outcome, instrument, this.words.order);
      return { title, facts: [plainFact(text('change.before'), this.priceText(before)), ...facts], note, problem };
    };
    return {
      kind: 'moveOrder',
      instrument,
      price: this.priceText(at),
      sources: [this.market],
      read,
      send: () => this.client.orders.amend(record, changes),
    };
  }
}
