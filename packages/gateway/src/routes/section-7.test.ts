import { describe, expect, test } from 'vitest';
import { REFUSALS, lots, money, type RefusalReason } from '@tapedeck/domain';
import { ACCOUNT, BTC, fakePosition, units } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, sessionOf, settle, type World } from '../testing/fake-world.ts';
import { USER_TOPICS } from '../streams/account-news.ts';
import { ROUTES } from './table.ts';

/** One call of the web API: its payload, the expected answer and its effect. */
interface Row {
  readonly call: `${'GET' | 'POST'} /${string}`;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly read: object;
  /** The command that it becomes; absent where nothing changes. */
  readonly becomes?: object;
}

const symbol = 'BTCUSDT';
const REVERSE = {
  action: 'ReverseClose',
  is_reverse_position: true,
  needGeneratePid: true,
  basePrice: '64000',
  qtyType: 'Qty',
  mode: 'MergedSingle',
};
const spot = { last_modified_at: expect.any(Number), version: expect.any(String), list: expect.any(Array) };
const environments = ['test', 'testnet', 'production'];

const ROWS: readonly Row[] = [
  {
    call: 'GET /contract/v5/product/brief-symbol-list',
    sent: { filter: 'LinearPerpetual', version: '', token: 'abcd1234' },
    read: { version: expect.any(String), LinearPerpetual: [{ symbolName: symbol }, { symbolName: 'ETHUSDT' }] },
  },
  { call: 'GET /contract/v5/product/dynamic-symbol-item', sent: { symbol }, read: { item: { symbolName: symbol } } },
  { call: 'GET /contract/v5/settings/visitor-profile', sent: { lang: 'en' }, read: { isBanned: false } },
  { call: 'POST /user/private/ott', sent: {}, read: { token: expect.any(String) } },
  {
    call: 'POST /private/position/set-auto-add-margin',
    sent: { symbol, positionIdx: 0, newAutoAddMargin: true },
    read: {},
    becomes: { type: 'SetAutoAddMargin', instrument: BTC.id, positionIndex: 0, on: true },
  },
  {
    call: 'POST /private/position/add-margin',
    sent: { symbol, positionIdx: 0, addToPositionBalanceE8: '250000000' },
    read: {},
    becomes: { type: 'AddMargin', instrument: BTC.id, amount: money(250_000_000n) },
  },
  {
    call: 'POST /private/position/pre-add-margin',
    sent: { symbol, positionIdx: 0, addToPositionBalanceE8: '250000000' },
    read: { positionBalance: '32.5', liqPrice: expect.any(String) },
  },
  {
    call: 'GET /position/risk-limit-list',
    sent: { symbol },
    read: { list: [{ symbolName: symbol, startingMarginE8: expect.any(String), maxLeverageE2: expect.any(String) }] },
  },
  {
    call: 'GET /public/instrument/slippage',
    sent: {},
    read: { percent: { min: '0.01', max: '10' }, tickSize: { min: '1', max: '10000' } },
  },
  {
    call: 'POST /contract/v5/order/create',
    sent: {
      symbol,
      side: 'Sell',
      orderType: 'Market',
      qty: '0.25',
      qtyX: '25000000',
      leverage: '10',
      leverageE2: '1000',
      timeInForce: 'ImmediateOrCancel',
      positionIdx: 0,
      reduceOnly: true,
      closeOnTrigger: true,
      type: 'Activity',
      takeProfit: null,
      stopLoss: null,
      designatedMarginE8: '0',
      ...REVERSE,
    },
    read: { orderId: '7', price: '' },
    becomes: { type: 'PlaceOrder', instrument: BTC.id, side: 'Sell', orderType: 'Market', quantity: lots(250), reduceOnly: true },
  },
  {
    call: 'POST /fapi/beehive/private/v1/common/order/close-all',
    sent: { symbol, positionIdx: 0 },
    read: { orderId: '7' },
    becomes: { type: 'PlaceOrder', side: 'Sell', orderType: 'Market', reduceOnly: true },
  },
  {
    call: 'POST /fapi/beehive/private/v1/common/order/create',
    sent: {
      basePrice: '64000',
      leverageE2: '1000',
      orderType: 'Market',
      positionIdx: 0,
      price: null,
      qtyX: '25000000',
      side: 'Sell',
      symbol,
      timeInForce: 'ImmediateOrCancel',
      type: 'Activity',
      action: 'ReverseClose',
    },
    read: { orderId: '7' },
    becomes: { type: 'PlaceOrder', side: 'Sell', quantity: lots(250), reduceOnly: false },
  },
  {
    call: 'POST /contract/v5/position/set-tp-sl-ts',
    sent: {
      symbol,
      positionIdx: 0,
      tpSlMode: 'Partial',
      takeProfit: '70000',
      stopLoss: '60000',
      tpTriggerBy: 'LastPrice',
      slTriggerBy: 'MarkPrice',
      tpSize: '0.25',
      slSize: '0.25',
      tpSizeX: '25000000',
      slSizeX: '25000000',
      qty: '0.25',
      qtyX: '25000000',
      tpOrderType: 'Limit',
      slOrderType: 'Market',
      limitTakeProfit: '69990',
      limitStopLoss: null,
      slMaxSlippageType: 'Percent',
      slMaxSlippage: '1',
      tpInputType: 'PRICE',
      slInputType: 'ROI',
      positionMode: 'MergedSingle',
      orderQtyType: 'Qty',
      cost: null,
      leverage: '10',
    },
    read: {},
    becomes: {
      type: 'SetPositionExits',
      mode: 'Partial',
      quantity: lots(250),
      takeProfit: { orderType: 'Limit' },
      stopLoss: { source: 'MarkPrice' },
    },
  },
  {
    call: 'POST /contract/v5/order/cancel',
    sent: { orderId: '1', symbol, type: 'TpSlOcoStopOrder' },
    read: { orderId: '1' },
    becomes: { type: 'CancelOrder', orderId: 1 },
  },
  {
    call: 'POST /contract/v5/order/cancel-totally',
    sent: { symbol, positionIdx: 0, type: 'PartialTpSlConditional' },
    read: { cancelled: 2 },
    becomes: { type: 'CancelAllOrders', instrument: BTC.id, only: { tab: 'partialTpSl', positionIndex: 0 } },
  },
  {
    call: 'POST /contract/v5/order/replace',
    sent: {
      orderId: '1',
      type: 'Activity',
      symbol,
      takeProfit: '70000',
      stopLoss: '60000',
      tpTriggerBy: 'LastPrice',
      slTriggerBy: 'LastPrice',
      tpSlMode: 'Full',
      tpOrderType: 'Market',
      slOrderType: 'Market',
      limitTakeProfit: null,
      limitStopLoss: null,
      tpMaxSlippageType: 'TickSize',
      tpMaxSlippage: '10',
    },
    read: { orderId: '1' },
    becomes: { type: 'AmendOrder', orderId: 1 },
  },
  {
    call: 'POST /v3/private/user/member/pref-setting',
    sent: { upsert_keys: { reverseClickTipStatus: 'hide' } },
    read: { keys: { reverseClickTipStatus: 'hide' } },
  },
  { call: 'GET /spot/api/basic/symbol_list_all', sent: { last_modified_at: '0' }, read: spot },
  { call: 'GET /spot/api/basic/symbol_list_v3', sent: { version: 'ab12' }, read: spot },
  { call: 'GET /spot/api/basic/symbol_list_v2', sent: {}, read: spot },
  { call: 'GET /cdn/spot/default-trade-recommended.json', sent: {}, read: { defaultTradeRecommended: { spots: expect.any(Array) } } },
  ...environments.map((name): Row => ({ call: `GET /static/spot/symbol-list.${name}.json`, sent: {}, read: { list: expect.any(Array) } })),
];

/** Parameters that the v5 wrapper adds to every call, and those of a GET. */
const EVERY = { category: 'fbu', business: 'usdt', 'response-format': 'original' };

async function ask(world: World, { call, sent }: Row): ReturnType<World['get']> {
  const [method, path] = call.split(' ') as [string, string];
  const session = sessionOf(ACCOUNT, { labels: { vipLevel: 0, proLevel: 0, copyRole: 'leader', isTrial: false } });
  if (method === 'POST') return world.call({ method, path, query: EVERY, body: sent, session });
  return world.get(path, { ...EVERY, timestamp: '1700000000000', ...(sent as Record<string, string>) }, session);
}

function newWorld(): World {
  const world = createWorld();
  const state = world.venue.accounts.get(ACCOUNT);
  const position = fakePosition({ account: ACCOUNT, marginMode: 'isolated', margin: money(units('30')) });
  if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, positions: [position] });
  return world;
}

describe('section 7 of the specification', () => {
  test.each(ROWS)('API-06 $call takes its payload and answers what is read of it', async (row) => {
    const world = newWorld();
    const { status, body, content } = await ask(world, row);
    const result: unknown = typeof content?.parts === 'string' ? JSON.parse(content.parts) : body.result;
    expect([status, content === undefined ? body.ret_code : 0]).toEqual([200, 0]);
    expect(result).toMatchObject(row.read);
    expect(world.venue.commands).toMatchObject(row.becomes === undefined ? [] : [{ account: ACCOUNT, ...row.becomes }]);
  });

  test('API-06 every call of its families is in the table above, or is one that the specification leaves out', () => {
    const known = new Set<string>(ROWS.map(({ call }) => call));
    for (const call of known)
      expect(
        ROUTES.some(({ method, path }) => `${method} ${path}` === call),
        call,
      ).toBe(true);
    const ofTheFamilies = ROUTES.filter(({ path }) => /^\/(private|position|public|spot|cdn|static)\//.test(path));
    expect(ofTheFamilies.filter(({ method, path }) => !known.has(`${method} ${path}`))).toEqual([]);
  });

  test('API-06 E8 every refusal of the exchange is answered with its code and message, by every call that commands', async () => {
    for (const [reason, { code, message }] of Object.entries(REFUSALS)) {
      for (const row of ROWS.filter(({ becomes }) => becomes !== undefined)) {
        const world = newWorld();
        world.venue.respond = () => ({ refusal: { reason: reason as RefusalReason } });
        const { status, body } = await ask(world, row);
        expect([row.call, status, body.ret_code], reason).toEqual([row.call, 200, code]);
        expect(body.ret_msg).toContain(message);
      }
    }
  });

  test('API-06 sizes of an entry that do not agree are refused by name', async () => {
    const world = newWorld();
    const sent = { symbol, tpSlMode: 'Partial', takeProfit: '70000', tpSize: '0.25', slSizeX: '26000000' };
    const { body } = await world.post('/contract/v5/position/set-tp-sl-ts', sent, sessionOf());
    expect(body).toMatchObject({ ret_code: 10001, ret_msg: expect.stringContaining('slSizeX') });
    expect(world.venue.commands).toEqual([]);
  });

  test('NTF-05 every public topic of the specification can be followed, and so can every subject of a user', async () => {
    const publicTopics = [
      'instrument_info.BTCUSDT',
      'orderBook_200.BTCUSDT',
      'recently_trade.BTCUSDT',
      'mark_kline.1.BTCUSDT',
      'index_candle.1.BTCUSDT',
      'public.notice',
      'public.symbol.notify',
    ];
    const world = newWorld();
    const socket = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: publicTopics });
    await settle();
    const answers = socket.take();
    expect(answers.find(({ op }) => op === 'subscribe')).toMatchObject({ success: true });
    // A candle has one when a bar begins.
    const told = new Set(answers.map(({ topic }) => topic));
    expect(publicTopics.filter((topic) => !told.has(topic))).toEqual(['mark_kline.1.BTCUSDT', 'index_candle.1.BTCUSDT']);
    socket.say({ op: 'subscribe', args: ['no_such_topic.BTCUSDT'] });
    await settle();
    expect(socket.take()).toMatchObject([{ op: 'subscribe', success: false }]);
    for (const subject of ['order', 'position', 'liquidation', 'execution']) expect(USER_TOPICS).toContain(`user.${subject}`);
  });
});
