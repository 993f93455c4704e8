import type { CancelAllOrders, Instrument, PlaceOrder, PlaceOrderPair } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { addMargin, setLeverage, setMarginMode, setPositionMode } from './naive-settings.ts';
import { deliver, sampleIndex, settleFunding, settleSession } from './naive-endings.ts';
import { liquidate } from './naive-liquidation.ts';
import { type NaivePlacing, amend, place } from './naive-placing.ts';
import { type NaiveAccount, type NaiveInstrument, type NaiveLine, NaiveState } from './naive-state.ts';
import { type Direction, nearest } from './naive-formulas.ts';
import { amendWaiting, cancelWaiting, carryOutDue, fireMarginRates } from './naive-stops.ts';
import { placeConditional, placeMarginRateClose, placePair, setExits } from './naive-stops.ts';
import { cancel, take } from './naive-trading.ts';
import { crossed, endWaiting } from './naive-waiting.ts';

const QUOTE = { reduceOnly: false, index: 0, timeInForce: 'GoodTillCancel', selfMatch: 'CancelMaker', exits: undefined, filled: 0 };
const MAKER = 1;
const FLOW = 2;

/** The opaque values of the vocabulary are bigints at run time. */
const big = (value: unknown): bigint => value as bigint;

function naive(instrument: Instrument): NaiveInstrument {
  return {
    id: instrument.id,
    coin: instrument.settleCoin,
    sessions: instrument.kind === 'UsdcPerpetual',
    endsAt: instrument.deliveryAt === undefined ? undefined : Number(instrument.deliveryAt),
    deliveryFee: big(instrument.deliveryFee ?? 0n),
    inverse: instrument.kind.startsWith('Inverse'),
    tick: big(instrument.tickSize),
    lot: big(instrument.lotSize),
    maker: big(instrument.makerFee),
    taker: big(instrument.takerFee),
    tiers: instrument.tiers.map((tier) => ({
      limit: big(tier.limit),
      maintenance: big(tier.maintenanceRate),
      deduction: big(tier.deduction),
      leverage: big(tier.maxLeverage),
    })),
    minTick: Number(instrument.minPrice),
    maxTick: Number(instrument.maxPrice),
    minLots: Number(instrument.minOrder),
    maxLimit: Number(instrument.maxLimitOrder),
    maxMarket: Number(instrument.maxMarketOrder),
    maxPostOnly: Number(instrument.maxPostOnlyOrder),
    minNotional: big(instrument.minNotional),
    lowestLeverage: big(instrument.leverageSections[0] ?? 100n),
    priceLimit: big(instrument.priceLimitRate),
  };
}

/** Tabs of the orders that wait, by their kind. */
const TABS: Readonly<Record<string, string>> = {
  Stop: 'condition',
  TrailingStop: 'trailingStop',
  MmRateClose: 'mmr',
  TakeProfitStopLossOCO: 'oco',
};

/** Whether a cancel of all means an order; `kind` is that of one that waits. */
function means({ instrument, only }: CancelAllOrders, order: { instrument: number; index: number }, kind?: string): boolean {
  if (instrument !== -1 && instrument !== order.instrument) return false;
  if (only === undefined) return true;
  if (only.positionIndex !== undefined && only.positionIndex !== order.index) return false;
  if (only.tab === 'partialTpSl') return kind?.startsWith('Partial') === true;
  return only.tab === (kind === undefined ? 'activity' : (TABS[kind] ?? 'tpSl'));
}

function placing(command: PlaceOrder): NaivePlacing {
  const { trigger, closeOnTrigger = false, slippage, exits, selfMatch = 'CancelMaker' } = command.options ?? {};
  const market = command.orderType === 'Market';
  return {
    account: command.account,
    instrument: command.instrument,
    side: command.side,
    market,
    tick: Number(command.price),
    lots: Number(command.quantity),
    timeInForce: market ? 'ImmediateOrCancel' : command.timeInForce,
    reduceOnly: command.reduceOnly,
    index: command.positionIndex,
    clientId: command.clientOrderId,
    selfMatch,
    trigger: trigger && { tick: Number(trigger.price), rising: trigger.direction === 'Rising', source: trigger.source },
    closeOnTrigger,
    slippage,
    exits,
  };
}

function pairing({ account, instrument, quantity, reduceOnly, positionIndex }: PlaceOrderPair): NaivePlacing {
  const nothing = { trigger: undefined, closeOnTrigger: false, slippage: undefined, exits: undefined, selfMatch: 'CancelMaker' };
  const legs = { side: 'Buy', market: true, tick: 0, timeInForce: '', clientId: '' } as const;
  return { account, instrument, lots: Number(quantity), reduceOnly, index: positionIndex, ...legs, ...nothing };
}

/** What the market inside does in one step of the clock. */
export type HouseAction =
  | { readonly kind: 'quote' | 'take'; readonly instrument: number; readonly side: Direction; readonly tick: number; readonly lots: number }
  | { readonly kind: 'withdraw'; readonly instrument: number };

/** What the prices of one market did in a step of the clock, as the real exchange published it. */
export type PriceTape =
  | { readonly kind: 'mark'; readonly instrument: number; readonly mark: bigint }
  | { readonly kind: 'funding'; readonly instrument: number; readonly rate: bigint };

/**
 * The exchange once more, exact, slow and obvious: lists that are scanned for every question, and no code shared with the real one, so
 * that the two agree only when both are right. Mark prices and funding rates are given to it.
 */
export class NaiveExchange {
  readonly state: NaiveState;

  constructor(instruments: readonly Instrument[]) {
    this.state = new NaiveState();
    for (const instrument of instruments) this.list(instrument);
  }

  list(instrument: Instrument): void {
    this.state.list(naive(instrument));
  }

  /** What the last command did. */
  takeLines(): NaiveLine[] {
    return this.state.lines.splice(0);
  }

  /** Applies a command of a trader or operator; the reason when it is refused. */
  apply(command: Command): string | undefined {
    const { state } = this;
    if (command.type === 'OpenAccount') {
      if (state.accounts.some((account) => account.id === command.account)) return 'accountExists';
      state.open(command.account);
      return undefined;
    }
    if (!('account' in command)) return undefined;
    const account = state.accounts.find((other) => other.id === command.account);
    if (account === undefined || command.account < 100) return 'accountUnknown';
    if ('instrument' in command && state.closed.has(command.instrument)) return 'notTrading';
    state.time = Number(command.time);
    const refused = this.#trader(account, command);
    carryOutDue(state);
    return refused;
  }

  #trader(account: NaiveAccount, command: Exclude<Extract<Command, { account: number }>, { type: 'OpenAccount' }>): string | undefined {
    const { state } = this;
    switch (command.type) {
      case 'CreditAccount':
        state.pay(account, command.coin, big(command.amount));
        return undefined;
      case 'PlaceOrder': {
        const order = placing(command);
        return order.trigger === undefined ? place(state, account, order) : placeConditional(state, account, order, order.trigger);
      }
      case 'PlaceOrderPair':
        return placePair(state, account, pairing(command), command);
      case 'PlaceMarginRateClose':
        return placeMarginRateClose(state, state.position(account, command.instrument, command.positionIndex), big(command.rate));
      case 'SetPositionExits':
        return setExits(state, state.position(account, command.instrument, command.positionIndex), command);
      case 'AmendOrder': {
        const order = state.orders.find((other) => other.id === command.orderId && other.owner === account.id);
        if (order !== undefined) return amend(state, account, order, command.changes);
        const waits = state.waiting.find((other) => other.id === command.orderId && other.owner === account.id);
        return waits === undefined ? 'orderUnknown' : amendWaiting(state, account, waits, command.changes);
      }
      case 'CancelOrder': {
        const order = state.orders.find((other) => other.id === command.orderId && other.owner === account.id);
        const waits = state.waiting.find((other) => other.id === command.orderId && other.owner === account.id);
        if (order !== undefined) cancel(state, order, 'CancelByUser');
        else if (waits !== undefined) cancelWaiting(state, waits);
        return order === undefined && waits === undefined ? 'orderUnknown' : undefined;
      }
      case 'CancelAllOrders': {
        const orders = state.orders.filter((order) => order.owner === account.id && means(command, order));
        for (const order of orders.sort((a, b) => a.id - b.id)) cancel(state, order, 'CancelByUser');
        const waits = state.waiting.filter((order) => order.owner === account.id && means(command, order, order.kind));
        for (const order of waits) endWaiting(state, order, 'CancelByUser');
        return undefined;
      }
      case 'SetLeverage':
        return setLeverage(state, account, command.instrument, big(command.longLeverage), big(command.shortLeverage));
      case 'SetMarginMode':
        return setMarginMode(state, account, command.instrument, command.marginMode === 'isolated');
      case 'SetPositionMode':
        return setPositionMode(state, account, command.instrument, command.positionMode === 'BothSide');
      case 'AddMargin':
        return addMargin(state, account, state.position(account, command.instrument, command.positionIndex), big(command.amount));
      default:
        throw new Error(`the naive exchange does not know ${command.type}`);
    }
  }

  /** One step of the clock: indices move and the house acts, then every market takes its prices, settles and liquidates. */
  advance(time: number, indices: ReadonlyMap<number, bigint>, actions: readonly HouseAction[], tape: readonly PriceTape[]): void {
    const { state } = this;
    const before = state.time;
    state.time = time;
    for (const [instrument, index] of indices) {
      state.indices[instrument] = index;
      crossed(state, instrument, 'IndexPrice');
    }
    for (const action of actions) this.#house(action);
    carryOutDue(state);
    for (const instrument of state.instruments) {
      if (state.closed.has(instrument.id)) continue;
      sampleIndex(state, instrument, before);
      const entries = tape.filter((entry) => entry.instrument === instrument.id);
      for (const entry of entries) this.#price(instrument, entry);
      if (entries.length > 0) liquidate(state, instrument);
      if (entries.some(({ kind }) => kind === 'mark')) crossed(state, instrument.id, 'MarkPrice');
      if (instrument.endsAt !== undefined && time >= instrument.endsAt) deliver(state, instrument);
    }
    fireMarginRates(state);
    carryOutDue(state);
  }

  #price(instrument: NaiveInstrument, entry: PriceTape): void {
    const { state } = this;
    // The first last price is the index.
    state.lasts[instrument.id] ??= nearest(state.indices[instrument.id] ?? 0n, instrument.tick) * instrument.tick;
    if (entry.kind === 'mark') {
      state.marks[instrument.id] = entry.mark;
      return;
    }
    if (instrument.sessions) liquidate(state, instrument);
    settleFunding(state, instrument.id, entry.rate);
    if (instrument.sessions) settleSession(state, instrument);
  }

  #house(action: HouseAction): void {
    const { state } = this;
    const instrument = state.instrument(action.instrument);
    if (action.kind === 'withdraw') {
      for (const order of state.orders) if (order.owner === MAKER && order.instrument === instrument.id) state.remove(order);
      return;
    }
    const { side, tick, lots } = action;
    const account = state.account(action.kind === 'quote' ? MAKER : FLOW);
    const filled = take(state, { account, instrument, side, index: 0, limit: tick, reduceOnly: false }, lots);
    if (action.kind === 'take' || filled === lots) return;
    const id = state.nextQuote;
    state.nextQuote -= 1;
    state.orders.push({ id, owner: MAKER, instrument: instrument.id, side, tick, left: lots - filled, ...QUOTE });
  }
}
