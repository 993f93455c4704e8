import { beforeEach, describe, expect, it } from 'vitest';
import { lots, price, ticks } from '@tapedeck/domain';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import type { OrderFormDraft } from '../forms/order/order-form.ts';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { slippageLimitOf } from '../forms/slippage/slippage.ts';
import { dataOf } from '../store/loadable.ts';
import { answerOf, FakePorts, settle } from '../testing/fake-ports.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';

const CREATE = '/contract/v5/order/create';
const UNIT = 100_000_000n;
const draft: OrderFormDraft = {
  ...initialDraft('BTCUSDT'),
  price: '50000',
  quantity: '0.002',
};

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

const start = async (): Promise<void> => {
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
};

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  await start();
});

const rows = () => (dataOf(client.orders.open.get()) ?? []).map((view) => view.state);
const created = () => desk.calls.filter((call) => call.path === CREATE).map((call) => call.body as { orderLinkId: string; qty: string });

describe('placing an order', () => {
  it('sends what the form says, with an id of its own and a client tag', async () => {
    const answer = await client.orders.place(draft, 'Buy');
    expect(answer).toEqual({ ok: true, value: { orderId: 1 } });
    expect(created()[0]).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      price: '50000.0',
      qty: '0.002',
      timeInForce: 'GoodTillCancel',
      positionIdx: 0,
      reduceOnly: false,
    });
    expect(created()[0]?.orderLinkId).toMatch(/^td-[0-9a-z]{20}$/);
    expect(ports.requests.find((request) => request.url.startsWith(CREATE))?.headers['X-Client-Tag']).toBeDefined();
  });

  it('F5 one gesture is at most one order: the same order while one is under way is given its answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => client.orders.place(draft, 'Buy')));
    expect(created()).toHaveLength(1);
    expect(new Set(answers).size).toBe(1);
    await client.orders.place(draft, 'Buy');
    expect(created()).toHaveLength(2);
    expect(created()[0]?.orderLinkId).not.toBe(created()[1]?.orderLinkId);
  });

  it('HND-01 another order while one is under way goes out by itself: none is told to be placed that was never sent', async () => {
    const others = [
      { ...draft, quantity: '0.003' },
      { ...draft, price: '49000' },
      { ...draft, orderType: 'Market' as const },
    ];
    const answers = await Promise.all([
      client.orders.place(draft, 'Buy'),
      client.orders.place(draft, 'Sell'),
      ...others.map((other) => client.orders.place(other, 'Buy')),
    ]);
    expect(created()).toHaveLength(5);
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.orderId : undefined))).size).toBe(5);
  });

  it('F5 the id is stored before the order is sent and forgotten when its fate is known', async () => {
    let stored: string | null = null;
    desk.overrides.set(CREATE, (body) => {
      stored = ports.storage.getItem('tapedeck.orders.sent');
      return answerOf(desk.placed(body as { qty: string }));
    });
    await client.orders.place(draft, 'Buy');
    expect(stored).toContain(created()[0]?.orderLinkId);
    expect(ports.storage.getItem('tapedeck.orders.sent')).toBeNull();
  });

  it('F7 answer first or stream first, there is one row', async () => {
    await client.orders.place(draft, 'Buy');
    await settle();
    expect(rows()).toEqual(['live']);
    desk.overrides.set(CREATE, () => answerOf({ orderId: '9', orderLinkId: created().at(-1)?.orderLinkId, price: '' }));
    await client.orders.place(draft, 'Buy');
    expect(rows()).toEqual(['pending', 'live']);
    desk.setOrder(orderItem(9, { orderLinkId: created().at(-1)?.orderLinkId ?? '' }));
    await settle();
    expect(rows()).toEqual(['live', 'live']);
  });

  it('API-08 a refusal ends the flow with its code, leaves no row, and the next order can go', async () => {
    desk.overrides.set(CREATE, () => answerOf(undefined, 110007, 'not enough'));
    expect(await client.orders.place(draft, 'Buy')).toEqual({ ok: false, failure: { code: 110007, message: 'not enough' } });
    expect(rows()).toEqual([]);
    expect(ports.storage.getItem('tapedeck.orders.sent')).toBeNull();
    desk.overrides.clear();
    expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: true });
  });

  it('nothing is sent while the form holds no price or quantity', async () => {
    for (const text of ['', '0', '0.0001', 'x'])
      expect(await client.orders.place({ ...draft, quantity: text }, 'Buy')).toMatchObject({ ok: false });
    expect(await client.orders.place({ ...draft, price: '' }, 'Buy')).toMatchObject({ ok: false });
    expect(created()).toHaveLength(0);
  });
});

describe('an order whose answer is lost', () => {
  it('F6 is checking, not failed, and found by its id in the stream', async () => {
    desk.overrides.set(CREATE, () => 'silent');
    const answer = client.orders.place(draft, 'Buy');
    await ports.advance(9_999);
    expect(rows()).toEqual(['pending']);
    desk.overrides.set('/contract/v5/order/list', () => 'broken');
    await ports.advance(1);
    expect(rows()).toEqual(['checking']);
    desk.setOrder(orderItem(5, { orderLinkId: created()[0]?.orderLinkId ?? '' }));
    await ports.advance(1_000);
    expect(await answer).toEqual({ ok: true, value: { orderId: 5 } });
    expect(rows()).toEqual(['live']);
  });

  it.each([
    ['the connection broke', 'broken' as const],
    ['the server failed after accepting', { status: 502, body: '<html>' }],
    ['the server does not know', answerOf(undefined, 10016, 'internal')],
  ])('F6 is found in the history when %s', async (_case, given) => {
    desk.overrides.set(CREATE, (body) => {
      desk.dropSockets('/private');
      desk.acceptsSockets = false;
      desk.placed(body as { qty: string });
      return given;
    });
    const answer = client.orders.place(draft, 'Buy');
    await ports.advance(5_000);
    expect(await answer).toEqual({ ok: true, value: { orderId: 1 } });
    expect(created()).toHaveLength(1);
  });

  it('F6 never arrived only after the server has answered several times without it', async () => {
    desk.overrides.set(CREATE, () => 'broken');
    const answer = client.orders.place(draft, 'Buy');
    let settled = false;
    void answer.then(() => (settled = true));
    desk.overrides.set('/contract/v5/order/history', () => 'broken');
    await ports.advance(60_000);
    expect(settled).toBe(false);
    expect(rows()).toEqual(['checking']);
    desk.overrides.delete('/contract/v5/order/history');
    await ports.advance(10_000);
    expect(await answer).toEqual({ ok: false, failure: { code: 9000006, message: '' } });
    expect(rows()).toEqual([]);
  });

  it('F6 OPS-03 a history that is behind may lack the order: nothing follows from its not being there', async () => {
    desk.overrides.set(CREATE, () => 'broken');
    const answer = client.orders.place(draft, 'Buy');
    let settled = false;
    void answer.then(() => (settled = true));
    desk.overrides.set('/contract/v5/order/history', () => answerOf({ list: [], nextPageCursor: '', behindSinceE3: 1 }));
    await ports.advance(60_000);
    expect([settled, rows()]).toEqual([false, ['checking']]);
    desk.overrides.delete('/contract/v5/order/history');
    await ports.advance(10_000);
    expect(await answer).toMatchObject({ ok: false });
  });

  it('F5 F6 after a reload the order is looked up again and never sent twice', async () => {
    desk.overrides.set(CREATE, (body) => {
      desk.placed(body as { qty: string });
      return 'silent';
    });
    void client.orders.place(draft, 'Buy');
    await settle();
    client.stop();
    await start();
    expect(created()).toHaveLength(1);
    expect(ports.storage.getItem('tapedeck.orders.sent')).toBeNull();
    expect(rows()).toEqual(['live']);
  });

  it.each([
    '{',
    '[1]',
    '[{"request":{"symbol":"BTCUSDT"},"sentAt":"x"}]',
    '{"a":1}',
    '[{"request":{"symbol":"BTCUSDT","side":"Buy","orderType":"Limit","qty":"0.00001","orderLinkId":"a"},"sentAt":1}]',
  ])('starts with what storage holds: %j', async (text) => {
    client.stop();
    ports.storage.setItem('tapedeck.orders.sent', text);
    await start();
    expect(client.session.freshness.get()).toBe('live');
  });

  it('is sent although storage is denied', async () => {
    client.stop();
    const denied = (): never => {
      throw new Error('denied');
    };
    Object.assign(ports.storage, { getItem: denied, setItem: denied, removeItem: denied });
    await start();
    expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: true });
  });
});

describe('other commands', () => {
  it('POS-02 closing a LONG sells, closing a SHORT buys, the whole size, reduce-only, at its own index', async () => {
    desk.setPosition(positionItem({ side: 'Buy', size: '0.5' }));
    await client.positions.close('BTCUSDT:0');
    desk.setPosition(positionItem({ side: 'Sell', size: '0.25' }));
    await client.positions.close('BTCUSDT:0', { limit: price(49_000n * UNIT) });
    expect(created()).toMatchObject([
      { side: 'Sell', orderType: 'Market', qty: '0.5', reduceOnly: true, positionIdx: 0, timeInForce: 'ImmediateOrCancel' },
      { side: 'Buy', orderType: 'Limit', price: '49000.0', qty: '0.25', reduceOnly: true, timeInForce: 'GoodTillCancel' },
    ]);
    expect(await client.positions.close('ETHUSDT:0')).toMatchObject({ ok: false });
  });

  it('POS-09 closes a part when a quantity is given, and every position when all are meant', async () => {
    desk.setPosition(positionItem({ side: 'Buy', size: '0.5' }));
    desk.setPosition(positionItem({ symbol: 'ETHUSDT', side: 'Sell', size: '2' }));
    await client.positions.close('BTCUSDT:0', { quantity: lots(200) });
    expect(created()).toMatchObject([{ side: 'Sell', orderType: 'Market', qty: '0.2', reduceOnly: true }]);
    await ports.advance(0);
    expect(
      await client.positions.closeSeveral([
        { key: 'BTCUSDT:0', quantity: lots(500) },
        { key: 'ETHUSDT:0', quantity: lots(200) },
      ]),
    ).toEqual({ sent: 2, failure: undefined });
    expect(created().slice(1)).toMatchObject([
      { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0.5', reduceOnly: true },
      { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '2', reduceOnly: true },
    ]);
  });

  it('INP-05 POS-09 what is above the largest order is closed in parts, one after the other, and a failed part says what is left', async () => {
    desk.setPosition(positionItem({ side: 'Buy', size: '250' }));
    expect(await client.positions.close('BTCUSDT:0')).toMatchObject({ ok: true, value: { orderIds: [1, 2, 3], orderId: 3 } });
    expect(created().map(({ qty }) => qty)).toEqual(['119', '119', '12']);
    expect(new Set(created().map(({ orderLinkId }) => orderLinkId)).size).toBe(3);
    let sent = 0;
    desk.overrides.set(CREATE, () => {
      sent += 1;
      return sent === 1 ? answerOf({ orderId: '9', orderLinkId: '', price: '' }) : answerOf({}, 110007, 'no');
    });
    expect(await client.positions.close('BTCUSDT:0')).toMatchObject({
      ok: false,
      failure: {
        code: 39303,
        details: { failedQuantity: String(131n * UNIT), placedQuantity: String(119n * UNIT), cause: { code: 110007, message: 'no' } },
      },
    });
    expect(sent).toBe(2);
  });

  it('INP-05 LIV-03 a part whose answer was lost ends the rest: it would be sent late, at another price', async () => {
    desk.setPosition(positionItem({ side: 'Buy', size: '250' }));
    desk.overrides.set(CREATE, () => 'broken');
    const closing = client.positions.close('BTCUSDT:0');
    await settle();
    desk.overrides.delete(CREATE);
    desk.setOrder({ ...orderItem(9), orderLinkId: created()[0]?.orderLinkId ?? '' });
    await ports.advance(10_000);
    expect(await closing).toMatchObject({
      ok: false,
      failure: {
        code: 39303,
        details: { failedQuantity: String(131n * UNIT), placedQuantity: String(119n * UNIT), cause: { code: 9000004 } },
      },
    });
    expect(created()).toHaveLength(1);
  });

  it('API-08 a failed cancellation keeps the row and can be tried again', async () => {
    desk.setOrder(orderItem(3));
    const [view] = dataOf(client.orders.open.get()) ?? [];
    if (view === undefined) throw new Error('no order');
    desk.overrides.set('/contract/v5/order/cancel', () => answerOf(undefined, 110001, 'too late'));
    const both = await Promise.all([client.orders.cancel(view.record), client.orders.cancel(view.record)]);
    expect(both).toEqual([both[0], both[0]]);
    expect(both[0]).toMatchObject({ ok: false, failure: { code: 110001 } });
    expect(desk.called('/contract/v5/order/cancel')).toBe(1);
    expect(rows()).toEqual(['live']);
    desk.overrides.set('/contract/v5/order/cancel', () => answerOf({ orderId: '3' }));
    expect(await client.orders.cancel(view.record)).toEqual({ ok: true, value: undefined });
  });
});

describe('the rarer fields of an order', () => {
  const trigger = { price: ticks(510_000), direction: 'Rising', source: 'MarkPrice' } as const;

  it('ORD-07 EXC-04 trigger, TP/SL and slippage go along, and the pending row waits', async () => {
    desk.overrides.set(CREATE, () => 'silent');
    const takeProfit = { trigger: ticks(600_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) } as const;
    const slippage = slippageLimitOf({ type: 'Percent', value: '0.5' });
    void client.orders.place({ ...draft, orderType: 'Market' }, 'Buy', {
      trigger,
      exits: { mode: 'Full', takeProfit },
      ...(slippage !== undefined && { slippage }),
    });
    await settle();
    expect(created()[0]).toMatchObject({
      type: 'Conditions',
      triggerPrice: '51000.0',
      triggerBy: 'MarkPrice',
      triggerDirection: 1,
      tpSlMode: 'Full',
      takeProfit: '60000.0',
      maxSlippageType: 'Percent',
      maxSlippage: '0.5',
    });
    const [row] = dataOf(client.orders.open.get()) ?? [];
    expect(row?.record).toMatchObject({ status: 'Untriggered', stop: { kind: 'Stop', trigger }, exits: { takeProfit } });
  });
});
