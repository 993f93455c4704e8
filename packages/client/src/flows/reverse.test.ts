import { beforeEach, describe, expect, it } from 'vitest';
import { leverage, lots, price } from '@tapedeck/domain';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import { splitFailure } from '../errors/split-failure.ts';
import { answerOf, FakePorts, settle } from '../testing/fake-ports.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { BTC } from '../testing/instruments.ts';
import { ORDER_END_WAIT_MS } from './order-end.ts';
import { closingTerms, openingTerms, type Reversal } from './reverse.ts';

const CREATE = '/contract/v5/order/create';
const PREFERENCE = '/v3/private/user/member/pref-setting';
const KEY = 'BTCUSDT:0';
type Body = Readonly<Record<string, unknown>> & { readonly orderLinkId: string; readonly qty: string };

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

const created = (): Body[] => desk.calls.filter((call) => call.path === CREATE).map((call) => call.body as Body);

/** Market orders execute at once, as the exchange's do. */
function executesAtOnce(status: 'Filled' | 'Cancelled' = 'Filled'): void {
  desk.overrides.set(CREATE, (body) => {
    const { qty, orderLinkId } = body as Body;
    const answer = desk.placed(body as Body);
    desk.setOrder(
      orderItem(Number(answer.orderId), { orderLinkId, qty, orderStatus: status, cumExecQty: status === 'Filled' ? qty : '0' }),
    );
    return answerOf(answer);
  });
}

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem({ size: '0.5' }));
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
  executesAtOnce();
});

const reversal: Reversal = {
  instrument: BTC,
  position: {
    account: 100,
    instrument: 0,
    positionIndex: 0,
    side: 'Buy',
    size: lots(500),
  } as Reversal['position'],
  settings: undefined,
  basePrice: price(5_000_000_000_000n),
};

describe('the two orders of a reversal', () => {
  const hedged: Reversal = {
    ...reversal,
    position: { ...reversal.position, positionIndex: 1 },
    settings: { positionMode: 'BothSide', longLeverage: leverage(1_000n), shortLeverage: leverage(500n) } as Reversal['settings'],
  };

  it('REV-02 the close is the opposite side at market, reduce-only and close-on-trigger, with the reverse flag', () => {
    expect(closingTerms(reversal)).toMatchObject({ side: 'Sell', orderType: 'Market', reduceOnly: true, reverse: { step: 'close' } });
    expect(openingTerms(reversal)).toMatchObject({ side: 'Sell', orderType: 'Market', reduceOnly: false, reverse: { step: 'open' } });
  });

  it('REV-02 REV-03 in both-side mode the index is that of each side, and the leverage that of the new one', () => {
    expect(closingTerms(hedged)).toMatchObject({ positionIndex: 1, reverse: { leverage: 1_000n } });
    expect(openingTerms(hedged)).toMatchObject({ positionIndex: 2, reverse: { leverage: 500n } });
    const fromShort: Reversal = { ...hedged, position: { ...hedged.position, side: 'Sell', positionIndex: 2 } };
    expect(closingTerms(fromShort)).toMatchObject({ side: 'Buy', positionIndex: 2, reverse: { leverage: 500n } });
    expect(openingTerms(fromShort)).toMatchObject({ side: 'Buy', positionIndex: 1, reverse: { leverage: 1_000n } });
    expect(openingTerms(reversal).positionIndex).toBe(0);
  });
});

describe('reversing', () => {
  it('REV-02 REV-03 REV-08 sends a close, then an open, with scaled fields, a tag and a referer', async () => {
    expect(await client.positions.reversal.reverse(KEY, price(5_000_000_000_000n))).toEqual({ name: 'reversed' });
    const common = {
      symbol: 'BTCUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '0.5',
      qtyX: '50000000',
      leverageE2: '1000',
      positionIdx: 0,
    };
    expect(created()).toHaveLength(2);
    expect(created()[0]).toMatchObject({
      ...common,
      reduceOnly: true,
      closeOnTrigger: true,
      is_reverse_position: true,
      action: 'ReverseClose',
      type: 'Activity',
      basePrice: '50000.0',
    });
    expect(created()[1]).toMatchObject({ ...common, reduceOnly: false, closeOnTrigger: false, is_reverse_position: false });
    const tags = ports.requests.filter((request) => request.url.startsWith(CREATE)).map((request) => request.headers);
    for (const headers of tags) {
      expect(headers['X-Referer']).toBe('reversePosition');
      expect(headers['X-Client-Tag']).toMatch(/^[0-9a-z]{16}$/);
    }
    expect(tags[0]?.['X-Client-Tag']).not.toBe(tags[1]?.['X-Client-Tag']);
    expect(client.positions.reversal.state.get()).toEqual({ name: 'idle' });
  });

  it('REV-04 a second reverse while one runs is refused and sends nothing', async () => {
    const first = client.positions.reversal.reverse(KEY, undefined);
    const second = await client.positions.reversal.reverse(KEY, undefined);
    expect(second.name).toBe('closeFailed');
    expect((await first).name).toBe('reversed');
    expect(created()).toHaveLength(2);
  });

  it('REV-04 is known to run before the lock of the browser is had', async () => {
    // As in a browser, which grants locks later.
    ports.runAlone = async (_name, task) => Promise.resolve().then(task);
    const running = client.positions.reversal.reverse(KEY, undefined);
    expect(client.positions.reversal.state.get()).toEqual({ name: 'closing', key: KEY });
    await running;
    expect(client.positions.reversal.state.get()).toEqual({ name: 'idle' });
  });

  it('REV-04 nor does one that another page of the browser runs', async () => {
    ports.heldElsewhere.add('reverse');
    expect(await client.positions.reversal.reverse(KEY, undefined)).toMatchObject({ name: 'closeFailed', failure: { code: 9000003 } });
    expect(created()).toHaveLength(0);
    expect(client.positions.reversal.state.get()).toEqual({ name: 'idle' });
  });

  it('REV-04 a refused close never sends the open, and the flow is idle again', async () => {
    desk.overrides.set(CREATE, () => answerOf(undefined, 110017, 'nothing to reduce'));
    expect(await client.positions.reversal.reverse(KEY, undefined)).toMatchObject({ name: 'closeFailed', failure: { code: 110017 } });
    expect(created()).toHaveLength(1);
    expect(client.positions.reversal.state.get()).toEqual({ name: 'idle' });
  });

  it('REV-04 a close that executes in part only never sends the open', async () => {
    executesAtOnce('Cancelled');
    expect(await client.positions.reversal.reverse(KEY, undefined)).toMatchObject({ name: 'closeFailed', failure: { code: 9000004 } });
    expect(created()).toHaveLength(1);
  });

  it('REV-04 a close whose answer is lost is looked up, and the chain goes on where it was', async () => {
    let calls = 0;
    desk.overrides.set(CREATE, (body) => {
      calls += 1;
      const answer = desk.placed(body as Body);
      desk.setOrder(orderItem(Number(answer.orderId), { ...(body as object), orderStatus: 'Filled', cumExecQty: '0.5' }));
      return calls === 1 ? 'broken' : answerOf(answer);
    });
    const running = client.positions.reversal.reverse(KEY, undefined);
    await ports.advance(2_000);
    expect(await running).toEqual({ name: 'reversed' });
    expect(created()).toHaveLength(2);
  });

  it('REV-02 a close whose end the stream lost with its connection is found in the history, and the open is sent', async () => {
    desk.overrides.set(CREATE, (body) => {
      desk.dropSockets('/private');
      const answer = desk.placed(body as Body);
      desk.setOrder(orderItem(Number(answer.orderId), { ...(body as object), orderStatus: 'Filled', cumExecQty: '0.5' }));
      return answerOf(answer);
    });
    desk.acceptsSockets = false;
    const running = client.positions.reversal.reverse(KEY, undefined);
    await ports.advance(1_000);
    expect(await running).toEqual({ name: 'reversed' });
    expect(created()).toHaveLength(2);
  });

  it('REV-04 a close whose end nobody tells never sends the open', async () => {
    desk.overrides.delete(CREATE);
    const running = client.positions.reversal.reverse(KEY, undefined);
    await ports.advance(ORDER_END_WAIT_MS - 1);
    expect(client.positions.reversal.state.get()).toEqual({ name: 'closing', key: KEY });
    await ports.advance(1);
    expect(await running).toMatchObject({ name: 'closeFailed', failure: { code: 9000004 } });
    expect(created()).toHaveLength(1);
  });

  it('REV-04 a position that is gone is not reversed', async () => {
    desk.setPosition(positionItem({ size: '0' }));
    await settle();
    expect(await client.positions.reversal.reverse(KEY, undefined)).toMatchObject({ name: 'closeFailed' });
    expect(created()).toHaveLength(0);
  });

  it('REV-07 39303 names the quantity that failed and its coin', async () => {
    desk.overrides.set(CREATE, () => answerOf({ create_order_failed_qty_x: '12500000' }, 39303, 'split'));
    const outcome = await client.positions.reversal.reverse(KEY, undefined);
    if (outcome.name !== 'closeFailed') throw new Error('It failed.');
    expect(splitFailure(outcome.failure, BTC)).toEqual({ quantity: '0.125', coin: 'BTC' });
    expect(splitFailure({ ...outcome.failure, details: {} }, BTC)).toEqual({ quantity: '--', coin: 'BTC' });
    expect(splitFailure(outcome.failure, { ...BTC, kind: 'InversePerpetual', quoteCoin: 'USD' })).toEqual({
      quantity: '12500000',
      coin: 'USD',
    });
    expect(splitFailure({ code: 1, message: '' }, BTC)).toBeUndefined();
  });
});

describe('copy trading', () => {
  const CLOSE_ALL = '/fapi/beehive/private/v1/common/order/close-all';
  const COPY_CREATE = '/fapi/beehive/private/v1/common/order/create';
  const leader = {
    leaderId: '100',
    nickName: 'Ada',
    followers: 0,
    followersPnl: '0',
    sinceE3: 1,
    capital: '1',
    trades: 0,
    wins: 0,
    pnl: '0',
    volume: '0',
    drawdown: '0',
  };
  const sent = (): string[] => desk.calls.map(({ path }) => path).filter((path) => path.includes('/order/') && !path.endsWith('/list'));

  it('REV-05 a leader reverses by the copy-trade close-all call, then its create call', async () => {
    desk.tell('user.copy', [{ role: 'leader', leader, followers: [] }]);
    await settle();
    desk.overrides.set(CLOSE_ALL, () => {
      const answer = desk.placed({ symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0.5' });
      desk.setOrder(orderItem(Number(answer.orderId), { side: 'Sell', qty: '0.5', orderStatus: 'Filled', cumExecQty: '0.5' }));
      return answerOf(answer);
    });
    desk.overrides.set(COPY_CREATE, (body) => answerOf(desk.placed(body as Body)));
    expect(await client.positions.reversal.reverse(KEY, price(5_000_000_000_000n))).toEqual({ name: 'reversed' });
    expect(sent()).toEqual([CLOSE_ALL, COPY_CREATE]);
    const [close, open] = desk.calls.filter(({ path }) => path === CLOSE_ALL || path === COPY_CREATE).map(({ body }) => body);
    expect(close).toEqual({ symbol: 'BTCUSDT', positionIdx: 0, orderLinkId: expect.stringMatching(/^td-/) });
    expect(open).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'Sell',
      qtyX: '50000000',
      leverageE2: '1000',
      action: 'ReverseClose',
      basePrice: '50000.0',
    });
  });

  it('REV-05 a follower, who may not open, is refused before anything is closed', async () => {
    const follow = { followerId: '100', leaderId: '101', nickName: 'me', ratio: '1', maxAmount: '10', sinceE3: 1, orders: 0, pnl: '0' };
    desk.tell('user.copy', [{ role: 'follower', leader: { ...leader, leaderId: '101' }, follow, missed: [] }]);
    await settle();
    expect(await client.positions.reversal.reverse(KEY, undefined)).toEqual({ name: 'closeFailed', failure: { code: 39402, message: '' } });
    expect(sent()).toEqual([]);
  });
});

describe('REV-06 do not prompt again', () => {
  const sent = () => desk.calls.filter((call) => call.path === PREFERENCE && call.body !== undefined).map((call) => call.body);

  it('REV-06 is kept with the account 1 s after the last change, once', async () => {
    client.notices.reverseTip.choose(true);
    await ports.advance(900);
    client.notices.reverseTip.choose(false);
    await ports.advance(50);
    client.notices.reverseTip.choose(true);
    await ports.advance(999);
    expect(sent()).toEqual([]);
    await ports.advance(1);
    expect(sent()).toEqual([{ upsert_keys: { reverseClickTipStatus: 'hide' } }]);
    expect(client.notices.reverseTip.hidden.get()).toBe(true);
  });

  it('REV-06 is taken from the account at log-in', async () => {
    desk.overrides.set(PREFERENCE, () => answerOf({ keys: { reverseClickTipStatus: 'hide' } }));
    const other = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    other.start();
    await ports.advance(0);
    expect(other.notices.reverseTip.hidden.get()).toBe(true);
  });
});
