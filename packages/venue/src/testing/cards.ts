import { lots, ticks, type MarginMode, type PositionMode, type SettingsRecord } from '@tapedeck/domain';
import type { VenueCapabilities } from '../capabilities.ts';
import type { BookSnapshot } from '../venue.ts';
import { bidFarBelow, Heard, type VenueDesk } from './venue-desk.ts';

/** One promise of the port, and how it is tested. `run` rejects when a venue breaks it. */
export interface Card {
  readonly number: number;
  readonly promise: string;
  /** Only for venues that offer it. */
  readonly needs?: (capabilities: VenueCapabilities) => boolean;
  run(desk: VenueDesk): Promise<void>;
}

/** The cards that a venue has to pass. */
export const cardsOf = (capabilities: VenueCapabilities): readonly Card[] =>
  CARDS.filter(({ needs }) => needs === undefined || needs(capabilities));

function demand(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Error(broken);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a, bigintText) === JSON.stringify(b, bigintText);
const bigintText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

const settingsOf = async ({ venue, account, instrument }: VenueDesk): Promise<SettingsRecord | undefined> =>
  (await venue.account(account))?.state.settings.find((one) => one.instrument === instrument.id);

/** Switches to each mode, and back to the first, which is that of an account without settings; the snapshot must follow. */
async function switches<Mode extends string>(
  modes: readonly Mode[],
  read: () => Promise<Mode | undefined>,
  write: (mode: Mode) => Promise<{ readonly refusal?: unknown }>,
): Promise<void> {
  const now = async () => (await read()) ?? modes[0];
  for (const mode of [...modes, ...modes.slice(0, 1)]) {
    if ((await now()) === mode) continue;
    demand((await write(mode)).refusal === undefined, `it refuses ${mode}, which it offers`);
    demand((await now()) === mode, `the snapshot does not say ${mode} after the change`);
  }
  demand((await now()) === modes[0], 'it did not come back to the first mode');
}

function applied(side: readonly number[], changes: readonly number[], order: 1 | -1): readonly number[] {
  const levels = new Map<number, number>();
  for (const list of [side, changes])
    for (let i = 0; i < list.length; i += 2) {
      const [at, size] = [list[i] as number, list[i + 1] as number];
      if (size === 0) levels.delete(at);
      else levels.set(at, size);
    }
  return [...levels].sort(([a], [b]) => (a - b) * order).flat();
}

const CARDS: readonly Card[] = [
  {
    number: 1,
    promise: 'lists every instrument at the index of its id, under a unique symbol',
    run: ({ venue: { instruments } }) => {
      instruments.forEach(({ id }, place) => demand(id === place, `instrument ${id} stands at ${place}`));
      demand(new Set(instruments.map(({ symbol }) => symbol)).size === instruments.length, 'two instruments share a symbol');
      return Promise.resolve();
    },
  },
  {
    number: 2,
    promise: 'reports the acceptance of an order before it answers the order',
    run: async (desk) => {
      const heard = new Heard(desk.venue);
      const { orderId, refusal } = await bidFarBelow(desk);
      demand(refusal === undefined && orderId !== undefined, 'a plain order is refused');
      demand(heard.count('OrderAccepted', orderId) === 1, 'the acceptance was not told once before the answer');
      heard.leave();
    },
  },
  {
    number: 3,
    promise: 'contains an accepted order in every snapshot from the sequence of its acceptance',
    run: async (desk) => {
      const heard = new Heard(desk.venue);
      const { orderId } = await bidFarBelow(desk);
      const told = heard.batches.find(({ events }) => events.some((one) => one.type === 'OrderAccepted' && one.order.orderId === orderId));
      const snapshot = await desk.venue.account(desk.account);
      demand(snapshot !== undefined && told !== undefined, 'there is no snapshot or no acceptance');
      demand(snapshot.sequence >= told.sequence, 'the snapshot is older than the acceptance');
      demand(
        snapshot.state.orders.some((order) => order.orderId === orderId),
        'the order is not in the snapshot',
      );
      heard.leave();
    },
  },
  {
    number: 4,
    promise: 'refuses with a reason, publishes no event, and leaves the account unchanged',
    run: async (desk) => {
      const before = await desk.venue.account(desk.account);
      const heard = new Heard(desk.venue);
      const { orderId, refusal } = await bidFarBelow(desk, { quantity: lots(0) });
      demand(refusal !== undefined && orderId === undefined, 'an order for nothing is accepted');
      demand(
        heard.events.every((event) => !('order' in event)),
        'a refused order was told',
      );
      demand(same((await desk.venue.account(desk.account))?.state, before?.state), 'a refusal changed the account');
      heard.leave();
    },
  },
  {
    number: 5,
    promise: 'ends a cancelled order once, and refuses to cancel it again',
    run: async (desk) => {
      const { orderId = 0 } = await bidFarBelow(desk);
      const heard = new Heard(desk.venue);
      const cancel = () => desk.venue.submit({ type: 'CancelOrder', account: desk.account, orderId });
      demand((await cancel()).refusal === undefined, 'the cancel is refused');
      demand((await cancel()).refusal?.reason === 'orderUnknown', 'the second cancel is not refused as unknown');
      demand(heard.count('OrderCancelled', orderId) === 1, 'the end of the order was not told once');
      const orders = (await desk.venue.account(desk.account))?.state.orders ?? [];
      demand(!orders.some((order) => order.orderId === orderId), 'the cancelled order is still in the snapshot');
      heard.leave();
    },
  },
  {
    number: 6,
    promise: 'publishes events with ascending sequences and never goes back in time',
    run: async (desk) => {
      const heard = new Heard(desk.venue);
      await bidFarBelow(desk);
      await desk.pass(3);
      await bidFarBelow(desk);
      const pairs = heard.batches.slice(1).map((batch, at) => [heard.batches[at] as typeof batch, batch] as const);
      demand(pairs.length > 0, 'too little was told');
      demand(
        pairs.every(([before, after]) => after.sequence > before.sequence && after.time >= before.time),
        'the order is broken',
      );
      heard.leave();
    },
  },
  {
    number: 7,
    promise: 'knows no account that was never opened',
    run: async ({ venue }) => demand((await venue.account(987_654_321)) === undefined, 'it has a snapshot of a stranger'),
  },
  {
    number: 8,
    promise: 'continues a book without a gap from its snapshot on',
    run: async (desk) => {
      const { venue, instrument } = desk;
      venue.watch([instrument.id]);
      await desk.pass(1);
      const heard = new Heard(venue);
      let now: BookSnapshot = await venue.book(instrument.id);
      await desk.pass(5);
      for (const update of heard.books.filter((one) => one.instrument === instrument.id && one.update > now.update)) {
        demand(update.update === now.update + 1, `update ${update.update} follows ${now.update}`);
        const { bids, asks } = now.book;
        now = { update: update.update, book: { bids: applied(bids, update.bids, -1), asks: applied(asks, update.asks, 1) } };
      }
      const then = await venue.book(instrument.id);
      demand(then.update === now.update, 'the newest update was not told');
      demand(same(then.book, now.book), 'the updates do not lead to the book');
      demand((then.book.bids[0] ?? 0) < (then.book.asks[0] ?? Infinity), 'the book is crossed');
      heard.leave();
    },
  },
  {
    number: 9,
    promise: 'returns candles oldest first, all before the requested time, at most the requested number',
    run: async (desk) => {
      const { venue, instrument } = desk;
      await desk.pass(1);
      const before = Number(venue.market(instrument.id)?.state.time);
      for (const minutes of [1, 60] as const) {
        const { candles } = await venue.candles({ instrument: instrument.id, series: 'trade', minutes, before, limit: 50 });
        demand(candles.length <= 50, 'there are too many');
        candles.forEach((candle, at) => {
          demand(candle.start < before && candle.start % (minutes * 60_000) === 0, 'a candle starts at the wrong time');
          demand(at === 0 || candle.start > (candles[at - 1]?.start ?? 0), 'they are not in order');
          demand(candle.low <= candle.open && candle.open <= candle.high, 'the open lies outside');
          demand(candle.low <= candle.close && candle.close <= candle.high, 'the close lies outside');
        });
      }
    },
  },
  {
    number: 10,
    promise: 'has a market for each trading contract',
    run: ({ venue, instrument }) => {
      const market = venue.market(instrument.id);
      demand(market?.state.instrument === instrument.id && market.day.instrument === instrument.id, 'the market is of another contract');
      return Promise.resolve();
    },
  },
  {
    number: 11,
    promise: 'sends nothing to a listener after it has left',
    run: async (desk) => {
      const heard = new Heard(desk.venue);
      heard.leave();
      await bidFarBelow(desk);
      await desk.pass(2);
      demand(heard.total === 0, 'something was told');
    },
  },
  {
    number: 12,
    promise: 'switches between the margin modes that it offers',
    needs: ({ marginModes }) => marginModes.length > 1,
    run: (desk) =>
      switches<MarginMode>(
        desk.venue.capabilities.marginModes,
        async () => (await settingsOf(desk))?.marginMode,
        (marginMode) => desk.venue.submit({ type: 'SetMarginMode', account: desk.account, instrument: desk.instrument.id, marginMode }),
      ),
  },
  {
    number: 13,
    promise: 'switches between the position modes that it offers',
    needs: ({ positionModes }) => positionModes.length > 1,
    run: (desk) =>
      switches<PositionMode>(
        desk.venue.capabilities.positionModes,
        async () => (await settingsOf(desk))?.positionMode,
        (positionMode) =>
          desk.venue.submit({ type: 'SetPositionMode', account: desk.account, instrument: desk.instrument.id, positionMode }),
      ),
  },
  {
    number: 14,
    promise: 'runs a strategy that it offers until it is cancelled',
    needs: ({ strategies }) => strategies.includes('Scaled'),
    run: async (desk) => {
      const { venue, account, instrument } = desk;
      const { bids } = (await venue.book(instrument.id)).book;
      const best = bids[0] ?? 0;
      const { orderId: strategyId = 0, refusal } = await venue.submit({
        type: 'CreateStrategy',
        account,
        instrument: instrument.id,
        side: 'Buy',
        positionIndex: 0,
        reduceOnly: false,
        quantity: lots(20),
        plan: { kind: 'Scaled', from: ticks(Math.floor(best * 0.96)), to: ticks(Math.floor(best * 0.97)), orders: 2, skew: 100 },
        source: 'form',
      });
      demand(refusal === undefined, 'the strategy is refused');
      const runs = async () =>
        ((await venue.account(account))?.state.strategies ?? []).some((one) => one.strategyId === strategyId && one.ended === undefined);
      demand(await runs(), 'the strategy does not run');
      demand((await venue.submit({ type: 'CancelStrategy', account, strategyId })).refusal === undefined, 'the cancel is refused');
      demand(!(await runs()), 'the cancelled strategy still runs');
    },
  },
  {
    number: 15,
    promise: 'lists a leader, by ascending account, until it stops leading',
    needs: ({ copyTrading }) => copyTrading,
    run: async ({ venue, account }) => {
      const lead = (leading: boolean) => venue.submit({ type: 'SetLeading', account, leading, name: leading ? 'card' : '' });
      demand((await lead(true)).refusal === undefined, 'it may not lead');
      const leaders = (await venue.leaders()).map((one) => one.account);
      demand(leaders.includes(account), 'it is not among the leaders');
      demand(
        leaders.every((one, at) => at === 0 || one > (leaders[at - 1] ?? 0)),
        'the leaders are not in order',
      );
      demand((await lead(false)).refusal === undefined, 'it may not stop');
      demand(!(await venue.leaders()).some((one) => one.account === account), 'it still leads');
    },
  },
  {
    number: 16,
    promise: 'accepts a cancel-on-disconnect window and cancels at its end',
    needs: ({ cancelOnDisconnect }) => cancelOnDisconnect,
    run: async (desk) => {
      const { venue, account } = desk;
      const { orderId } = await bidFarBelow(desk);
      demand((await venue.submit({ type: 'SetCancelOnDisconnect', account, window: 10_000 })).refusal === undefined, 'it is refused');
      await venue.submit({ type: 'ReportConnection', account, connected: true });
      await venue.submit({ type: 'ReportConnection', account, connected: false });
      await desk.pass(12);
      const orders = (await venue.account(account))?.state.orders ?? [];
      demand(!orders.some((order) => order.orderId === orderId), 'the order is still open');
      await venue.submit({ type: 'SetCancelOnDisconnect', account, window: 0 });
    },
  },
];
