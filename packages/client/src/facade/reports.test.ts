// Order reports to the trader: each once, in order, even across lost connections.
import { beforeEach, describe, expect, it } from 'vitest';
import { lots, type StrategyPlan } from '@tapedeck/domain';
import type { OrderFormDraft } from '../forms/order/order-form.ts';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { BTC } from '../testing/instruments.ts';
import { dataOf } from '../store/loadable.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import type { TerminalClient } from './terminal-client.ts';

const CREATE = '/contract/v5/order/create';
const draft: OrderFormDraft = { ...initialDraft('BTCUSDT'), price: '50000', quantity: '0.002' };
const OFF = { ok: false, failure: { code: 9000005, message: '' } };

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;
let told: string[];

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem({ size: '0.5' }));
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  told = [];
  client.notices.onNotice((notice) => told.push(notice.kind === 'liquidated' ? notice.kind : `${notice.kind} ${notice.order.orderId}`));
  client.start();
  await ports.advance(0);
});

const filled = (id: number, more: object = {}) =>
  orderItem(id, { qty: '0.002', cumExecQty: '0.002', cumExecValue: '100', orderStatus: 'Filled', ...more });
const sentLink = (): string => (desk.calls.filter(({ path }) => path === CREATE).at(-1)?.body as { orderLinkId: string }).orderLinkId;

describe('the private channel, closed by the server with code 1000', () => {
  it('NTF-04 is offline at once and taken up again; ends that were missed are found in the history', async () => {
    await client.orders.place(draft, 'Buy');
    expect(told).toEqual(['orderMade 1']);
    desk.acceptsSockets = false;
    desk.dropSockets('/private', 1000);
    expect(client.session.freshness.get()).toBe('offline');
    expect(client.connection.get().account).toBe('offline');
    desk.setOrder(filled(1, { orderLinkId: sentLink() }));
    desk.acceptsSockets = true;
    await ports.advance(2_000);
    expect(client.session.freshness.get()).toBe('live');
    expect(client.connection.get().account).toBe('live');
    await ports.advance(1_000);
    expect(told).toEqual(['orderMade 1', 'orderFilled 1']);
    // From now on it tells as before, and nothing twice.
    desk.setOrder(orderItem(7));
    desk.setOrder(filled(7));
    await ports.advance(5_000);
    expect(told).toEqual(['orderMade 1', 'orderFilled 1', 'orderMade 7', 'orderFilled 7']);
  });

  it('NTF-04 stays closed for a visitor, and after the log-out', async () => {
    desk.dropSockets('/private', 1000);
    await client.session.logout();
    await ports.advance(10_000);
    expect(ports.socketsOf('/private')).toHaveLength(1);
  });

  it('LIV-03 new orders are held while nothing would report them; what reduces a position goes out', async () => {
    desk.acceptsSockets = false;
    desk.dropSockets('/private', 1000);
    const sent = desk.called(CREATE);
    expect(await client.orders.place(draft, 'Buy')).toEqual(OFF);
    expect(await client.orders.place({ ...draft, orderType: 'Market' }, 'Sell')).toEqual(OFF);
    const terms = { instrument: BTC, positionIndex: 0, quantity: lots(1), reduceOnly: false } as const;
    const plan = { kind: 'Twap', slices: 2 } as unknown as StrategyPlan;
    expect(await client.strategies.create({ ...terms, side: 'Buy', plan })).toEqual(OFF);
    expect(await client.positions.reversal.reverse('BTCUSDT:0', undefined)).toEqual({ name: 'closeFailed', failure: OFF.failure });
    expect(desk.called(CREATE)).toBe(sent);
    expect(await client.positions.close('BTCUSDT:0')).toMatchObject({ ok: true });
    expect(desk.called(CREATE)).toBe(sent + 1);
    desk.acceptsSockets = true;
    await ports.advance(2_000);
    expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: true });
  });

  it('NTF-01 an order that filled while nobody listened is told after the channel is back', async () => {
    desk.acceptsSockets = false;
    desk.dropSockets('/private', 1000);
    await client.positions.close('BTCUSDT:0');
    desk.setOrder(filled(1, { orderLinkId: sentLink(), side: 'Sell' }));
    desk.acceptsSockets = true;
    await ports.advance(8_000);
    expect(told).toEqual(['orderFilled 1']);
  });

  it('NTF-01 an order that rests since then is told to be made, once', async () => {
    desk.acceptsSockets = false;
    desk.dropSockets('/private', 1000);
    await client.positions.close('BTCUSDT:0');
    desk.acceptsSockets = true;
    await ports.advance(8_000);
    expect(told).toEqual(['orderMade 1']);
  });
});

describe('news of one order', () => {
  it('NTF-02 ORD-10 an order that has ended is not told to be made afterwards', async () => {
    desk.overrides.set(CREATE, (body) => {
      const answer = desk.placed(body as { qty: string });
      desk.setOrder(filled(1, { orderLinkId: (body as { orderLinkId: string }).orderLinkId }));
      return answerOf(answer);
    });
    await client.orders.place({ ...draft, orderType: 'Market' }, 'Buy');
    await ports.advance(6_000);
    expect(told).toEqual(['orderMade 1', 'orderFilled 1']);
  });

  it('NTF-02 ORD-10 answer and stream tell one order once', async () => {
    await client.orders.place(draft, 'Buy');
    await ports.advance(6_000);
    expect(told).toEqual(['orderMade 1']);
  });

  it('NTF-02 an order that the exchange trims is told with the quantity that it has there, not with the typed one', async () => {
    const quantities: unknown[] = [];
    client.notices.onNotice((notice) => quantities.push('order' in notice && [notice.kind, notice.order.quantity]));
    desk.overrides.set(CREATE, (body) => answerOf(desk.placed({ ...(body as object), qty: '0.5' })));
    await client.orders.place({ ...draft, quantity: '2', reduceOnly: true }, 'Sell');
    await ports.advance(6_000);
    expect(quantities).toEqual([['orderMade', lots(500)]]);
  });

  it('NTF-02 what happens before anybody can tell it is told to the first who can, once', async () => {
    const early = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    early.start();
    await ports.advance(0);
    desk.setOrder(filled(8));
    const first: string[] = [];
    const second: string[] = [];
    early.notices.onNotice((notice) => first.push(notice.kind));
    early.notices.onNotice((notice) => second.push(notice.kind));
    expect([first, second]).toEqual([['orderFilled'], []]);
  });

  it('LIV-03 a lost answer is told as unanswered, then as what became of the order', async () => {
    desk.overrides.set(CREATE, (body) => {
      desk.acceptsSockets = false;
      desk.dropSockets('/private');
      desk.placed(body as { qty: string });
      return 'broken';
    });
    const answer = client.orders.place(draft, 'Buy');
    desk.acceptsSockets = true;
    await ports.advance(5_000);
    expect(await answer).toMatchObject({ ok: true });
    expect(told).toEqual(['orderUnanswered -1', 'orderMade 1']);
  });

  it('LIV-03 an order that never arrived is told to be missing', async () => {
    desk.overrides.set(CREATE, () => 'broken');
    const answer = client.orders.place(draft, 'Buy');
    await ports.advance(5_000);
    expect(await answer).toEqual({ ok: false, failure: { code: 9000006, message: '' } });
    expect(told).toEqual(['orderUnanswered -1', 'orderMissing -1']);
  });
});

describe('one message for an action', () => {
  const exit = (id: number, more: object = {}) =>
    orderItem(id, {
      ...{ side: 'Sell', orderType: 'Market', price: '', qty: '0', orderStatus: 'Untriggered', reduceOnly: true },
      stop: {
        ...{ stopOrderType: 'StopLoss', triggerPrice: '49000.0', triggerBy: 'LastPrice', triggerDirection: 2 },
        ...{ closeOnTrigger: true, wholePosition: true, parentOrderId: '0' },
      },
      ...more,
    });
  const rest = (id: number, more: object = {}) => orderItem(id, { side: 'Sell', price: '52000.0', qty: '0.5', reduceOnly: true, ...more });
  const later = { updatedAtE3: 9_000 };

  it('NTF-01 a close reports its fill, and not the orders that it shrinks and ends', () => {
    desk.setOrder(exit(21));
    desk.setOrder(rest(22));
    told.length = 0;
    desk.setOrder(rest(22, { qty: '0.3', ...later }));
    desk.setOrder(rest(22, { orderStatus: 'Cancelled', cxlRejReason: 'CancelByReduceOnly', ...later }));
    desk.setOrder(exit(21, { orderStatus: 'Deactivated', cxlRejReason: 'CancelByTpSlTsClear', ...later }));
    desk.setOrder(filled(23));
    expect(told).toEqual(['orderFilled 23']);
    // On arrival, nothing else says why there is no order.
    const now = { createdAtE3: 9_000, updatedAtE3: 9_000 };
    desk.setOrder(rest(24, { orderStatus: 'Cancelled', cxlRejReason: 'CancelByReduceOnly', ...now }));
    expect(told).toEqual(['orderFilled 23', 'orderCancelled 24']);
  });

  it('NTF-01 exits and pairs are reported by the screen that sets them, and when one is changed by name', async () => {
    desk.setOrder(exit(31));
    expect(told).toEqual([]);
    desk.setOrder(exit(31, { orderStatus: 'Cancelled', cxlRejReason: 'CancelByUser', ...later }));
    expect(told).toEqual([]);
    desk.setOrder(exit(32));
    const view = dataOf(client.orders.open.get())?.find(({ record }) => record.orderId === 32);
    if (view === undefined) throw new Error('the exit is not open');
    await client.orders.cancel(view.record);
    desk.setOrder(exit(32, { orderStatus: 'Cancelled', cxlRejReason: 'CancelByUser', ...later }));
    expect(told).toEqual(['orderCancelled 32']);
  });

  it('NTF-01 many orders cancelled with one press are reported by its own message, others as before', async () => {
    desk.setOrder(orderItem(41));
    desk.setOrder(orderItem(42));
    told.length = 0;
    desk.overrides.set('/contract/v5/order/cancel-all', () => answerOf({ cancelled: 2 }));
    await client.orders.cancelAll({ keepProtective: true });
    const cancelled = { orderStatus: 'Cancelled', cxlRejReason: 'CancelByUser', ...later } as const;
    desk.setOrder(orderItem(41, cancelled));
    desk.setOrder(orderItem(42, cancelled));
    expect(told).toEqual([]);
    desk.setOrder(orderItem(43));
    desk.setOrder(orderItem(43, cancelled));
    expect(told).toEqual(['orderMade 43', 'orderCancelled 43']);
  });
});

describe('how far what is on screen can be trusted', () => {
  it('MKT-08 the account is waited for while nobody knows yet whether there is one', async () => {
    const slow = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    desk.overrides.set('/user/public/session', () => 'broken');
    slow.start();
    await ports.advance(0);
    const feed = slow.markets.feed('BTCUSDT');
    await ports.advance(250);
    expect(slow.connection.get()).toMatchObject({ market: 'live', account: 'loading' });
    desk.overrides.clear();
    await ports.advance(2_000);
    desk.tick();
    await ports.advance(250);
    expect(slow.connection.get()).toMatchObject({ market: 'live', account: 'live' });
    feed.release();
    slow.stop();
  });

  it('MKT-08 follows the worst of the market data, and the account beside it', async () => {
    const feed = client.markets.feed('BTCUSDT');
    await ports.advance(250);
    expect(client.connection.get()).toMatchObject({ market: 'live', account: 'live' });
    await ports.advance(3_500);
    expect(client.connection.get()).toMatchObject({ market: 'stale', account: 'live' });
    desk.tick();
    await ports.advance(250);
    expect(client.connection.get().market).toBe('live');
    desk.acceptsSockets = false;
    desk.dropSockets('/realtime');
    expect(client.connection.get().market).toBe('offline');
    desk.acceptsSockets = true;
    await ports.advance(2_500);
    expect(client.connection.get().market).toBe('live');
    feed.release();
  });

  it('MKT-08 figures of the account are as old as the prices that value it, though its own channel is live', async () => {
    expect(client.funds.freshness.get()).toBe('live');
    desk.setPosition(positionItem({ side: 'Buy', size: '0.5' }));
    await ports.advance(250);
    desk.tick();
    expect(client.funds.freshness.get()).toBe('live');
    await ports.advance(3_500);
    expect([client.session.freshness.get(), client.funds.freshness.get()]).toEqual(['live', 'stale']);
    desk.tick();
    expect(client.funds.freshness.get()).toBe('live');
    desk.acceptsSockets = false;
    desk.dropSockets('/realtime');
    expect(client.funds.freshness.get()).toBe('offline');
    desk.acceptsSockets = true;
    await ports.advance(2_500);
    expect(client.funds.freshness.get()).toBe('live');
    // Without a position no price values the account.
    desk.setPosition(positionItem({ side: 'Buy', size: '0' }));
    await ports.advance(4_000);
    expect(client.funds.freshness.get()).toBe('live');
  });
});
