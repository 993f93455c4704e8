import {
  BASE_FEE_TIER,
  ZERO_MONEY,
  isPool,
  invariant,
  sharesMarginMode,
  withFeeTier,
  type AccountId,
  type AccountKind,
  type Coin,
  type FeeTier,
  type Instrument,
  type InstrumentId,
  type MarginMode,
  type Money,
} from '@tapedeck/domain';
import type { CopyRole } from '../copying/copying.ts';
import { LedgerAccount } from '../ledger/ledger.ts';
import { Assets } from './assets.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import type { FigureRows } from './figure-rows.ts';
import { MarginSums } from './margin-sums.ts';
import type { OpenOrder } from './open-order.ts';
import { OpenOrders } from './open-orders.ts';
import type { OrderRows } from './order-rows.ts';
import { Requests } from './requests.ts';
import { Slot } from './slot.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Accounts below this number belong to the house: no risk checks, no events. */
export const FIRST_USER_ACCOUNT = 100;
/** Quotes of the market inside. */
export const MARKET_MAKER = 1;
/** Takers of the market inside. */
export const MARKET_FLOW = 2;
/** Works off the positions it takes over in liquidations. */
export const LIQUIDATION_DESK = 3;
/** Holds what the participants of the market inside hold, longs and shorts apart. */
export const MARKET_CROWD = 4;

/** What the accounts of an exchange share: where their figures and their orders are. */
export interface AccountStore {
  readonly rows: FigureRows;
  readonly orderRows: OrderRows;
}

export class Account {
  readonly house: boolean;
  readonly rows: FigureRows;
  readonly orders: OpenOrders;
  readonly clientOrderIds: ClientOrderIds;
  #assets: Assets | undefined = undefined;
  /** What was asked for under ids of the sender. */
  readonly requests = new Requests();
  readonly #cash = new Map<Coin, LedgerAccount>();
  readonly #sums = new Map<Coin, MarginSums>();
  readonly #slots: (Slot | undefined)[] = [];
  /** Those that there are, `undefined` once there is another one or one less. */
  #made: readonly Slot[] | undefined = undefined;

  /** The part it plays in copy trading; kept by `Copying`. */
  copying: CopyRole | undefined = undefined;

  /** The coins that the account has ever used, in the order of the alphabet. */
  #coins: readonly Coin[] = [];
  #pooled = false;
  #feeTier: FeeTier = BASE_FEE_TIER;
  /** Most movements are of the coin that the last one was of. */
  #usedLast: Coin | undefined = undefined;
  #cashLast: LedgerAccount | undefined = undefined;

  constructor(
    readonly id: AccountId,
    readonly kind: AccountKind,
    store: AccountStore,
  ) {
    this.rows = store.rows;
    this.orders = new OpenOrders(store.orderRows);
    this.clientOrderIds = new ClientOrderIds((id) => this.orders.has(id));
    this.house = id < FIRST_USER_ACCOUNT;
  }

  /** Its coins beside the cash. */
  get assets(): Assets {
    return (this.#assets ??= new Assets());
  }

  /** What open spot orders keep of the cash of a coin. */
  locked(coin: Coin): Money {
    return this.#assets === undefined ? ZERO_MONEY : this.#assets.locked(coin);
  }

  get coins(): readonly Coin[] {
    return this.#coins;
  }

  /**
   * Whether the account's margin is that of all its coins together. A unified account that only ever used one dollar coin has the same
   * margin by itself, which takes fewer steps.
   */
  get pooled(): boolean {
    return this.#pooled;
  }

  /** The account has something to do with a coin: with a second one, or with one that is not a dollar, it becomes a pool. */
  use(coin: Coin): void {
    if (coin === this.#usedLast) return;
    this.#usedLast = coin;
    if (this.#coins.includes(coin)) return;
    this.#coins = [...this.#coins, coin].sort();
    this.#pooled = !this.house && isPool(this.kind, this.#coins);
  }

  cash(coin: Coin): LedgerAccount {
    if (this.#cashLast?.coin === coin) return this.#cashLast;
    let purse = this.#cash.get(coin);
    if (purse === undefined) {
      purse = new LedgerAccount(coin);
      this.#cash.set(coin, purse);
    }
    this.#cashLast = purse;
    return purse;
  }

  /** Purses of the trading wallet, used or not, in no order. */
  get allPurses(): Iterable<LedgerAccount> {
    return this.#cash.values();
  }

  /** Purses that were ever used, by coin. */
  get purses(): readonly LedgerAccount[] {
    return [...this.#cash.values()].filter((purse) => purse.used).sort((a, b) => (a.coin < b.coin ? -1 : 1));
  }

  marginSums(coin: Coin): MarginSums {
    let sums = this.#sums.get(coin);
    if (sums === undefined) {
      sums = new MarginSums(this.cash(coin), this.rows);
      this.#sums.set(coin, sums);
    }
    return sums;
  }

  /** Of the coins that a slot was ever made for: there are no others. */
  get summed(): Iterable<MarginSums> {
    return this.#sums.values();
  }

  /** What decides the account's fees. */
  get feeTier(): FeeTier {
    return this.#feeTier;
  }

  /** Other fees from now on: everything that was worked out with the old ones is worked out anew. */
  changeFees(tier: FeeTier): void {
    this.#feeTier = tier;
    for (const slot of this.slots) slot.changeTerms(this.terms(slot.listed));
  }

  /** An instrument as the account trades it: with its own fees. */
  terms(listed: Instrument): Instrument {
    return this.#feeTier === BASE_FEE_TIER ? listed : withFeeTier(listed, this.#feeTier);
  }

  slot(instrument: Instrument): Slot {
    let slot = this.#slots[instrument.id];
    if (slot === undefined) {
      slot = new Slot(this.id, instrument, this.terms(instrument), this.marginSums(instrument.settleCoin));
      if (sharesMarginMode(this.kind, instrument)) slot.marginMode = this.#sharedMarginMode();
      // The desk never nets what it took over: closing one side by another would realise a loss that the fund may not carry. And the crowd
      // is many, some of them long and some short.
      if (this.id === LIQUIDATION_DESK || this.id === MARKET_CROWD) slot.positionMode = 'BothSide';
      this.#slots[instrument.id] = slot;
      this.#made = undefined;
    }
    return slot;
  }

  /** The one mode of the contracts that share it: any of them tells, and without any it was never changed. */
  #sharedMarginMode(): MarginMode {
    return this.slots.find(({ listed }) => sharesMarginMode(this.kind, listed))?.marginMode ?? 'cross';
  }

  /** The slot of an instrument, if it was ever asked for. */
  knownSlot(instrument: InstrumentId): Slot | undefined {
    return this.#slots[instrument];
  }

  /** Coins whose holdings do not count as margin. */
  readonly notCollateral = new Set<Coin>();
  /** Slots with a position or an open order: what margin is summed over. */
  get active(): readonly Slot[] {
    return this.slots.filter(({ active }) => active);
  }

  /** The slots that were made so far; one that is pristine is no part of the state. */
  get slots(): readonly Slot[] {
    return (this.#made ??= this.#slots.filter((slot) => slot !== undefined));
  }

  /** An instrument has ended: what the account chose for it goes with it. */
  forget(instrument: Instrument): void {
    const slot = this.#slots[instrument.id];
    if (slot === undefined) return;
    invariant(!slot.active, 'nothing is open in an instrument that has ended');
    slot.forget();
    this.#slots[instrument.id] = undefined;
    this.#made = undefined;
  }

  addOrder(slot: Slot, order: OpenOrder): void {
    this.orders.add(order);
    slot.openOrders += 1;
    if (order.reduceOnly) slot.reduceOnlyOrders += 1;
    this.review(slot);
  }

  dropOrder(slot: Slot, order: OpenOrder): void {
    this.orders.remove(order);
    slot.openOrders -= 1;
    if (order.reduceOnly) slot.reduceOnlyOrders -= 1;
    this.review(slot);
  }

  /** Open orders in one instrument, oldest first. */
  ordersOf(slot: Slot): OpenOrder[] {
    if (slot.openOrders === 0) return [];
    return this.orders.list().filter((order) => order.instrument.id === slot.instrument.id);
  }

  /** Keeps `active` true after a position or the orders of a slot changed. */
  review(slot: Slot): void {
    const active = slot.openOrders > 0 || slot.hasPosition;
    if (active === slot.active) return;
    slot.active = active;
    if (active) this.use(slot.instrument.settleCoin);
  }

  write(writer: StateWriter): void {
    writer.number(this.id);
    writer.text(this.kind);
    writer.text(this.#feeTier);
    const purses = this.purses;
    writer.number(purses.length);
    for (const purse of purses) {
      writer.text(purse.coin);
      purse.write(writer);
    }
    writer.number(this.#coins.length);
    for (const coin of this.#coins) writer.text(coin);
    writer.number(this.notCollateral.size);
    for (const coin of [...this.notCollateral].sort()) writer.text(coin);
    this.assets.write(writer);
    const slots = this.slots.filter((slot) => !slot.pristine);
    writer.number(slots.length);
    for (const slot of slots) {
      writer.number(slot.instrument.id);
      slot.write(writer);
    }
    this.clientOrderIds.write(writer);
    this.requests.write(writer);
  }

  static read(reader: StateReader, store: AccountStore & { readonly instruments: readonly Instrument[] }): Account {
    const account = new Account(reader.number(), reader.text() as AccountKind, store);
    account.#feeTier = reader.text() as FeeTier;
    for (let left = reader.number(); left > 0; left -= 1) {
      const coin = reader.text();
      account.#cash.set(coin, LedgerAccount.read(reader, coin));
    }
    for (let left = reader.number(); left > 0; left -= 1) account.use(reader.text());
    for (let left = reader.number(); left > 0; left -= 1) account.notCollateral.add(reader.text());
    account.assets.read(reader);
    for (let left = reader.number(); left > 0; left -= 1) {
      const slot = account.slot(store.instruments[reader.number()] as Instrument);
      slot.read(reader);
      account.review(slot);
    }
    account.clientOrderIds.read(reader);
    account.requests.read(reader);
    return account;
  }
}
