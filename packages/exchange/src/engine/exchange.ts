import {
  timestamp,
  type AccountId,
  type AccountState,
  type BookState,
  type Event,
  type Instrument,
  type InstrumentId,
  type InsuranceFund,
  type LeaderRecord,
  type MarketState,
  type Outcome,
  type Timestamp,
  type OrderSelection,
} from '@tapedeck/domain';
import { audit } from '../audit/audit.ts';
import { RunningAudit } from '../audit/running-audit.ts';
import { ByteStateReader, ByteStateWriter, StateUnreadable, type StateWriter } from '../codec/state-bytes.ts';
import type { Command } from '../commands/command.ts';
import { BUY, SELL } from '../matching/order-book.ts';
import { readState, writeState } from '../snapshot/state-image.ts';
import { Account, LIQUIDATION_DESK, MARKET_CROWD, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import { ExchangeState } from '../state/exchange-state.ts';
import { accountState, insuranceFunds } from './account-state.ts';
import { leaderRecord } from '../copying/copy-record.ts';
import { dispatch } from './dispatch.ts';
import type { ExchangeApi } from './exchange-api.ts';
import { HouseMarket } from '../house/house-market.ts';
import type { MarketInside } from '../house/market-inside.ts';
import { orderLife } from './order-life.ts';
import type { Parts } from './parts.ts';

const NO_BOOK: BookState = { bids: [], asks: [] };

/** The exchange: one writer applies commands in sequence; the same commands give the same state and events. */
export class Exchange implements ExchangeApi {
  readonly #state: ExchangeState;
  readonly #parts: Parts;

  constructor(instruments: readonly Instrument[], market: MarketInside, genesis: Timestamp) {
    this.#state = new ExchangeState(instruments, genesis);
    this.#state.life = orderLife(this.#state);
    this.#parts = { state: this.#state, inside: market, house: new HouseMarket(this.#state, market) };
    for (const id of [MARKET_MAKER, MARKET_FLOW, LIQUIDATION_DESK, MARKET_CROWD])
      this.#state.accounts.add(new Account(id, 'UTA2', this.#state));
  }

  get instruments(): readonly Instrument[] {
    return this.#state.instruments;
  }

  get now(): Timestamp {
    return this.#state.now;
  }

  /** Events since they were last taken; read the property again after each command. */
  get events(): Event[] {
    return this.#state.events;
  }

  /** Events since the last call, in order; the caller owns them. */
  takeEvents(): Event[] {
    const taken = this.#state.events;
    this.#state.events = [];
    return taken;
  }

  apply(command: Command): Outcome {
    const outcome = dispatch(this.#parts, command);
    this.#state.orderRows.sweep();
    return outcome;
  }

  isListed(instrument: InstrumentId): boolean {
    return this.#state.findMarket(instrument) !== undefined;
  }

  market(instrument: InstrumentId): MarketState {
    return this.#parts.house.marketState(instrument);
  }

  account(id: AccountId, orders?: OrderSelection): AccountState | undefined {
    return accountState(this.#state, id, orders);
  }

  /** The accounts of users and leaders, in ascending order. */
  accounts(): AccountId[] {
    return this.#state.accounts.byId.filter(({ house }) => !house).map(({ id }) => id);
  }

  /** All leaders, by ascending account. */
  leaders(): LeaderRecord[] {
    const { leaders } = this.#state.copying;
    return [...leaders.values()].sort((a, b) => a.account - b.account).map((leader) => leaderRecord(this.#state, leader));
  }

  /** Balance of each coin's insurance fund; a coin without contracts that settle in it has no fund. */
  insurance(): InsuranceFund[] {
    return insuranceFunds(this.#state);
  }

  book(instrument: InstrumentId, depth: number): BookState {
    const book = this.#state.findMarket(instrument)?.book;
    return book === undefined ? NO_BOOK : { bids: book.depth(BUY, depth), asks: book.depth(SELL, depth) };
  }

  write(): Uint8Array {
    const writer = new ByteStateWriter();
    this.writeTo(writer);
    return writer.finish();
  }

  /** The same bytes as part of a larger image. */
  writeTo(writer: StateWriter): void {
    writeState(this.#state, writer);
    this.#parts.inside.write(writer);
  }

  /** Restores an exchange from its bytes; `market` reads its own part. Throws `StateUnreadable`. */
  static read(bytes: Uint8Array, instruments: readonly Instrument[], market: MarketInside): Exchange {
    const exchange = new Exchange(instruments, market, timestamp(0));
    const reader = new ByteStateReader(bytes);
    readState(exchange.#state, reader);
    market.read(reader, exchange.instruments);
    if (!reader.finished) throw new StateUnreadable('the state has bytes after its end');
    return exchange;
  }

  audit(): void {
    audit(this.#state);
  }

  /** An audit that runs after each command, for long simulations. */
  runningAudit(): RunningAudit {
    return new RunningAudit(this.#state);
  }
}
