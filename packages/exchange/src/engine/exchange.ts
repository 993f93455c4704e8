import {
  assertNever,
  invariant,
  milliseconds,
  refusal,
  timestamp,
  ZERO_MONEY,
  type AccountId,
  type AccountState,
  type BookState,
  type Event,
  type Instrument,
  type InstrumentId,
  type MarketState,
  type OrderId,
  type Outcome,
  type Timestamp,
} from '@tapedeck/domain';
import type { Command, CreditAccount, OpenAccount } from '../commands/command.ts';
import { BUY, SELL } from '../matching/order-book.ts';
import { Account, LIQUIDATION_DESK, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import type { Market } from '../state/market.ts';
import { ExchangeState } from '../state/exchange-state.ts';
import { ByteStateReader, ByteStateWriter, StateUnreadable } from '../state/state-codec.ts';
import { audit } from '../state/audit.ts';
import { readState, writeState } from '../state/state-image.ts';
import { addMargin, setLeverage, setMarginMode, setPositionMode } from './change-settings.ts';
import type { ExchangeApi } from './exchange-api.ts';
import { HouseMarket } from './house-market.ts';
import { liquidateHolders } from './liquidate.ts';
import type { MarketInside } from './market-inside.ts';
import { endOrder, placeOrder } from './order-flow.ts';
import { moveCash } from './settle-fill.ts';
import { placeSpotOrder } from './spot-flow.ts';
import { deliver } from './settle-delivery.ts';
import { settleFunding } from './settle-funding.ts';

const NO_BOOK: BookState = { bids: [], asks: [] };
const MINUTE = 60_000;
/** A long time off is crossed in at most about this many steps. */
const CATCH_UP_STEPS = 2_000;

/** The exchange: one writer applies commands one after the other; the same commands give the same state and events. */
export class Exchange implements ExchangeApi {
  readonly #state: ExchangeState;
  readonly #market: MarketInside;
  readonly #house: HouseMarket;

  constructor(instruments: readonly Instrument[], market: MarketInside, genesis: Timestamp) {
    this.#state = new ExchangeState(instruments, genesis);
    this.#market = market;
    this.#house = new HouseMarket(this.#state);
    for (const id of [MARKET_MAKER, MARKET_FLOW, LIQUIDATION_DESK]) this.#open(id, 'UTA2');
  }

  get instruments(): readonly Instrument[] {
    return this.#state.instruments;
  }

  get now(): Timestamp {
    return this.#state.now;
  }

  get events(): Event[] {
    return this.#state.events;
  }

  apply(command: Command): Outcome {
    invariant(command.time >= this.#state.now, 'time never goes back');
    if (command.type === 'AdvanceClock') {
      this.#advance(milliseconds(command.time));
      return {};
    }
    this.#state.now = command.time;
    switch (command.type) {
      case 'OpenAccount':
        return this.#openAccount(command);
      case 'WatchMarkets':
        this.#market.watch(command.instruments);
        return {};
      case 'ReplayTrade':
        return this.#replay(command);
      default:
        return this.#applyToAccount(command);
    }
  }

  /** Whether the instrument that a command names exists; -1 names all of them where a command may. */
  #lists(command: { readonly type: string; readonly instrument?: InstrumentId }): boolean {
    const { instrument, type } = command;
    if (instrument === undefined) return true;
    return instrument === -1 ? type === 'CancelAllOrders' : this.#state.instruments[instrument] !== undefined;
  }

  /** Whether the one instrument that a command names has ended. */
  #hasEnded(command: { readonly type: string; readonly instrument?: InstrumentId }): boolean {
    const { instrument = -1 } = command;
    return instrument >= 0 && this.#state.findMarket(instrument) === undefined;
  }

  #applyToAccount(command: Exclude<Command, { type: 'OpenAccount' | 'WatchMarkets' | 'ReplayTrade' | 'AdvanceClock' }>): Outcome {
    const state = this.#state;
    const account = state.accounts.get(command.account);
    if (account === undefined || account.house) return { refusal: refusal('accountUnknown') };
    if (!this.#lists(command)) return { refusal: refusal('symbolUnknown') };
    if (this.#hasEnded(command)) return { refusal: refusal('notTrading') };
    switch (command.type) {
      case 'CreditAccount':
        return this.#credit(account, command);
      case 'PlaceOrder':
        return state.market(command.instrument).spot ? placeSpotOrder(state, account, command) : placeOrder(state, account, command);
      case 'CancelOrder':
        return this.#cancel(account, command.orderId);
      case 'CancelAllOrders':
        return this.#cancelAll(account, command.instrument);
      case 'SetLeverage':
        return setLeverage(state, account, command);
      case 'SetMarginMode':
        return setMarginMode(state, account, command);
      case 'SetPositionMode':
        return setPositionMode(state, account, command);
      case 'AddMargin':
        return addMargin(state, account, command);
      default:
        return assertNever(command);
    }
  }

  #open(id: AccountId, kind: OpenAccount['kind']): void {
    this.#state.accounts.set(id, new Account(id, kind));
  }

  #openAccount(command: OpenAccount): Outcome {
    if (this.#state.accounts.has(command.account)) return { refusal: refusal('accountExists') };
    this.#open(command.account, command.kind);
    this.#state.events.push({ type: 'AccountOpened', account: command.account, kind: command.kind });
    return {};
  }

  #credit(account: Account, command: CreditAccount): Outcome {
    if (command.amount <= ZERO_MONEY || !this.#state.ledgers.has(command.coin))
      return { refusal: refusal('parameter', { field: 'amount' }) };
    const { external } = this.#state.ledger(command.coin);
    moveCash(this.#state, account, { kind: 'deposit', amount: command.amount, counter: external, instrument: -1 });
    return {};
  }

  #cancel(account: Account, orderId: OrderId): Outcome {
    const order = account.orders.get(orderId);
    if (order === undefined) return { refusal: refusal('orderUnknown') };
    endOrder(this.#state, account, order, 'CancelByUser');
    return { orderId };
  }

  #cancelAll(account: Account, instrument: InstrumentId): Outcome {
    let cancelled = 0;
    for (const order of account.orders.list()) {
      if (instrument !== -1 && order.instrument.id !== instrument) continue;
      endOrder(this.#state, account, order, 'CancelByUser');
      cancelled += 1;
    }
    return { cancelled };
  }

  #replay(command: Extract<Command, { type: 'ReplayTrade' }>): Outcome {
    if (this.#state.findMarket(command.instrument) === undefined) return { refusal: refusal('symbolUnknown') };
    this.#house.until = command.time;
    this.#market.replay(this.#house, command);
    this.#afterMarket();
    return {};
  }

  /** A gap in the clock is crossed in whole minutes, so that funding, triggers and liquidations meet the prices in between. */
  #advance(to: number): void {
    const state = this.#state;
    const gap = to - milliseconds(state.now);
    this.#house.until = timestamp(to);
    const step = Math.max(MINUTE, Math.ceil(gap / CATCH_UP_STEPS / MINUTE) * MINUTE);
    for (let at = (Math.floor(milliseconds(state.now) / step) + 1) * step; gap > MINUTE && at < to; at += step) {
      state.now = timestamp(at);
      this.#market.advance(this.#house);
      this.#afterMarket();
    }
    state.now = timestamp(to);
    this.#market.advance(this.#house);
    this.#afterMarket();
  }

  #afterMarket(): void {
    const state = this.#state;
    for (const market of state.markets) {
      this.#sampleDelivery(market);
      const moved = market.reprice(state.now);
      if (moved) state.marksMoved += 1;
      if (!market.opened) continue;
      if (moved) state.events.push({ type: 'PricesChanged', instrument: market.instrument.id, mark: market.mark, index: market.index });
      if (market.spot) continue;
      const settled = market.funding?.due(state.now) === true && settleFunding(state, market);
      if (moved || settled) liquidateHolders(state, market);
      const mean = market.delivery?.due(state.now) === true ? market.delivery.mean : undefined;
      if (mean !== undefined) deliver(state, market, mean);
    }
  }

  #sampleDelivery(market: Market): void {
    const { now } = this.#state;
    if (market.delivery?.near(now) !== true) return;
    const { instrument, index } = market;
    market.delivery.sample(now, (time) => this.#market.indexAt?.(instrument, timestamp(time)) ?? index);
  }

  isListed(instrument: InstrumentId): boolean {
    return this.#state.findMarket(instrument) !== undefined;
  }

  market(instrument: InstrumentId): MarketState {
    return this.#state.market(instrument).state(this.#state.now);
  }

  account(id: AccountId): AccountState | undefined {
    const account = this.#state.accounts.get(id);
    if (account === undefined || account.house) return undefined;
    return {
      account: id,
      cash: account.purses.map((purse) => [purse.coin, purse.balance] as const),
      positions: account.slots.flatMap((slot) =>
        slot.positions.filter((position) => position.size > 0).map((position) => position.record()),
      ),
      orders: account.orders.list().map((order) => order.record()),
      settings: account.slots.filter((slot) => !slot.pristine).map((slot) => slot.settings()),
    };
  }

  book(instrument: InstrumentId, depth: number): BookState {
    const book = this.#state.findMarket(instrument)?.book;
    return book === undefined ? NO_BOOK : { bids: book.depth(BUY, depth), asks: book.depth(SELL, depth) };
  }

  write(): Uint8Array {
    const writer = new ByteStateWriter();
    writeState(this.#state, writer);
    this.#market.write(writer);
    return writer.finish();
  }

  /** An exchange as it was written; `market` takes its part of the bytes. Throws `StateUnreadable`. */
  static read(bytes: Uint8Array, instruments: readonly Instrument[], market: MarketInside): Exchange {
    const exchange = new Exchange(instruments, market, timestamp(0));
    const reader = new ByteStateReader(bytes);
    readState(exchange.#state, reader);
    market.read(reader, exchange.instruments);
    if (!reader.finished) throw new StateUnreadable('state goes on after its end');
    return exchange;
  }

  audit(): void {
    audit(this.#state);
  }
}
