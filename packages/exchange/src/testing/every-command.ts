import { leverage, lots, money, price, quantity, rate, ticks, timestamp, type ExitLeg, type StrategyPlan } from '@tapedeck/domain';
import type { Command, CommandType } from '../commands/command.ts';

const time = timestamp(1_767_229_200_123);
const account = 100;
const instrument = 0;
const side = 'Sell';
const source = 'chart';
const head = { time, account } as const;
const on = { ...head, instrument } as const;
const requestId = 'request-1';

const leg: ExitLeg = { trigger: ticks(60_500), source: 'MarkPrice', orderType: 'Limit', limit: ticks(60_400) };
const marketLeg: ExitLeg = {
  trigger: ticks(59_000),
  source: 'IndexPrice',
  orderType: 'Market',
  limit: ticks(0),
  slippage: { type: 'TickSize', ticks: 12 },
};
const upper = { side, trigger: ticks(61_000), source: 'LastPrice', orderType: 'Market', price: ticks(0) } as const;
const lower = { ...upper, trigger: ticks(59_000), orderType: 'Limit', price: ticks(58_990) } as const;

const order: Extract<Command, { type: 'PlaceOrder' }> = {
  type: 'PlaceOrder',
  ...on,
  side,
  orderType: 'Limit',
  price: ticks(60_001),
  quantity: lots(17),
  timeInForce: 'PostOnly',
  reduceOnly: true,
  positionIndex: 2,
  clientOrderId: 'mine-1',
  source,
};

const PLANS: readonly StrategyPlan[] = [
  { kind: 'Iceberg', price: ticks(59_900), shown: lots(3), postOnly: true },
  { kind: 'TWAP', interval: 5_000, parts: 60, limit: ticks(0) },
  { kind: 'Chase', maxDistance: ticks(40) },
  { kind: 'Scaled', from: ticks(59_900), to: ticks(59_000), orders: 4, skew: 150 },
  { kind: 'Grid', lower: ticks(59_000), upper: ticks(61_000), cells: 4, takeProfit: ticks(62_000), stopLoss: ticks(58_000) },
  { kind: 'Webhook', orderType: 'Limit', price: ticks(59_000), secret: 'a secret of enough letters' },
  { kind: 'FutureSpread', far: 1, limit: -300 },
  { kind: 'FutureSpread', far: 1, limit: 300, immediate: true },
];

const SPREAD = { type: 'CreateStrategy', ...on, side, positionIndex: 1, reduceOnly: false, quantity: lots(40), source } as const;

/** Every command in every shape that its bytes may have: the types require one of each. */
const BY_TYPE: { readonly [Type in CommandType]: readonly Extract<Command, { type: Type }>[] } = {
  OpenAccount: (['regular', 'UTA', 'UTA2', 'PM'] as const).map((kind) => ({ type: 'OpenAccount', ...head, kind })),
  CreditAccount: [
    { type: 'CreditAccount', ...head, coin: 'USDT', amount: money(-1n) },
    { type: 'CreditAccount', ...head, coin: 'USDT', amount: money(1n << 80n) },
  ],
  PlaceOrder: [
    order,
    { ...order, side: 'Buy', orderType: 'Market', timeInForce: 'ImmediateOrCancel', quoteAmount: money(5_000_000n), borrows: true },
    { ...order, timeInForce: 'FillOrKill', source: 'table', apiKey: 'key-1' },
    { ...order, timeInForce: 'GoodTillCancel', source: 'form', options: {} },
    {
      ...order,
      source: 'api',
      options: {
        trigger: { price: ticks(61_000), direction: 'Rising', source: 'IndexPrice' },
        closeOnTrigger: true,
        isTpSl: true,
        exits: { mode: 'Partial', takeProfit: leg, stopLoss: marketLeg },
        slippage: { type: 'Percent', share: rate(250_000n) },
        selfMatch: 'CancelBoth',
      },
      apiKey: 'key-2',
    },
    { ...order, options: { closeOnTrigger: false, exits: { mode: 'Full', stopLoss: leg }, selfMatch: 'None' } },
  ],
  CancelOrder: [{ type: 'CancelOrder', ...head, orderId: 7 }],
  CancelAllOrders: [
    { type: 'CancelAllOrders', ...head, instrument: -1 },
    { type: 'CancelAllOrders', ...on, only: { tab: 'condition', positionIndex: 2 } },
    { type: 'CancelAllOrders', ...on, only: { tab: 'every', keepsProtective: true } },
  ],
  SetLeverage: [{ type: 'SetLeverage', ...on, longLeverage: leverage(1_250n), shortLeverage: leverage(10_000n) }],
  SetMarginMode: [{ type: 'SetMarginMode', ...on, marginMode: 'isolated' }],
  SetPositionMode: [{ type: 'SetPositionMode', ...on, positionMode: 'BothSide' }],
  AddMargin: [
    { type: 'AddMargin', ...on, positionIndex: 1, amount: money(-700n) },
    { type: 'AddMargin', ...on, positionIndex: 0, amount: money(700n), requestId },
  ],
  AdvanceClock: [{ type: 'AdvanceClock', time }],
  WatchMarkets: [
    { type: 'WatchMarkets', time, instruments: [] },
    { type: 'WatchMarkets', time, instruments: [0, 3, 8] },
  ],
  ChangeWatchedMarkets: [
    { type: 'ChangeWatchedMarkets', time, added: [], removed: [0, 127, 128, 16_384] },
    { type: 'ChangeWatchedMarkets', time, added: [1, 2, 300, 2_147_483_647], removed: [] },
  ],
  ReplayTrade: [{ type: 'ReplayTrade', time, instrument, side, price: price(3_000_050_000_000n), quantity: quantity(123_456n) }],
  AmendOrder: [
    { type: 'AmendOrder', ...head, orderId: 7, changes: {} },
    { type: 'AmendOrder', ...head, orderId: 7, changes: { price: ticks(60_000), quantity: lots(5), exits: null } },
    {
      type: 'AmendOrder',
      ...head,
      orderId: 7,
      changes: { trigger: ticks(61_000), triggerSource: 'MarkPrice', exits: { mode: 'Full', takeProfit: leg } },
    },
  ],
  PlaceOrderPair: [
    {
      type: 'PlaceOrderPair',
      ...on,
      kind: 'TakeProfitStopLossOCO',
      positionIndex: 0,
      quantity: lots(9),
      upper,
      lower,
      reduceOnly: true,
      source,
    },
    {
      type: 'PlaceOrderPair',
      ...on,
      kind: 'BidirectionalTpSl',
      positionIndex: 1,
      quantity: lots(9),
      upper,
      lower,
      reduceOnly: false,
      source,
      requestId,
    },
  ],
  PlaceMarginRateClose: [{ type: 'PlaceMarginRateClose', ...on, positionIndex: 2, rate: rate(80_000_000n), source, requestId }],
  SetPositionExits: [
    { type: 'SetPositionExits', ...on, positionIndex: 0, mode: 'Partial', takeProfit: leg, quantity: lots(4), entry: 12, source },
    {
      type: 'SetPositionExits',
      ...on,
      positionIndex: 0,
      mode: 'Full',
      takeProfit: null,
      stopLoss: marketLeg,
      trailing: { distance: ticks(80), share: rate(0n), activation: ticks(60_700) },
      quantity: lots(0),
      entry: 0,
      source,
      requestId,
    },
  ],
  SetCancelOnDisconnect: [{ type: 'SetCancelOnDisconnect', ...head, window: 10_000 }],
  ReportConnection: [{ type: 'ReportConnection', ...head, connected: true }],
  MoveFunds: (['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'] as const).map((move) => ({
    type: 'MoveFunds',
    ...head,
    coin: 'USDT',
    move,
    amount: money(42n),
    requestId: move === 'repay' ? requestId : '',
  })),
  CreateStrategy: [...PLANS.map((plan) => ({ ...SPREAD, plan })), { ...SPREAD, plan: { kind: 'Chase', maxDistance: ticks(0) }, requestId }],
  CancelStrategy: [{ type: 'CancelStrategy', ...head, strategyId: 31 }],
  SignalStrategy: [
    { type: 'SignalStrategy', ...head, strategyId: 31, secret: 'what the other side knows' },
    { type: 'SignalStrategy', ...head, strategyId: 31, secret: '', requestId },
  ],
  StageScenario: (['flashCrash', 'gap', 'volatilityJump', 'feedOutage', 'thinBook', 'latency'] as const).map((scenario) => ({
    type: 'StageScenario',
    time,
    scenario,
    coin: 'BTC',
    basisPoints: -900,
    duration: 60_000,
  })),
  SetAutoAddMargin: [{ type: 'SetAutoAddMargin', ...on, positionIndex: 1, on: true }],
  SetLeading: [{ type: 'SetLeading', ...head, leading: true, name: 'Zoë ✓' }],
  FollowLeader: [{ type: 'FollowLeader', ...head, leader: 101, ratio: rate(150_000_000n), maxAmount: money(9_000n), name: 'f' }],
  StopFollowing: [{ type: 'StopFollowing', ...head, close: true }],
  SetCollateral: [{ type: 'SetCollateral', ...head, coin: 'ETH', on: false }],
  SetFeeTier: [{ type: 'SetFeeTier', ...head, tier: 'VIP1' }],
  TransferFunds: [
    { type: 'TransferFunds', ...head, to: 101, coin: 'BTC', amount: money(7n) },
    { type: 'TransferFunds', ...head, to: 101, coin: 'BTC', amount: money(7n), requestId },
  ],
  ReplayBook: [{ type: 'ReplayBook', time, instrument, whole: true, bids: [59_999, 4], asks: [60_001, 0, 60_002, 9] }],
};

export const EVERY_COMMAND: readonly Command[] = Object.values(BY_TYPE).flat();
