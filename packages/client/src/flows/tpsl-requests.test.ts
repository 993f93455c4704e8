import { beforeEach, describe, expect, it } from 'vitest';
import { lots, ticks, type PositionExits } from '@tapedeck/domain';
import type { OrderItem } from '@tapedeck/protocol';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import type { TpslExit, TpslTerms } from '../forms/tpsl/tpsl-terms.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';

const SET = '/contract/v5/position/set-tp-sl-ts';
const KEY = 'BTCUSDT:0';
let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

/** Requests sent, without their ids. */
const sent = (path: string): unknown[] =>
  desk.calls.filter((call) => call.path === path).map(({ body }) => ({ ...(body as object), requestId: undefined }));

function waiting(
  id: number,
  stopOrderType: NonNullable<OrderItem['stop']>['stopOrderType'],
  triggerPrice: string,
  change: Partial<OrderItem> = {},
) {
  const stop = { stopOrderType, triggerPrice, triggerBy: 'LastPrice', triggerDirection: 1, closeOnTrigger: true } as const;
  return orderItem(id, {
    ...{ side: 'Sell', orderType: 'Market', price: '', qty: '0.2', orderStatus: 'Untriggered' },
    stop: { ...stop, wholePosition: !stopOrderType.startsWith('Partial'), parentOrderId: stopOrderType.startsWith('Partial') ? '5' : '0' },
    ...change,
  });
}

const exit = (trigger: number, change: Partial<TpslExit> = {}): TpslExit => ({
  ...{ trigger: ticks(trigger), triggerBy: 'LastPrice', orderType: 'Market', limitPrice: undefined },
  ...{ quantity: undefined, inputType: 'PRICE', orderId: undefined, ...change },
});
const terms = (change: Partial<TpslTerms>): TpslTerms => ({
  ...{ mode: 'Full', takeProfit: undefined, stopLoss: undefined, ...change },
});

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem({ size: '0.5' }));
  for (const path of [SET, '/contract/v5/order/cancel', '/contract/v5/order/cancel-totally']) {
    desk.overrides.set(path, () => answerOf(path.endsWith('totally') ? { cancelled: 2 } : { orderId: '5' }));
  }
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
});

describe('setting the TP/SL of a position', () => {
  it('TPS-17 a full one names prices and sources, no quantity', async () => {
    expect(await client.positions.setTpsl(KEY, terms({ takeProfit: exit(510_000, { triggerBy: 'MarkPrice' }) }))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(sent(SET)).toEqual([
      { symbol: 'BTCUSDT', positionIdx: 0, tpSlMode: 'Full', takeProfit: '51000.0', tpTriggerBy: 'MarkPrice', tpOrderType: 'Market' },
    ]);
  });

  it('INP-05 a partial one above the largest order is set in parts, and a failed part says what is left', async () => {
    desk.setPosition(positionItem({ size: '3000' }));
    const quantity = lots(2_500_000);
    const both = terms({
      mode: 'Partial',
      takeProfit: exit(510_000, { quantity }),
      stopLoss: exit(490_000, { quantity }),
    });
    expect(await client.positions.setTpsl(KEY, both)).toMatchObject({ ok: true });
    expect(sent(SET)).toMatchObject(['1190', '1190', '120'].map((qty) => ({ qty, takeProfit: '51000.0', stopLoss: '49000.0' })));
    let calls = 0;
    desk.overrides.set(SET, () => {
      calls += 1;
      return calls < 3 ? answerOf({ orderId: '5' }) : answerOf({}, 110061, 'too many');
    });
    expect(await client.positions.setTpsl(KEY, both)).toMatchObject({
      ok: false,
      failure: { code: 39303, details: { failedQuantity: '12000000000', placedQuantity: '238000000000', cause: { code: 110061 } } },
    });
  });

  it('TPS-17 a partial one has its quantity and may leave by a limit', async () => {
    const limit = exit(490_000, { orderType: 'Limit', limitPrice: ticks(489_000), quantity: lots(200) });
    await client.positions.setTpsl(KEY, terms({ mode: 'Partial', stopLoss: limit }));
    expect(sent(SET)).toEqual([
      {
        ...{ symbol: 'BTCUSDT', positionIdx: 0, tpSlMode: 'Partial', qty: '0.2' },
        ...{ stopLoss: '49000.0', slTriggerBy: 'LastPrice', slOrderType: 'Limit', limitStopLoss: '48900.0' },
      },
    ]);
  });

  it('TPS-04 a modification names the orders it changes, sends what differs and takes away what was emptied', async () => {
    desk.setOrder(waiting(5, 'PartialTakeProfit', '51000'));
    desk.setOrder(waiting(6, 'PartialStopLoss', '49000'));
    await ports.advance(0);
    const editing = { takeProfitId: 5, stopLossId: 6 };
    const same = exit(510_000, { quantity: lots(200), orderId: 5 });
    await client.positions.setTpsl(KEY, terms({ mode: 'Partial', takeProfit: same, stopLoss: 'remove', editing }));
    const ids = { tpStopOrderId: '5', slStopOrderId: '6' };
    expect(sent(SET)).toEqual([{ symbol: 'BTCUSDT', positionIdx: 0, tpSlMode: 'Partial', stopLoss: '0', qty: '0.2', ...ids }]);
    const other = { mode: 'Partial', takeProfit: same, stopLoss: exit(490_000, { quantity: lots(200), orderId: 6 }), editing } as const;
    await client.positions.setTpsl(KEY, terms(other));
    expect(sent(SET)).toHaveLength(1);
    await client.positions.setTpsl(KEY, terms({ ...other, takeProfit: { ...same, quantity: lots(300) } }));
    expect(sent(SET)[1]).toEqual({ symbol: 'BTCUSDT', positionIdx: 0, tpSlMode: 'Partial', qty: '0.3', ...ids });
  });

  it('one press sends once, and a refusal is handed on', async () => {
    desk.overrides.set(SET, () => answerOf({}, 30027, 'too low'));
    const set = () => client.positions.setTpsl(KEY, terms({ takeProfit: exit(510_000) }));
    const [first, second] = await Promise.all([set(), set()]);
    expect(sent(SET)).toHaveLength(1);
    expect(first).toMatchObject({ ok: false, failure: { code: 30027 } });
    expect(second).toMatchObject({ ok: false, failure: { code: 9000003 } });
  });

  it('TPS-17 one is cancelled as a TpSlOcoStopOrder, all partial ones as PartialTpSlConditional', async () => {
    desk.setOrder(waiting(5, 'PartialTakeProfit', '51000'));
    await ports.advance(0);
    const order = client.positions.exits(KEY).get().partial[0]?.takeProfit;
    if (order === undefined) throw new Error('the order is not there');
    await client.positions.cancelExit(order);
    expect(sent('/contract/v5/order/cancel')).toEqual([{ symbol: 'BTCUSDT', orderId: '5', type: 'TpSlOcoStopOrder' }]);
    expect(await client.orders.cancelTotally('BTCUSDT', 'PartialTpSlConditional', 0)).toEqual({ ok: true, value: 2 });
    expect(sent('/contract/v5/order/cancel-totally')).toEqual([{ symbol: 'BTCUSDT', positionIdx: 0, type: 'PartialTpSlConditional' }]);
  });
});

it('POS-03 the exits of a position follow its orders and hold still while others change', async () => {
  const seen: PositionExits[] = [];
  const exits = client.positions.exits(KEY);
  exits.subscribe(() => seen.push(exits.get()));
  desk.setOrder(waiting(7, 'TakeProfit', '51000', { qty: '0' }));
  await ports.advance(0);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.takeProfit?.orderId).toBe(7);
  desk.setOrder(orderItem(8));
  await ports.advance(0);
  expect(seen).toHaveLength(1);
});
