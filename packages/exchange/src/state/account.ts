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
import type { CopyRole } from './copying.ts';
import { LedgerAccount } from '../ledger/ledger.ts';
import { Assets } from './assets.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import type { FigureRows } from './figure-rows.ts';
import { MarginSums } from './margin-sums.ts';
import type { OpenOrder } from './open-order.ts';
import { MARGIN_POLICIES, type MarginPolicy } from './margin-policy.ts';
import { OpenOrders } from './open-orders.ts';
import type { OrderRows } from './order-rows.ts';
import { Requests } from './requests.ts';
import { Slot } from './slot.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Accounts below this number belong to the house: no risk checks, no events. */
export const FIRST_USER_ACCOUNT = 100;
/** Quotes of the simulated market. */
export const MARKET_MAKER = 1;
/** Takers of the simulated market. */
export const MARKET_FLOW = 2;
/** Trades out the positions that it takes over in liquidations. */
export const LIQUIDATION_DESK = 3;
/** Holds the positions of the simulated participants, longs and shorts apart. */
export const MARKET_CROWD = 4;

/** Shared by the accounts of an exchange: the rows of their figures and orders. */
export interface AccountStore {
  readonly rows: FigureRows;
  readonly orderRows: OrderRows;
}

export class Account {
  // Fields that every order reads come first, so that they lie together in memory.
  readonly house: boolean;
  readonly policy: MarginPolicy;
  readonly orders: OpenOrders;
  readonly #slots: (Slot | undefined)[] = [];
  #pooled = false;
  #assets: Assets | undefined = undefined;
  /** Role in copy trading; set by `Copying`. */
  copying: CopyRole | undefined = undefined;
  readonly rows: FigureRows;
  readonly clientOrderIds: ClientOrderIds;
  /** Requests made under ids of the sender. */
  readonly requests = new Requests();
  readonly #cash = new Map<Coin, LedgerAccount>();
  readonly #sums = new Map<Coin, MarginSums>();
  /** Cached list; `undefined` after a change. */
  #made: readonly Slot[] | undefined = undefined;

  /** The coins that the account has ever used, in alphabetical order. */
  #coins: readonly Coin[] = [];
  #feeTier: FeeTier = BASE_FEE_TIER;
  /** Most movements are in the coin of the previous one. */
  #usedLast: Coin | undefined = undefined;
  #cashLast: LedgerAccount | undefined = undefined;

  constructor(
    readonly id: AccountId,
    readonly kind: AccountKind,
    store: AccountStore,
  ) {
    this.policy = MARGIN_POLICIES[kind];
    this.rows = store.rows;
    this.orders = new OpenOrders(store.orderRows);
    this.clientOrderIds = new ClientOrderIds((id) => this.orders.has(id));
    this.house = id < FIRST_USER_ACCOUNT;
  }

  /** Its coins other than cash. */
  get assets(): Assets {
    return (this.#assets ??= new Assets());
  }

  /** Part of a coin's cash that open spot orders reserve. */
  locked(coin: Coin): Money {
    return this.#assets === undefined ? ZERO_MONEY : this.#assets.locked(coin);
  }

  get coins(): readonly Coin[] {
    return this.#coins;
  }

  /**
   * Whether all coins of the account form its margin together. A unified account that has only ever used one dollar
   * coin has the same margin by itself, which takes fewer steps.
   */
  get pooled(): boolean {
    return this.#pooled;
  }

  /** Whether positions, orders and cash of two coins share one margin. */
  sharesMargin(one: Coin, other: Coin): boolean {
    return one === other || this.#pooled;
  }

  /** The account uses a coin: a second one, or one that is not a dollar coin, makes it a pool. */
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

  /** Purses of the trading wallet, used or not, unordered. */
  get allPurses(): Iterable<LedgerAccount> {
    return this.#cash.values();
  }

  /** Purses ever used, by coin. */
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

  /** Coins with at least one slot; there are no others. */
  get summed(): Iterable<MarginSums> {
    return this.#sums.values();
  }

  /** Labels that determine the account's fees. */
  get feeTier(): FeeTier {
    return this.#feeTier;
  }

  /** Sets other fees: all figures computed with the old ones are recomputed. */
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
      // The desk never nets its positions: closing one side against the other would realise a loss that the fund may
      // not cover. The crowd consists of many participants, some long and some short.
      if (this.id === LIQUIDATION_DESK || this.id === MARKET_CROWD) slot.positionMode = 'BothSide';
      this.#slots[instrument.id] = slot;
      this.#made = undefined;
    }
    return slot;
  }

  /** The shared mode of the contracts: any of them has it; without slots it was never changed. */
  #sharedMarginMode(): MarginMode {
    return this.slots.find(({ listed }) => sharesMarginMode(this.kind, listed))?.marginMode ?? 'cross';
  }

  /** The slot of an instrument, if it exists. */
  knownSlot(instrument: InstrumentId): Slot | undefined {
    return this.#slots[instrument];
  }

  /** Coins whose holdings do not count as collateral. */
  readonly notCollateral = new Set<Coin>();
  /** Slots with a position or an open order, over which margin is summed. */
  get active(): readonly Slot[] {
    return this.slots.filter(({ active }) => active);
  }

  /** All slots so far; a pristine slot is not part of the state. */
  get slots(): readonly Slot[] {
    return (this.#made ??= this.#slots.filter((slot) => slot !== undefined));
  }

  /** An instrument has ended: removes the account's settings for it. */
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

  /** Updates `active` after a position or the orders of a slot changed. */
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
