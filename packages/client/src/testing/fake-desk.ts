import { encodeInstrument, encodeLevels, type ContractSymbol, type OrderItem, type PositionItem, type VenueItem } from '@tapedeck/protocol';
import { STRATEGY_KINDS, type Instrument } from '@tapedeck/domain';
import { answerOf, type FakeAnswer, type FakePorts, type FakeSocket } from './fake-ports.ts';
import { BTC, ETH } from './instruments.ts';

export const FAKE_VENUE: VenueItem = {
  name: 'fake',
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  strategies: STRATEGY_KINDS,
  copyTrading: true,
  lending: true,
  cancelOnDisconnect: true,
};

type Fault = 'none' | 'lose' | 'double' | 'garble';

export const orderItem = (id: number, change: Partial<OrderItem> = {}): OrderItem => ({
  orderId: String(id),
  orderLinkId: '',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  price: '60000.0',
  qty: '1',
  cumExecQty: '0',
  leavesQty: '1',
  cumExecValue: '0',
  cumExecFee: '0',
  feeCurrency: 'USDT',
  avgPrice: '',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  positionIdx: 0,
  orderStatus: 'New',
  cxlRejReason: '',
  source: 'form',
  createdAtE3: 1,
  updatedAtE3: id,
  ...change,
});

export const positionItem = (change: Partial<PositionItem> = {}): PositionItem => ({
  symbol: 'BTCUSDT',
  positionIdx: 0,
  side: 'Buy',
  size: '0.5',
  entryValue: '25000',
  openValue: '25000',
  isIsolated: false,
  leverageE2: '1000',
  positionBalance: '0',
  isAutoAddMargin: false,
  realisedPnl: '-13.75',
  tradePnl: '0',
  fees: '13.75',
  positionFundingFee: '0',
  cumRealisedPnl: '-13.75',
  firstOpenPzTime: 1,
  updatedAtE3: 1,
  ...change,
});

/** A small server on fake ports: REST calls, both sockets, the account and the books, with faults on the way to the client. */
export class FakeDesk {
  readonly orders = new Map<string, OrderItem>();
  readonly history = new Map<string, OrderItem>();
  readonly positions = new Map<string, PositionItem>();
  cash = '10000';
  mark = '50000.0';
  readonly book = { update: 1, bids: [500_000, 1000], asks: [500_001, 1000] };
  /** Answers of a path, in place of the usual ones; may be `silent` or `broken`. */
  readonly overrides = new Map<string, (body: unknown) => FakeAnswer>();
  readonly calls: { readonly path: string; readonly body: unknown }[] = [];
  acceptsSockets = true;
  loggedIn = true;
  proLevel = 0;
  /** Account of the user who logs in. */
  account = '100';
  banned = false;
  fault: Fault = 'none';
  readonly #ports: FakePorts;
  readonly #seqs = new Map<FakeSocket, number>();
  readonly #authed = new Set<FakeSocket>();
  #nextOrderId = 1;

  constructor(ports: FakePorts) {
    this.#ports = ports;
    ports.route = (request, path) => {
      const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
      this.calls.push({ path, body });
      return this.overrides.get(path)?.(body) ?? this.#answer(path, body);
    };
    ports.onSocket = (socket) => (this.acceptsSockets ? socket.accept() : socket.drop());
    ports.onSend = (socket, message) => this.#hear(socket, message);
  }

  called(path: string): number {
    return this.calls.filter((call) => call.path === path).length;
  }

  #session(): object {
    const market = { source: 'simulated', label: '1', speed: 1 };
    const labels = { vipLevel: 0, proLevel: this.proLevel, copyRole: 'none', isTrial: false };
    const account = { id: this.account, accountKind: 'UTA2', isDemo: false };
    const user = { ...account, username: 'trader-01', ...labels, accounts: [account] };
    return {
      loggedIn: this.loggedIn,
      needsPassphrase: false,
      registrationOpen: true,
      market,
      venue: FAKE_VENUE,
      ...(this.loggedIn && { user }),
    };
  }

  #answer(path: string, body: unknown): FakeAnswer {
    const families = { InversePerpetual: [], InverseFutures: [], UsdcPerpetual: [], UsdcFutures: [], LinearFutures: [] };
    switch (path) {
      case '/contract/v5/product/brief-symbol-list':
        return answerOf({ version: '1', LinearPerpetual: [encodeInstrument(BTC), encodeInstrument(ETH)], ...families });
      case '/contract/v5/settings/visitor-profile':
        return answerOf({ isBanned: this.banned });
      case '/spot/api/basic/symbol_list_all':
      case '/spot/api/basic/symbol_list_v3':
        return answerOf({ last_modified_at: 1, version: '1', list: [] });
      case '/user/private/logout':
        this.loggedIn = false;
        return answerOf(this.#session());
      case '/user/public/login':
        this.loggedIn = true;
        return answerOf(this.#session());
      case '/user/public/session':
        return answerOf(this.#session());
      case '/user/private/ott':
        return answerOf({ token: 'once', expiresInMs: 30_000 });
      case '/contract/v5/order/create':
        return answerOf(this.placed(body as Partial<OrderItem> & { qty: string }));
      case '/contract/v5/order/list':
        return answerOf({ list: [...this.orders.values()], nextPageCursor: '' });
      case '/contract/v5/order/history':
        return answerOf({ list: [...this.history.values()], nextPageCursor: '' });
      default:
        return answerOf(undefined, 404, 'no such call');
    }
  }

  /** Accepts an order as the server would and reports it on the stream; the caller builds the answer. */
  placed(request: Partial<OrderItem> & { qty: string }): { orderId: string; orderLinkId: string; price: string } {
    const id = this.#nextOrderId;
    this.#nextOrderId += 1;
    const { symbol = 'BTCUSDT', side = 'Buy', orderType = 'Limit', price = '', qty, orderLinkId = '' } = request;
    this.setOrder(orderItem(id, { symbol, side, orderType, price, qty, leavesQty: qty, orderLinkId }));
    return { orderId: String(id), orderLinkId, price };
  }

  setOrder(order: OrderItem): void {
    const ended = order.orderStatus === 'Filled' || order.orderStatus === 'Cancelled';
    this.history.set(order.orderId, order);
    if (ended) this.orders.delete(order.orderId);
    else this.orders.set(order.orderId, order);
    this.#tell('user.order', [order]);
  }

  setPosition(position: PositionItem): void {
    if (position.size === '0') this.positions.delete(position.symbol);
    else this.positions.set(position.symbol, position);
    this.#tell('user.position', [position]);
  }

  setCash(cash: string): void {
    this.cash = cash;
    this.#tell('user.wallet', [{ coin: 'USDT', cash }]);
  }

  /** Symbol-list frame of the server; an empty list is a snapshot. */
  changeSymbols(version: string, list: readonly ContractSymbol[]): void {
    const frame = { topic: 'symbol_list', type: list.length === 0 ? 'snapshot' : 'delta', ts: 1, data: { version, list } };
    for (const socket of this.#open('/realtime')) if (socket.topics.includes('symbol_list')) this.#send(socket, frame);
  }

  tell(topic: string, data: unknown): void {
    this.#tell(topic, data);
  }

  /** One changed level on each side of the book. */
  moveBook(bids: readonly number[], asks: readonly number[]): void {
    const side = (levels: number[], changes: readonly number[], sign: number): void => {
      const map = new Map<number, number>();
      for (let i = 0; i < levels.length; i += 2) map.set(levels[i] as number, levels[i + 1] as number);
      for (let i = 0; i < changes.length; i += 2) map.set(changes[i] as number, changes[i + 1] as number);
      const rows = [...map].filter(([, count]) => count > 0).sort(([a], [b]) => sign * (a - b));
      levels.splice(0, levels.length, ...rows.flat());
    };
    side(this.book.bids, bids, -1);
    side(this.book.asks, asks, 1);
    this.book.update += 1;
    for (const socket of this.#open('/realtime')) {
      if (socket.topics.includes('orderBook_200.BTCUSDT')) this.#send(socket, this.#bookFrame('delta', bids, asks));
    }
  }

  #bookFrame(type: 'snapshot' | 'delta', bids: readonly number[], asks: readonly number[]): object {
    const data = { s: 'BTCUSDT', u: this.book.update, b: encodeLevels(bids, BTC), a: encodeLevels(asks, BTC) };
    return { topic: 'orderBook_200.BTCUSDT', type, ts: 1, data };
  }

  /** `more` holds the ticker's fields besides the mark price. */
  tick(instrument: Instrument = BTC, mark = this.mark, more: object = {}): void {
    this.mark = mark;
    for (const socket of this.#open('/realtime')) {
      if (socket.topics.includes(`instrument_info.${instrument.symbol}`)) this.#send(socket, this.#tickerFrame(instrument, mark, more));
    }
  }

  #tickerFrame(instrument: Instrument, mark: string, more: object = {}): object {
    const [bid = 0] = this.book.bids;
    const [ask = 0] = this.book.asks;
    const best = (ticks: number): string => (ticks === 0 ? '' : (ticks / 10).toFixed(1));
    const prices = { lastPrice: mark, markPrice: mark, indexPrice: mark, prevPrice24h: mark, highPrice24h: mark, lowPrice24h: mark };
    const rest = { volume24h: '1', turnover24h: '1', openInterest: '1', fundingRate: '0.0001', nextFundingTimeE3: 1, timeE3: 1 };
    const data = { symbol: instrument.symbol, ...prices, ...rest, bid1Price: best(bid), ask1Price: best(ask), ...more };
    return { topic: `instrument_info.${instrument.symbol}`, type: 'snapshot', ts: 1, data };
  }

  #open(kind: '/realtime' | '/private'): FakeSocket[] {
    return this.#ports.socketsOf(kind).filter((socket) => !socket.isClosed);
  }

  #tell(topic: string, data: unknown): void {
    for (const socket of this.#open('/private')) {
      if (!this.#authed.has(socket) || !socket.topics.includes(topic)) continue;
      const seq = (this.#seqs.get(socket) ?? 0) + 1;
      this.#seqs.set(socket, seq);
      this.#send(socket, { topic, ts: 1, seq, data });
    }
  }

  #send(socket: FakeSocket, frame: object): void {
    if (this.fault === 'lose') return;
    socket.text(this.fault === 'garble' ? '{"topic' : frame);
    if (this.fault === 'double') socket.text(frame);
  }

  dropSockets(kind: '/realtime' | '/private', code?: number): void {
    for (const socket of this.#open(kind)) socket.drop(code);
  }

  #hear(socket: FakeSocket, message: FakeSocket['sent'][number]): void {
    if (socket.isClosed) return;
    if (message.op === 'ping') socket.text({ op: 'pong', success: true, ret_code: 0, ret_msg: 'pong', req_id: message.req_id });
    if (message.op === 'login') {
      this.#authed.add(socket);
      socket.text({ op: 'login', success: true, ret_code: 0, ret_msg: '', req_id: message.req_id });
    }
    if (message.op !== 'subscribe') return;
    const topics = message.args ?? [];
    if (topics.includes('user.order')) this.#sendAccount(socket);
    if (topics.includes('orderBook_200.BTCUSDT')) this.#send(socket, this.#bookFrame('snapshot', this.book.bids, this.book.asks));
    for (const instrument of [BTC, ETH]) {
      if (topics.includes(`instrument_info.${instrument.symbol}`)) this.#send(socket, this.#tickerFrame(instrument, this.mark));
    }
  }

  #sendAccount(socket: FakeSocket): void {
    const seq = (this.#seqs.get(socket) ?? 0) + 1;
    this.#seqs.set(socket, seq);
    const settings = [BTC, ETH].map(({ symbol }) => ({
      symbol,
      marginMode: 'cross',
      mode: 'MergedSingle',
      buyLeverageE2: '1000',
      sellLeverageE2: '1000',
    }));
    const account = { seq, wallet: [{ coin: 'USDT', cash: this.cash }], positions: [...this.positions.values()], settings };
    this.#send(socket, { topic: 'user.snapshot', type: 'snapshot', ts: 1, seq, data: { account, orders: [...this.orders.values()] } });
  }
}
