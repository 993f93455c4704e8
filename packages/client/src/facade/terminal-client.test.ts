import { beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { encodeInstrument, encodeOrder, encodePosition } from '@tapedeck/protocol';
import { money, price, priceUnits, timestamp, type Instrument } from '@tapedeck/domain';
import { answerOf, FakePorts, settle } from '../testing/fake-ports.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { BTC, ETH } from '../testing/instruments.ts';
import { dataOf } from '../store/loadable.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import type { Notice, TerminalClient } from './terminal-client.ts';
import { initialDraft } from '../forms/order/order-form-reducer.ts';

const UNIT = 100_000_000n;
const OPTIONS = { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount };

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

async function open(): Promise<void> {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  client = createTerminalClient(ports, OPTIONS);
  client.start();
  await ports.advance(0);
}

beforeEach(open);

const openOrders = () => dataOf(client.orders.open.get()) ?? [];

describe('the list of contracts', () => {
  const future: Instrument = { ...BTC, id: 2, symbol: 'BTCUSDT-25DEC26', kind: 'LinearFutures', deliveryAt: timestamp(1_798_185_600_000) };
  const symbols = () => dataOf(client.markets.catalogue.get())?.map((instrument) => instrument.symbol);

  it('takes what is listed and drops what has ended, by the stream', () => {
    desk.changeSymbols('2', [encodeInstrument(future)]);
    expect(symbols()).toEqual(['BTCUSDT', 'ETHUSDT', 'BTCUSDT-25DEC26']);
    expect(client.markets.instrument('BTCUSDT-25DEC26')).toEqual(future);
    desk.changeSymbols('3', [encodeInstrument({ ...future, status: 'Closed' })]);
    expect(symbols()).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(client.markets.instrument('BTCUSDT-25DEC26')?.status).toBe('Closed');
  });

  it('is loaded again when it changed while nobody listened', async () => {
    const loads = desk.called('/contract/v5/product/brief-symbol-list');
    desk.changeSymbols('1', []);
    await ports.advance(0);
    expect(desk.called('/contract/v5/product/brief-symbol-list')).toBe(loads);
    desk.changeSymbols('9', []);
    await ports.advance(0);
    expect(desk.called('/contract/v5/product/brief-symbol-list')).toBe(loads + 1);
  });

  it('finds the default settings where none were ever changed', () => {
    expect(client.positions.settings(7).get()).toMatchObject({ account: 100, instrument: 7, marginMode: 'cross', longLeverage: 1_000n });
  });
});

describe('a unified account with several coins', () => {
  it('ACC-03 EXC-02 counts another coin by its index price and collateral ratio, and keeps the totals until the price is there', async () => {
    client.funds.totals.subscribe(() => undefined);
    client.funds.totals.get();
    desk.tell('user.wallet', [{ coin: 'BTC', cash: '1' }]);
    expect(client.funds.totals.get()).toMatchObject({ status: 'pending', data: { equity: money(10_000n * UNIT) } });
    await ports.advance(0);
    desk.tick(BTC, '50000.0');
    // 10,000 + 1 × 50,000; as margin 95 % of the BTC: 10,000 + 47,500
    const totals = { equity: money(60_000n * UNIT), available: money(57_500n * UNIT), transferable: money(10_000n * UNIT) };
    expect(client.funds.totals.get()).toMatchObject({ status: 'success', data: totals });
    // The same in BTC: 57,500 ÷ 50,000
    expect(dataOf(client.funds.totalsIn('BTC').get())).toMatchObject({ available: money(115_000_000n), transferable: money(UNIT) });
  });

  it('ACC-03 lists every coin in all its wallets with what is owed and what could be transferred', async () => {
    desk.tell('user.wallet', [
      { coin: 'USDT', cash: '-2000' },
      { coin: 'BTC', cash: '1' },
      { coin: 'BTC', wallet: 'funding', cash: '0.5' },
      { coin: 'USDT', wallet: 'loan', cash: '-300' },
    ]);
    client.funds.coins.get();
    await ports.advance(0);
    desk.tick(BTC, '50000.0');
    const coins = dataOf(client.funds.coins.get()) ?? [];
    // Margin 47,500 − 2,300; a tenth of the 2,300 owed is initial margin, so 44,970 dollars are free: 0.8994 BTC
    expect(coins).toMatchObject([
      { coin: 'BTC', cash: money(UNIT), funding: money(UNIT / 2n), borrowed: money(0n), withdrawable: money(89_940_000n) },
      { coin: 'USDT', cash: money(-2_000n * UNIT), loan: money(300n * UNIT), borrowed: money(2_300n * UNIT), withdrawable: money(0n) },
    ]);
    expect(coins.map(({ value }) => value)).toEqual([money(50_000n * UNIT), money(-2_300n * UNIT)]);
  });

  it('ACC-03 a transfer and a loan are sent once each, with an id of their own', async () => {
    for (const path of ['transfer', 'borrow']) desk.overrides.set(`/contract/v5/asset/${path}`, () => answerOf({}));
    expect(await client.funds.move('toFunding', 'USDT', money(UNIT))).toEqual({ ok: true, value: undefined });
    expect((await client.funds.move('borrow', 'BTC', money(UNIT / 4n))).ok).toBe(true);
    const sent = desk.calls.filter(({ path }) => path.includes('/asset/')).map(({ body }) => body);
    expect(sent).toMatchObject([
      { coin: 'USDT', amount: '1', from: 'trading', to: 'funding', transferId: expect.stringMatching(/^[a-z0-9]{20}$/) },
      { coin: 'BTC', amount: '0.25', requestId: expect.stringMatching(/^[a-z0-9]{20}$/) },
    ]);
  });

  it('EXC-02 a cross position is liquidated later when other coins stand behind it', async () => {
    desk.setPosition(positionItem());
    await ports.advance(0);
    desk.tick(BTC, '50000.0');
    const alone = client.positions.position('BTCUSDT:0').get()?.liquidationPrice ?? price(0n);
    desk.tell('user.wallet', [{ coin: 'ETH', cash: '2' }]);
    await ports.advance(0);
    desk.tick(ETH, '2000.0');
    const together = client.positions.position('BTCUSDT:0').get()?.liquidationPrice ?? price(0n);
    // 2 ETH add 4,000 × 0.95 = 3,800 of collateral to 0.5 BTC: 3,800 ÷ (0.5 × 0.995) = 7,638 lower, less the debt once the USDT are spent
    expect(Number(priceUnits(alone) - priceUnits(together)) / 1e8).toBeCloseTo(7_638, -3);
  });
});

describe('starting', () => {
  it('BAN-01 NTF-05 the visitor profile is asked for at start, and what the operator says is heard', async () => {
    const says = { id: 1, text: 'A pause at noon', publishedAt: 0, endsAt: ports.now() + 60_000 };
    expect(desk.calls.filter(({ path }) => path === '/contract/v5/settings/visitor-profile')).toHaveLength(1);
    expect(client.session.isBanned.get()).toBe(false);
    const [socket] = ports.socketsOf('/realtime');
    socket?.text({ topic: 'public.notice', type: 'snapshot', ts: 0, data: [says] });
    expect(client.notices.operator.get()).toEqual([says]);
    client.stop();
    desk.banned = true;
    client.start();
    await ports.advance(0);
    expect(client.session.isBanned.get()).toBe(true);
  });

  it('BAN-01 HND-02 the visitor profile and the preferences are asked for again until the server answers', async () => {
    const [profile, preferences] = ['/contract/v5/settings/visitor-profile', '/v3/private/user/member/pref-setting'];
    const other = new FakePorts();
    const away = new FakeDesk(other);
    away.banned = true;
    for (const path of [profile, preferences]) away.overrides.set(path, () => 'broken');
    const late = createTerminalClient(other, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    const failures: number[] = [];
    late.notices.onFailure(({ code }) => failures.push(code));
    late.start();
    await other.advance(5_000);
    expect([away.called(profile), away.called(preferences)]).toEqual([3, 3]);
    expect([late.session.isBanned.get(), [...late.notices.confirmations.off.get()]]).toEqual([false, []]);
    away.overrides.delete(profile);
    away.overrides.set(preferences, () => answerOf({ keys: { confirmationsOff: 'closeAll' } }));
    await other.advance(2_000);
    expect([late.session.isBanned.get(), [...late.notices.confirmations.off.get()]]).toEqual([true, ['closeAll']]);
    await other.advance(10_000);
    expect([away.called(profile), away.called(preferences)]).toEqual([4, 4]);
    expect(failures).toEqual([]);
    late.stop();
  });

  it('PST-03 new labels of the user reach an open page at once, with their fees', async () => {
    const labels = () => dataOf(client.session.state.get())?.user?.proLevel;
    expect(labels()).toBe(0);
    desk.proLevel = 2;
    desk.tell('user.fees', [{ tier: 'PRO2' }]);
    await ports.advance(0);
    expect([labels(), client.funds.feeTier.get()]).toEqual([2, 'PRO2']);
    // A lost answer leaves the session as it was.
    desk.overrides.set('/user/public/session', () => 'broken');
    desk.tell('user.fees', [{ tier: 'VIP0' }]);
    await ports.advance(0);
    expect([labels(), dataOf(client.session.state.get())?.loggedIn]).toEqual([2, true]);
  });

  it('loads catalogue and session, then opens the private channel', () => {
    expect(dataOf(client.markets.catalogue.get())?.map((instrument) => instrument.symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(client.markets.instrument('BTCUSDT')).toEqual(BTC);
    expect(client.session.state.get()).toMatchObject({ status: 'success', data: { user: { username: 'trader-01' } } });
    expect(client.connection.get()).toMatchObject({ market: 'live', account: 'live' });
    expect(client.session.freshness.get()).toBe('live');
    expect(client.funds.totals.get()).toMatchObject({ status: 'success', data: { equity: money(10_000n * UNIT) } });
  });

  it('API-08 a catalogue that cannot be had ends its loading state and the chain behind it, and is asked for again', async () => {
    ports = new FakePorts();
    desk = new FakeDesk(ports);
    desk.overrides.set('/contract/v5/product/brief-symbol-list', () => 'broken');
    client = createTerminalClient(ports, OPTIONS);
    client.start();
    await ports.advance(0);
    await expect.poll(() => client.markets.catalogue.get().status).toBe('error');
    expect(client.markets.catalogue.get()).toMatchObject({ status: 'error', error: { code: 9000000, message: '' } });
    expect(ports.socketsOf('/private')).toHaveLength(0);
    desk.overrides.clear();
    await ports.advance(2_000);
    expect(client.markets.catalogue.get().status).toBe('success');
    expect(ports.socketsOf('/private')).toHaveLength(1);
  });

  it('a visitor who is not logged in has no private channel and cannot trade', async () => {
    await client.session.logout();
    await ports.advance(10_000);
    expect(client.connection.get().account).toBeUndefined();
    expect(client.funds.totals.get()).toEqual({ status: 'idle' });
    const draft = { ...initialDraft('BTCUSDT'), price: '1', quantity: '1' };
    expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: false, failure: { code: 10007 } });
    expect(desk.called('/contract/v5/order/create')).toBe(0);
    await client.session.login({ username: 'trader-01', password: 'correct horse battery' });
    await ports.advance(0);
    expect(client.session.freshness.get()).toBe('live');
  });

  it('a session that the server says is over ends once, everywhere', async () => {
    desk.overrides.set('/contract/v5/order/history', () => answerOf(undefined, 10007, 'over'));
    let changes = 0;
    client.session.state.subscribe(() => (changes += 1));
    await Promise.all([client.histories.orders(''), client.histories.orders('')]);
    expect(changes).toBe(1);
    expect(dataOf(client.session.state.get())?.loggedIn).toBe(false);
    expect(client.connection.get().account).toBeUndefined();
  });

  it('a session that ended elsewhere leaves the market on screen and asks to log in', async () => {
    const feed = client.markets.feed('BTCUSDT');
    await ports.advance(0);
    desk.dropSockets('/private', 4401);
    await ports.advance(2_500);
    expect(dataOf(client.session.state.get())?.loggedIn).toBe(false);
    expect(client.connection.get()).toMatchObject({ market: 'live', account: undefined });
    expect(ports.socketsOf('/private')).toHaveLength(1);
    expect(feed.book.get().freshness).toBe('live');
    await client.session.login({ username: 'trader-01', password: 'correct horse battery' });
    await ports.advance(0);
    expect(client.session.freshness.get()).toBe('live');
  });

  it('opens the private channel no sooner than it is told to', async () => {
    client.stop();
    let shown = (): void => undefined;
    client = createTerminalClient(ports, { ...OPTIONS, firstScreen: { shown: new Promise((resolve) => (shown = resolve)) } });
    client.start();
    const before = ports.socketsOf('/private').length;
    await ports.advance(1_000);
    expect(ports.socketsOf('/private')).toHaveLength(before);
    shown();
    await ports.advance(0);
    expect(client.session.freshness.get()).toBe('live');
  });

  it('shows one instrument before it asks for the lists', async () => {
    client.stop();
    desk.overrides.set('/contract/v5/product/dynamic-symbol-item', () => answerOf({ item: encodeInstrument(ETH) }));
    let shown = (): void => undefined;
    const firstScreen = { symbol: 'ETHUSDT', shown: new Promise<void>((resolve) => (shown = resolve)) };
    client = createTerminalClient(ports, { ...OPTIONS, firstScreen });
    client.start();
    await ports.advance(1_000);
    expect(client.markets.first.get()?.symbol).toBe('ETHUSDT');
    expect(client.markets.feed('ETHUSDT').instrument.symbol).toBe('ETHUSDT');
    expect(client.markets.catalogue.get().status).toBe('idle');
    shown();
    await ports.advance(0);
    expect(client.markets.catalogue.get().status).toBe('success');
  });

  it('asks for the lists at once where the instrument of the first screen is unknown, and reports no failure', async () => {
    client.stop();
    client = createTerminalClient(ports, { ...OPTIONS, firstScreen: { symbol: 'NOPE', shown: new Promise(() => undefined) } });
    const failures: unknown[] = [];
    client.notices.onFailure((failure) => failures.push(failure));
    client.start();
    await ports.advance(0);
    expect(client.markets.first.get()).toBeUndefined();
    expect(client.markets.catalogue.get().status).toBe('success');
    expect(failures).toEqual([]);
  });

  it('a ticker alone asks for no book and no tape', async () => {
    const feed = client.markets.ticker('ETHUSDT');
    await ports.advance(0);
    const topics = () => (ports.socketsOf('/realtime').at(-1)?.topics ?? []).filter((topic) => topic.endsWith('ETHUSDT'));
    expect(topics()).toEqual(['instrument_info.ETHUSDT']);
    feed.release();
    await ports.advance(0);
    expect(topics()).toEqual([]);
  });

  it('stopped, it leaves no timer and no socket behind', async () => {
    client.markets.feed('BTCUSDT');
    await ports.advance(5_000);
    client.stop();
    await settle();
    expect(ports.sockets.every((socket) => socket.isClosed)).toBe(true);
    expect(ports.timerCount).toBe(0);
    client.start();
    await ports.advance(0);
    expect(client.session.freshness.get()).toBe('live');
  });
});

describe('market', () => {
  it('one subscription per topic, whoever holds it; released with the last holder', async () => {
    const first = client.markets.feed('BTCUSDT');
    const second = client.markets.feed('BTCUSDT');
    await settle();
    expect(first.book).toBe(second.book);
    const [socket] = ports.socketsOf('/realtime');
    const topics = ['symbol_list', 'public.notice', 'instrument_info.BTCUSDT', 'orderBook_200.BTCUSDT', 'recently_trade.BTCUSDT'];
    expect(socket?.topics).toEqual(topics);
    first.release();
    first.release();
    await settle();
    expect(socket?.topics).toEqual(topics);
    second.release();
    await settle();
    expect(socket?.topics).toEqual(['symbol_list', 'public.notice']);
  });

  it('tells who follows candles to ask for history again after an interruption', async () => {
    const rows: unknown[] = [];
    const stop = client.markets.followCandles({ symbol: 'BTCUSDT', series: 'trade', resolution: '1' }, (row) => rows.push(row));
    await settle();
    desk.dropSockets('/realtime');
    await ports.advance(2_000);
    expect(rows).toEqual([undefined]);
    stop();
  });
});

describe('positions', () => {
  it('tick with the mark price of their own instrument only', async () => {
    desk.setPosition(positionItem());
    desk.setPosition(positionItem({ symbol: 'ETHUSDT', size: '1', entryValue: '3000', isIsolated: true, positionBalance: '301.5' }));
    await settle();
    expect(dataOf(client.positions.keys.get())).toEqual(['BTCUSDT:0', 'ETHUSDT:0']);
    const views = { btc: 0, eth: 0 };
    client.positions.position('BTCUSDT:0').subscribe(() => (views.btc += 1));
    client.positions.position('ETHUSDT:0').subscribe(() => (views.eth += 1));
    desk.tick(BTC, '50500.0');
    expect(views).toEqual({ btc: 1, eth: 0 });
    expect(client.positions.position('BTCUSDT:0').get()).toMatchObject({
      entryPrice: price(50_000n * UNIT),
      markPrice: price(50_500n * UNIT),
      unrealisedPnl: money(250n * UNIT),
      // Reference 6.2: 0.5 BTC at 50,000 with 10x, mark 50,500: 2,525 + 12.375.
      initialMargin: money(253_737_500_000n),
      // Reference 6.3: 126.25 + 12.375.
      maintenanceMargin: money(13_862_500_000n),
    });
    desk.tick(ETH, '3000.00');
    expect(views.eth).toBe(1);
  });

  it('keep their keys while they tick', () => {
    desk.setPosition(positionItem());
    const keys = client.positions.keys.get();
    let told = 0;
    client.positions.keys.subscribe(() => (told += 1));
    desk.tick(BTC, '51000.0');
    desk.setPosition(positionItem({ size: '0.6', entryValue: '30000' }));
    expect(client.positions.keys.get()).toBe(keys);
    desk.setPosition(positionItem({ size: '0' }));
    expect(told).toBe(1);
    expect(client.positions.position('BTCUSDT:0').get()).toBeUndefined();
  });

  it('tells fills, cancellations and liquidations once each', () => {
    const notices: Notice[] = [];
    client.notices.onNotice((notice) => notices.push(notice));
    const filled = orderItem(7, { orderStatus: 'Filled', cumExecQty: '1', leavesQty: '0', cumExecValue: '60000', avgPrice: '60000.0' });
    desk.setOrder(filled);
    desk.setOrder(filled);
    desk.setOrder(orderItem(8, { orderStatus: 'Cancelled', cxlRejReason: 'CancelByUser' }));
    const bust = { bustPrice: '1', markPrice: '1', positionIdx: 0, timeE3: 1 };
    desk.tell('user.liquidation', [{ symbol: 'BTCUSDT', side: 'Buy', size: '0.5', ...bust }]);
    expect(notices.map((notice) => notice.kind)).toEqual(['orderFilled', 'orderCancelled', 'liquidated']);
    expect(notices[0]).toMatchObject({ price: price(60_000n * UNIT), quantity: '1' });
  });
});

describe('convergence', () => {
  const orderId = fc.integer({ min: 1, max: 6 });
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('order' as const),
      id: orderId,
      status: fc.constantFrom('New' as const, 'Filled' as const, 'Cancelled' as const),
    }),
    fc.record({ kind: fc.constant('position' as const), size: fc.constantFrom('0', '0.1', '0.5') }),
    fc.record({ kind: fc.constant('cash' as const), cash: fc.constantFrom('1', '2.5', '-3') }),
    fc.record({
      kind: fc.constant('book' as const),
      bid: fc.integer({ min: 499_990, max: 500_000 }),
      lots: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom('none' as const, 'lose' as const, 'double' as const, 'garble' as const),
    }),
    fc.record({ kind: fc.constant('drop' as const), which: fc.constantFrom('/realtime' as const, '/private' as const) }),
    fc.record({ kind: fc.constant('reach' as const), up: fc.boolean() }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 8_000 }) }),
  );
  type DeskEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;
  const ended = new Set<number>();

  async function happen(step: DeskEvent): Promise<void> {
    switch (step.kind) {
      case 'order':
        // An order that has ended stays so on the server too.
        if (ended.has(step.id)) return;
        if (step.status !== 'New') ended.add(step.id);
        desk.setOrder(orderItem(step.id, { orderStatus: step.status, cxlRejReason: step.status === 'Cancelled' ? 'CancelByUser' : '' }));
        return;
      case 'position':
        desk.setPosition(positionItem({ size: step.size }));
        return;
      case 'cash':
        desk.setCash(step.cash);
        return;
      case 'book':
        desk.moveBook([step.bid, step.lots], []);
        return;
      case 'fault':
        desk.fault = step.fault;
        return;
      case 'drop':
        desk.dropSockets(step.which);
        return;
      case 'reach':
        desk.acceptsSockets = step.up;
        return;
      case 'wait':
        await ports.advance(step.ms);
    }
  }

  /** The account as the client has it, in the server's words. */
  function accountSeen(): object {
    const orders = openOrders().map((view) => encodeOrder(view.record, view.instrument));
    const positions = (dataOf(client.positions.keys.get()) ?? []).map((key) => {
      const view = client.positions.position(key).get();
      return view && encodePosition(view.record, view.instrument);
    });
    return { orders, positions, cash: dataOf(client.funds.totals.get())?.cash };
  }

  it('F3 F7 F8 F9 any frames, faults and lost sockets end in the model of the server, and a wrong book is never live', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 60 }), async (steps) => {
        await open();
        ended.clear();
        const feed = client.markets.feed('BTCUSDT');
        await settle();
        for (const step of steps) {
          await happen(step);
          const { freshness, bids, asks } = feed.book.get();
          if (freshness === 'live' && bids.length > 0 && asks.length > 0) expect(bids[0] as number).toBeLessThan(asks[0] as number);
        }
        desk.fault = 'none';
        desk.acceptsSockets = true;
        // A lost last frame leaves no trace by itself; the next one of its stream shows the hole.
        desk.setCash('77');
        desk.moveBook([499_999, 9], []);
        await ports.advance(20_000);
        desk.tick();
        await ports.advance(250);
        expect(feed.book.get()).toMatchObject({ freshness: 'live', ...desk.book });
        expect(client.session.freshness.get()).toBe('live');
        expect(accountSeen()).toEqual({
          orders: [...desk.orders.values()].sort((a, b) => Number(b.orderId) - Number(a.orderId)),
          positions: [...desk.positions.values()],
          cash: [['USDT', money(77n * UNIT)]],
        });
        client.stop();
        expect(ports.timerCount).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
