import type { AttachedExits, SlippageLimit, StopOrderType, TrailingTerms, TriggerSource } from '@tapedeck/domain';
import {
  type Direction,
  type NaiveContract,
  closingFee,
  freeMargin,
  gain,
  initialMargin,
  larger,
  maintenanceOf,
  orderHold,
  ceil,
  valueOf,
} from './naive-formulas.ts';

/** An instrument as the naive exchange reads it. */
export interface NaiveInstrument extends NaiveContract {
  readonly id: number;
  /** Its P&L is paid at every funding time. */
  readonly sessions: boolean;
  /** Milliseconds; undefined for what does not end. */
  readonly endsAt: number | undefined;
  readonly deliveryFee: bigint;
  readonly coin: string;
  readonly maker: bigint;
  readonly minTick: number;
  readonly minLots: number;
  readonly maxLimit: number;
  readonly maxMarket: number;
  readonly maxPostOnly: number;
  readonly minNotional: bigint;
  readonly lowestLeverage: bigint;
  readonly priceLimit: bigint;
}

export interface NaiveOrder {
  readonly id: number;
  readonly owner: number;
  readonly instrument: number;
  readonly side: Direction;
  readonly tick: number;
  readonly reduceOnly: boolean;
  readonly index: number;
  readonly timeInForce: string;
  readonly selfMatch: string;
  exits: AttachedExits | undefined;
  left: number;
  filled: number;
}

export interface NaiveTrigger {
  readonly tick: number;
  readonly rising: boolean;
  readonly source: TriggerSource;
}

/** An order that waits for a price, or for the margin rate of its account. */
export interface NaiveWaiting {
  readonly id: number;
  readonly owner: number;
  readonly instrument: number;
  readonly kind: StopOrderType;
  readonly side: Direction;
  readonly index: number;
  readonly timeInForce: string;
  readonly reduceOnly: boolean;
  readonly closeOnTrigger: boolean;
  readonly parent: number;
  readonly selfMatch: string;
  readonly marginRate: bigint | undefined;
  trailing: TrailingTerms | undefined;
  market: boolean;
  tick: number;
  /** 0 closes the whole position. */
  lots: number;
  trigger: NaiveTrigger | undefined;
  /** Best last price since a trailing stop is active, in ticks; 0 before. */
  best: number;
  slippage: SlippageLimit | undefined;
  exits: AttachedExits | undefined;
  partner: NaiveWaiting | undefined;
}

export interface NaivePosition {
  readonly account: number;
  readonly instrument: number;
  readonly index: number;
  side: Direction;
  size: number;
  entry: bigint;
  margin: bigint;
}

export interface NaiveSettings {
  isolated: boolean;
  hedge: boolean;
  long: bigint;
  short: bigint;
}

export interface NaiveAccount {
  readonly id: number;
  readonly cash: Map<string, bigint>;
  readonly settings: NaiveSettings[];
  readonly positions: NaivePosition[];
  readonly clientIds: Set<string>;
}

/** One line of what happened, to be compared with what the real exchange says. */
export type NaiveLine = string;

/** Everything the naive exchange knows: plain lists that are scanned for every question. */
export class NaiveState {
  readonly accounts: NaiveAccount[] = [];
  /** Resting orders and quotes of all books in order of arrival. */
  orders: NaiveOrder[] = [];
  /** By rising id. */
  waiting: NaiveWaiting[] = [];
  /** Fired, to be carried out in this order. */
  readonly due: NaiveWaiting[] = [];
  readonly marks: bigint[] = [];
  readonly indices: bigint[] = [];
  readonly lasts: bigint[] = [];
  /** Index prices of the last half hour of what ends, one a second. */
  readonly samples: bigint[][] = [];
  readonly closed = new Set<number>();
  time = 0;
  readonly insurance = new Map<string, bigint>();
  readonly lines: NaiveLine[] = [];
  nextOrder = 1;
  /** Quotes have no order id; they are told apart by these, which are negative. */
  nextQuote = -1;

  readonly instruments: NaiveInstrument[] = [];

  constructor() {
    for (const id of [1, 2, 3]) this.open(id);
  }

  list(instrument: NaiveInstrument): void {
    const { coin, inverse, tiers } = instrument;
    // What a fund starts with: a million of a dollar coin, of another one half of the lowest tier.
    if (!this.insurance.has(coin)) this.insurance.set(coin, inverse ? (tiers[0]?.limit ?? 0n) / 2n : 100_000_000_000_000n);
    this.instruments.push(instrument);
    this.samples.push([]);
    for (const account of this.accounts) this.#furnish(account, instrument.id);
  }

  open(id: number): void {
    const account: NaiveAccount = { id, cash: new Map(), settings: [], positions: [], clientIds: new Set() };
    this.accounts.push(account);
    for (const instrument of this.instruments) this.#furnish(account, instrument.id);
  }

  #furnish(account: NaiveAccount, instrument: number): void {
    account.settings[instrument] = { isolated: false, hedge: account.id === 3, long: 1_000n, short: 1_000n };
    for (const index of [0, 1, 2]) {
      account.positions.push({ account: account.id, instrument, index, side: 'Buy', size: 0, entry: 0n, margin: 0n });
    }
  }

  /** The next order id. */
  takeId(): number {
    this.nextOrder += 1;
    return this.nextOrder - 1;
  }

  /** Where a source of an instrument stands. */
  price(instrument: number, source: TriggerSource): bigint {
    const prices = source === 'LastPrice' ? this.lasts : source === 'MarkPrice' ? this.marks : this.indices;
    return prices[instrument] ?? 0n;
  }

  account(id: number): NaiveAccount {
    return this.accounts.find((account) => account.id === id) as NaiveAccount;
  }

  instrument(id: number): NaiveInstrument {
    return this.instruments[id] as NaiveInstrument;
  }

  mark(instrument: number): bigint {
    return this.marks[instrument] ?? 0n;
  }

  position(account: NaiveAccount, instrument: number, index: number): NaivePosition {
    return account.positions.find((position) => position.instrument === instrument && position.index === index) as NaivePosition;
  }

  settings(account: number, instrument: number): NaiveSettings {
    return this.account(account).settings[instrument] as NaiveSettings;
  }

  pay(account: NaiveAccount, coin: string, amount: bigint): void {
    account.cash.set(coin, (account.cash.get(coin) ?? 0n) + amount);
  }

  /** The best order that an order of `side` on this book could meet, first come first. */
  best(instrument: number, side: Direction): NaiveOrder | undefined {
    let best: NaiveOrder | undefined;
    for (const order of this.orders) {
      if (order.instrument !== instrument || order.side === side) continue;
      if (best === undefined || (side === 'Buy' ? order.tick < best.tick : order.tick > best.tick)) best = order;
    }
    return best;
  }

  remove(order: NaiveOrder): void {
    this.orders = this.orders.filter((other) => other !== order);
  }

  /** Open orders of an account in an instrument, oldest first. */
  ordersOf(account: number, instrument: number): NaiveOrder[] {
    const own = this.orders.filter((order) => order.owner === account && order.instrument === instrument && order.id > 0);
    return own.sort((a, b) => a.id - b.id);
  }
}

export const isHouse = (account: number): boolean => account < 100;

export const leverageOf = (settings: NaiveSettings, side: Direction): bigint => (side === 'Buy' ? settings.long : settings.short);

/** Margin of one position at the mark price. */
export interface NaiveMargin {
  readonly value: bigint;
  readonly gained: bigint;
  readonly closing: bigint;
  readonly initial: bigint;
  readonly maintenance: bigint;
}

export function marginOf(state: NaiveState, position: NaivePosition): NaiveMargin {
  const instrument = state.instrument(position.instrument);
  const settings = state.settings(position.account, position.instrument);
  const value = valueOf(instrument, position.size, state.mark(position.instrument));
  const leverage = leverageOf(settings, position.side);
  const closing = settings.isolated
    ? position.margin - freeMargin(instrument, position.side, position.entry, position.margin)
    : closingFee(instrument, position.side, position.entry, leverage);
  return {
    value,
    gained: gain(instrument, position.side, position.entry, value),
    closing,
    initial: settings.isolated ? position.margin : initialMargin(value, leverage) + closing,
    maintenance: maintenanceOf(instrument, value) + closing,
  };
}

/** Lots and value of the orders of one side that are not reduce-only. */
export interface SideOrders {
  readonly lots: number;
  readonly value: bigint;
}

export function sideOrders(state: NaiveState, account: number, instrument: number, index: number, side: Direction): SideOrders {
  const contract = state.instrument(instrument);
  let lots = 0;
  let value = 0n;
  for (const order of state.ordersOf(account, instrument)) {
    if (order.reduceOnly || order.index !== index || order.side !== side) continue;
    lots += order.left;
    value += valueOf(contract, order.left, BigInt(order.tick) * contract.tick);
  }
  return { lots, value };
}

/** Value of what of these orders would open, not close. */
export function opening(orders: SideOrders, side: Direction, position: NaivePosition): bigint {
  const closes = position.side === side ? 0 : position.size;
  if (orders.lots <= closes) return 0n;
  return ceil(orders.value * BigInt(orders.lots - closes), BigInt(orders.lots));
}

/** Money that the orders of one side hold. */
export function holdOf(state: NaiveState, position: NaivePosition, side: Direction, orders: SideOrders): bigint {
  if (orders.lots === 0) return 0n;
  const settings = state.settings(position.account, position.instrument);
  return orderHold(state.instrument(position.instrument), side, opening(orders, side, position), leverageOf(settings, side));
}

/** Money held for one position index whose sides would hold these amounts alone. */
export const heldFor = (index: number, buy: bigint, sell: bigint): bigint => (index === 1 ? buy : index === 2 ? sell : larger(buy, sell));

function held(state: NaiveState, account: NaiveAccount, instrument: number): bigint {
  if (!state.orders.some((order) => order.owner === account.id && order.instrument === instrument)) return 0n;
  const indices = state.settings(account.id, instrument).hedge ? [1, 2] : [0];
  let sum = 0n;
  for (const index of indices) {
    const position = state.position(account, instrument, index);
    const side = (direction: Direction): bigint =>
      holdOf(state, position, direction, sideOrders(state, account.id, instrument, index, direction));
    sum += heldFor(index, side('Buy'), side('Sell'));
  }
  return sum;
}

export interface NaiveBalance {
  readonly balance: bigint;
  readonly initial: bigint;
  readonly maintenance: bigint;
  readonly available: bigint;
  readonly transferable: bigint;
}

/** What an account stands on in one coin. */
export function balanceOf(state: NaiveState, account: NaiveAccount, coin: string): NaiveBalance {
  const cash = account.cash.get(coin) ?? 0n;
  let balance = cash;
  let initial = 0n;
  let maintenance = 0n;
  for (const instrument of state.instruments) {
    if (instrument.coin !== coin || state.closed.has(instrument.id)) continue;
    initial += held(state, account, instrument.id);
    if (state.settings(account.id, instrument.id).isolated) continue;
    for (const position of account.positions) {
      if (position.size === 0 || position.instrument !== instrument.id) continue;
      const margin = marginOf(state, position);
      balance += margin.gained;
      initial += margin.initial;
      maintenance += margin.maintenance;
    }
  }
  const available = larger(balance - initial, 0n);
  const free = larger(cash, 0n);
  return { balance, initial, maintenance, available, transferable: available < free ? available : free };
}
