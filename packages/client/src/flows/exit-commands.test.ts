import { lots, rate, ticks, type OrderRecord } from '@tapedeck/domain';
import { decodeOrder } from '@tapedeck/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import type { TpslExit } from '../forms/tpsl/tpsl-terms.ts';
import { dataOf } from '../store/loadable.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;
let key: string;

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem());
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  for (const [path, result] of [
    ['/contract/v5/position/set-tp-sl-ts', {}],
    ['/contract/v5/order/replace', { orderId: '9' }],
  ] as const) {
    desk.overrides.set(path, () => answerOf(result));
  }
  client.start();
  await ports.advance(0);
  key = dataOf(client.positions.keys.get())?.[0] ?? '';
});

const instrument = () => {
  const found = client.markets.instrument('BTCUSDT');
  if (found === undefined) throw new Error('no BTCUSDT');
  return found;
};
const bodies = (path: string) => desk.calls.filter((call) => call.path === path).map((call) => call.body);
const exit = (trigger: number, changes: Partial<TpslExit> = {}): TpslExit => ({
  trigger: ticks(trigger),
  triggerBy: 'MarkPrice',
  orderType: 'Market',
  limitPrice: undefined,
  quantity: undefined,
  inputType: 'PRICE',
  orderId: undefined,
  ...changes,
});

describe('orders that wait', () => {
  it('TPS-17 the TP/SL of the whole position go in one call; what is removed is "0"', async () => {
    await client.positions.setTpsl(key, { mode: 'Full', takeProfit: exit(700_000), stopLoss: 'remove' });
    const [body] = bodies('/contract/v5/position/set-tp-sl-ts');
    expect(body).toMatchObject({
      symbol: 'BTCUSDT',
      positionIdx: 0,
      tpSlMode: 'Full',
      takeProfit: '70000.0',
      tpTriggerBy: 'MarkPrice',
      stopLoss: '0',
    });
    expect(body).not.toHaveProperty('qty');
  });

  it('TPS-17 legs of unlike quantities are two entries, of one quantity one; an edit names its orders', async () => {
    const path = '/contract/v5/position/set-tp-sl-ts';
    const limit = { orderType: 'Limit', limitPrice: ticks(700_100) } as const;
    const [one, two] = [{ quantity: lots(1) }, { quantity: lots(2) }];
    await client.positions.setTpsl(key, {
      mode: 'Partial',
      takeProfit: exit(700_000, { ...one, ...limit }),
      stopLoss: exit(400_000, two),
    });
    expect(bodies(path)).toMatchObject([
      { tpSlMode: 'Partial', qty: '0.001', takeProfit: '70000.0', tpOrderType: 'Limit', limitTakeProfit: '70010.0' },
      { tpSlMode: 'Partial', qty: '0.002', stopLoss: '40000.0' },
    ]);
    const both = {
      mode: 'Partial',
      takeProfit: exit(700_000, { ...one, orderId: 7 }),
      stopLoss: exit(400_000, { ...one, orderId: 8 }),
    } as const;
    await client.positions.setTpsl(key, both);
    expect(bodies(path)[2]).toMatchObject({ qty: '0.001', tpStopOrderId: '7', slStopOrderId: '8' });
  });

  it('a trailing stop is set by share and taken away', async () => {
    await client.positions.setTrailingStop(key, { distance: ticks(0), share: rate(1_000_000n), activation: ticks(600_000) });
    await client.positions.setTrailingStop(key, undefined);
    expect(bodies('/contract/v5/position/set-tp-sl-ts')).toEqual([
      { symbol: 'BTCUSDT', positionIdx: 0, trailingStopPercentageE4: '100', activationPrice: '60000.0' },
      { symbol: 'BTCUSDT', positionIdx: 0, trailingStopPercentageE4: '0' },
    ]);
  });

  it('TPS-17 an order is changed by what is named; TP/SL that go are "0"', async () => {
    const order: OrderRecord = decodeOrder(orderItem(9), 100, instrument());
    await client.orders.amend(order, { price: ticks(500_005), quantity: lots(3), exits: null });
    expect(bodies('/contract/v5/order/replace')).toEqual([
      { symbol: 'BTCUSDT', orderId: '9', price: '50000.5', qty: '0.003', takeProfit: '0', stopLoss: '0' },
    ]);
  });

  it('ORD-09 a pair, a close by margin rate and a cancel-totally answer with what they did', async () => {
    desk.overrides.set('/contract/v5/order/create-pair', () => answerOf({ orderIds: ['3', '4'] }));
    desk.overrides.set('/contract/v5/order/create-mmr-close', () => answerOf({ orderId: '5' }));
    desk.overrides.set('/contract/v5/order/cancel-totally', () => answerOf({ cancelled: 2 }));
    const leg = { source: 'LastPrice', orderType: 'Market', price: ticks(0) } as const;
    const pair = await client.orders.placePair({
      instrument: instrument(),
      kind: 'BidirectionalTpSl',
      positionIndex: 0,
      quantity: lots(1),
      upper: { ...leg, side: 'Buy', trigger: ticks(600_000) },
      lower: { ...leg, side: 'Sell', trigger: ticks(400_000) },
      reduceOnly: false,
    });
    expect(pair).toEqual({ ok: true, value: [3, 4] });
    expect(await client.positions.placeMarginRateClose(key, rate(80_000_000n))).toEqual({ ok: true, value: 5 });
    expect(bodies('/contract/v5/order/create-mmr-close')).toMatchObject([{ triggerMmRateE2: '80' }]);
    expect(await client.orders.cancelTotally('BTCUSDT', 'PartialTpSlConditional', 0)).toEqual({ ok: true, value: 2 });
  });
});
