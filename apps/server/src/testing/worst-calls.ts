type Fields = Readonly<Record<string, string>>;

const COINS = 'BTC,ETH';
const ALL_PAST = { limit: '200' };
const V5_PAST = { category: 'linear', limit: '50' };
/** The first pair of `spread/instrument`. */
export const SPREAD = 'SPREAD';
const MONTH_MS = 30 * 86_400_000;

/**
 * The dearest legal query of each route that is read: the largest limits and the longest ranges. A route that is not named here
 * takes nothing that would make it dearer.
 */
export function worstQueries(now: number): Readonly<Record<string, Fields>> {
  const month = { startTime: String(now - MONTH_MS), endTime: String(now) };
  return {
    '/contract/v5/product/dynamic-symbol-item': { symbol: 'BTCUSDT' },
    '/contract/v5/product/option-symbol-list': { baseCoin: 'BTC', settleCoin: 'USDT' },
    '/position/risk-limit-list': { symbol: 'BTCUSDT' },
    '/contract/v5/market/candles': { symbol: 'BTCUSDT', resolution: '1M', series: 'mark', limit: '1000' },
    '/contract/v5/market/open-interest': { symbol: 'BTCUSDT', limit: '1000' },
    '/contract/v5/market/orderbook': { symbol: 'BTCUSDT', limit: '200' },
    '/contract/v5/market/funding-history': { symbol: 'BTCUSDT', ...ALL_PAST },
    '/contract/v5/market/delivery-history': ALL_PAST,
    '/public/instrument/slippage': { symbol: 'BTCUSDT' },
    '/contract/v5/order/history': ALL_PAST,
    '/contract/v5/execution/list': ALL_PAST,
    '/contract/v5/position/closed-pnl': ALL_PAST,
    '/contract/v5/account/transaction-log': ALL_PAST,
    '/contract/v5/account/funding-history': ALL_PAST,
    '/contract/v5/account/borrow-history': ALL_PAST,
    '/contract/v5/account/transfer-history': ALL_PAST,
    '/contract/v5/history/export': { list: 'orders' },
    '/udf/symbols': { symbol: 'BTCUSDT' },
    '/udf/search': { query: '', type: 'option', limit: '200' },
    '/udf/history': { symbol: 'BTCUSDT', resolution: '1M', from: '0', to: String(Math.floor(now / 1_000)), countback: '1000' },
    '/v5/market/instruments-info': { category: 'option', baseCoin: 'BTC', limit: '1000' },
    '/v5/market/tickers': { category: 'linear' },
    '/v5/market/risk-limit': { category: 'linear' },
    '/v5/market/price-limit': { symbol: 'BTCUSDT' },
    '/v5/market/orderbook': { category: 'linear', symbol: 'BTCUSDT', limit: '1000' },
    '/v5/market/full_orderbook': { category: 'linear', symbol: 'BTCUSDT', limit: '10000' },
    '/v5/market/rpi_orderbook': { category: 'linear', symbol: 'BTCUSDT', limit: '50' },
    '/v5/market/recent-trade': { category: 'linear', symbol: 'BTCUSDT', limit: '1000' },
    '/v5/market/kline': { symbol: 'BTCUSDT', interval: 'M', limit: '1000' },
    '/v5/market/mark-price-kline': { symbol: 'BTCUSDT', interval: 'M', limit: '1000' },
    '/v5/market/index-price-kline': { symbol: 'BTCUSDT', interval: 'M', limit: '1000' },
    '/v5/market/premium-index-price-kline': { symbol: 'BTCUSDT', interval: 'M', limit: '1000' },
    '/v5/market/funding/history': { category: 'linear', symbol: 'BTCUSDT', limit: '200' },
    '/v5/market/delivery-price': { category: 'option', limit: '200' },
    '/v5/market/new-delivery-price': { category: 'option', baseCoin: 'BTC' },
    '/v5/market/open-interest': { category: 'linear', symbol: 'BTCUSDT', intervalTime: '5min', limit: '200' },
    '/v5/market/account-ratio': { category: 'linear', symbol: 'BTCUSDT', period: '5min', limit: '500' },
    '/v5/market/historical-volatility': { category: 'option', period: '270', ...month },
    '/v5/market/index-price-components': { indexName: 'BTCUSDT' },
    '/v5/spread/instrument': { limit: '500' },
    '/v5/order/realtime': { ...V5_PAST, settleCoin: 'USDT' },
    '/v5/order/history': V5_PAST,
    '/v5/execution/list': { category: 'linear', limit: '100' },
    '/v5/order/spot-borrow-check': { category: 'spot', symbol: 'BTCUSDT', side: 'Buy' },
    '/v5/position/list': { category: 'linear', settleCoin: 'USDT', limit: '200' },
    '/v5/position/symbol-info': { category: 'linear', symbol: 'BTCUSDT' },
    '/v5/position/closed-pnl': { category: 'linear', limit: '100' },
    '/v5/position/get-closed-positions': { category: 'option', limit: '100' },
    '/v5/account/wallet-balance': { accountType: 'UNIFIED' },
    '/v5/account/fee-rate': { category: 'linear' },
    '/v5/account/instruments-info': { category: 'linear', limit: '200' },
    '/v5/account/withdrawal': { coinName: COINS },
    '/v5/account/transaction-log': { limit: '50' },
    '/v5/account/borrow-history': { limit: '50' },
    '/v5/spot-margin-trade/max-borrowable': { currency: 'BTC' },
    '/v5/spot-margin-trade/repayment-available-amount': { currency: 'BTC' },
    '/v5/spot-margin-trade/interest-rate-history': { currency: 'BTC', ...month },
    '/v5/asset/transfer/query-inter-transfer-list': { limit: '50' },
    '/v5/asset/transfer/query-account-coins-balance': { accountType: 'FUND' },
    '/v5/asset/transfer/query-account-coin-balance': { accountType: 'UNIFIED', coin: 'USDT' },
    '/v5/asset/transfer/query-transfer-coin-list': { fromAccountType: 'UNIFIED', toAccountType: 'FUND' },
    '/v5/asset/delivery-record': { category: 'option', limit: '50' },
    '/v5/asset/settlement-record': { category: 'linear', limit: '50' },
    '/v5/spread/orderbook': { symbol: SPREAD, limit: '25' },
    '/v5/spread/tickers': { symbol: SPREAD },
    '/v5/spread/max-qty': { symbol: SPREAD, side: 'Buy', orderPrice: '1' },
    '/v5/spread/order/realtime': { limit: '50' },
    '/v5/spread/order/history': { limit: '50' },
    '/v5/spread/execution/list': { limit: '50' },
  };
}

type Body = Readonly<Record<string, unknown>>;

const LINEAR = { category: 'linear', symbol: 'BTCUSDT' };

/** Things in the account that commands name. */
export interface CommandWorld {
  /** Open orders in BTCUSDT, as many as a batch has rows, and one more that is not in the batch. */
  readonly orderIds: readonly string[];
  /** Far below the market, lower, and far above it, in whole USDT. */
  readonly low: string;
  readonly lower: string;
  readonly high: string;
  readonly strategyId: string;
}

/** The dearest legal body of each trading route of the public v5 API. */
export function worstCommands({ orderIds, low, high }: CommandWorld): Readonly<Record<string, Body>> {
  const [orderId = '', ...rows] = orderIds;
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: low };
  const batch = (row: (id: string) => Body): Body => ({ category: 'linear', request: rows.map(row) });
  return {
    '/v5/order/pre-check': { category: 'linear', ...order },
    '/v5/order/disconnected-cancel-all': { timeWindow: 10 },
    '/v5/order/create': { category: 'linear', ...order },
    '/v5/order/amend': { ...LINEAR, orderId, qty: '0.002' },
    '/v5/order/cancel': { ...LINEAR, orderId },
    '/v5/order/cancel-all': { category: 'linear', settleCoin: 'USDT' },
    '/v5/order/create-batch': batch(() => order),
    '/v5/order/amend-batch': batch((id) => ({ symbol: 'BTCUSDT', orderId: id, qty: '0.002' })),
    '/v5/order/cancel-batch': batch((id) => ({ symbol: 'BTCUSDT', orderId: id })),
    '/v5/position/set-leverage': { ...LINEAR, buyLeverage: '7', sellLeverage: '7' },
    '/v5/position/switch-mode': { category: 'linear', coin: 'USDT', mode: 3 },
    '/v5/position/trading-stop': { ...LINEAR, positionIdx: 0, tpslMode: 'Full', takeProfit: high },
    '/v5/position/add-margin': { ...LINEAR, margin: '1' },
    '/v5/position/set-auto-add-margin': { ...LINEAR, autoAddMargin: 1 },
    '/v5/position/confirm-pending-mmr': LINEAR,
    '/v5/position/set-risk-limit': { ...LINEAR, riskId: 1 },
    '/v5/account/set-margin-mode': { setMarginMode: 'ISOLATED_MARGIN' },
    '/v5/account/set-hedging-mode': { setHedgingMode: 'ON' },
    '/v5/account/set-collateral-switch': { coin: 'BTC', collateralSwitch: 'OFF' },
    '/v5/account/set-collateral-switch-batch': {
      request: rows.map((_, at) => ({ coin: 'ETH', collateralSwitch: at % 2 === 0 ? 'OFF' : 'ON' })),
    },
    '/v5/account/borrow': { coin: 'USDT', amount: '1' },
    '/v5/spot-margin-trade/switch-mode': { spotMarginMode: 1 },
    '/v5/spot-margin-trade/set-leverage': { leverage: '4' },
    '/v5/asset/transfer/inter-transfer': {
      transferId: '6c2f8a0e-3d41-4a53-9d2e-7f1f2a3b4c5d',
      coin: 'USDT',
      amount: '1',
      fromAccountType: 'UNIFIED',
      toAccountType: 'FUND',
    },
    '/v5/account/demo-apply-money': { utaDemoApplyMoney: [{ coin: 'USDT', amountStr: '1' }] },
    '/v5/spread/order/create': { symbol: SPREAD, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '-500' },
    '/v5/spread/order/cancel': { orderId: '1' },
    '/v5/spread/order/cancel-all': { cancelAll: true },
  };
}

/** The same of the web API, where it is dearer than the plain valid one. */
export function worstOwnCommands({ orderIds, low, lower, high, strategyId }: CommandWorld): Readonly<Record<string, Body>> {
  const [orderId = '', ...rows] = orderIds;
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: low };
  const batch = (row: (id: string) => Body): Body => ({ request: rows.map(row) });
  return {
    '/contract/v5/order/create': order,
    '/contract/v5/order/replace': { symbol: 'BTCUSDT', orderId, qty: '0.003' },
    '/contract/v5/order/cancel': { symbol: 'BTCUSDT', orderId },
    '/contract/v5/order/create-batch': batch(() => order),
    '/contract/v5/order/replace-batch': batch((id) => ({ symbol: 'BTCUSDT', orderId: id, qty: '0.003' })),
    '/contract/v5/order/cancel-batch': batch((id) => ({ symbol: 'BTCUSDT', orderId: id })),
    '/contract/v5/order/create-pair': {
      symbol: 'BTCUSDT',
      stopOrderType: 'BidirectionalTpSl',
      qty: '0.01',
      upper: { side: 'Buy', triggerPrice: high, orderType: 'Market' },
      lower: { side: 'Sell', triggerPrice: low, orderType: 'Market' },
    },
    '/contract/v5/position/set-tp-sl-ts': { symbol: 'BTCUSDT', tpSlMode: 'Full', takeProfit: high, stopLoss: low },
    '/contract/v5/strategy/create': {
      symbol: 'BTCUSDT',
      strategyType: 'Scaled',
      side: 'Buy',
      qty: '0.5',
      priceFrom: lower,
      priceTo: low,
      orders: 50,
      skew: 100,
    },
    '/contract/v5/strategy/stop': { strategyId },
    '/contract/v5/account/set-collateral-switch': { coin: 'ETH', collateralSwitch: 'OFF' },
  };
}

/** Every public topic of the terminal's stream, for one symbol. */
export const PUBLIC_TOPICS: readonly string[] = [
  'orderBook_200.BTCUSDT',
  'recently_trade.BTCUSDT',
  'instrument_info.BTCUSDT',
  'liquidation.BTCUSDT',
  'candle.1D.BTCUSDT',
  'mark_kline.1D.BTCUSDT',
  'index_candle.1D.BTCUSDT',
  'symbol_list',
  'public.symbol.notify',
  'public.notice',
];

const CONTRACT_TOPICS = ['orderbook.1000', 'publicTrade', 'tickers', 'priceLimit', 'allLiquidation', 'liquidation', 'kline.D'] as const;

/** Every public topic of the v5 streams, by channel. The channel `spread` has none here. */
export const programTopics = (option: string): Readonly<Record<string, readonly string[]>> => ({
  linear: CONTRACT_TOPICS.map((topic) => `${topic}.BTCUSDT`),
  inverse: CONTRACT_TOPICS.map((topic) => `${topic}.BTCUSD`),
  spot: ['orderbook.1000.BTCUSDT', 'publicTrade.BTCUSDT', 'tickers.BTCUSDT', 'kline.D.BTCUSDT'],
  option: [`orderbook.100.${option}`, 'publicTrade.BTC', `tickers.${option}`],
  spread: [],
  status: ['system.status'],
});

/** Every private topic of the v5 streams. */
export const PRIVATE_PROGRAM_TOPICS = [
  'order',
  'execution',
  'execution.fast',
  'position',
  'wallet',
  'greeks',
  'dcp.future',
  'dcp.spot',
  'dcp.option',
] as const;
