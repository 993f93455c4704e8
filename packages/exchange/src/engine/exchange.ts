import {
  EVERY_ACCOUNT,
  assertNever,
  invariant,
  isOption,
  milliseconds,
  refusal,
  settlesSessions,
  timestamp,
  ZERO_MONEY,
  type AccountId,
  type AccountState,
  type BookState,
  type CancelOrder,
  type Event,
  type Instrument,
  type InstrumentId,
  type InsuranceFund,
  type LeaderRecord,
  type MarketState,
  type Outcome,
  type PlaceOrder,
  type Refusal,
  type Timestamp,
} from '@tapedeck/domain';
import type { Command, CreditAccount, OpenAccount, SetFeeTier, StageScenario } from '../commands/command.ts';
import { BUY, SELL } from '../matching/order-book.ts';
import { Account, LIQUIDATION_DESK, MARKET_CROWD, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import type { Market } from '../state/market.ts';
import { ExchangeState } from '../state/exchange-state.ts';
import { ByteStateReader, ByteStateWriter, StateUnreadable, type StateWriter } from '../codec/state-bytes.ts';
import { audit } from '../audit/audit.ts';
import { RunningAudit } from '../audit/running-audit.ts';
import { readState, writeState } from '../snapshot/state-image.ts';
import { setCollateral } from './set-collateral.ts';
import { setAutoAddMargin } from './auto-margin.ts';
import { addMargin, setLeverage, setMarginMode, setPositionMode } from './change-settings.ts';
import type { ExchangeApi } from './exchange-api.ts';
import { settleInterest } from './charge-interest.ts';
import { HouseMarket } from './house-market.ts';
import { LIQUIDATIONS_PER_EVENT, liquidateHolders, liquidateOverdue, liquidatePools, markHolders } from './liquidate.ts';
import type { MarketInside } from './market-inside.ts';
import { placeOrder } from './place-order.ts';
import { placeConditional, placeMarginRateClose, placeOrderPair } from './place-conditional.ts';
import { fireMarginRates, runTriggers, tellTrailing } from './run-triggers.ts';
import { setPositionExits } from './set-position-exits.ts';
import { amendOwnOrder } from './amend-order.ts';
import { cancelAllOrders, cancelDisconnected, cancelOrder, reportAll, reportConnection, setCancelOnDisconnect } from './cancel-orders.ts';
import { crossTriggers, sourceAt } from './cross-triggers.ts';
import { runCopies, tellCopying } from './copy-orders.ts';
import { accountState, insuranceFunds } from './account-state.ts';
import { leaderRecord } from './copy-record.ts';
import { followLeader, followerRefusal, setLeading, stopFollowing } from './follow-leader.ts';
import { tellRanks } from './deleverage-ranks.ts';
import { exercise } from './exercise-options.ts';
import { isInUse, priceOption } from './option-desk.ts';
import { moveFunds } from './move-funds.ts';
import { transferFunds } from './transfer-funds.ts';
import { cancelStrategy, createStrategy, runStrategies, signalStrategy, wakeStrategies } from './run-strategies.ts';
import { moveCash } from './settle-fill.ts';
import { placeSpotOrder } from './spot-flow.ts';
import { deliver } from './settle-delivery.ts';
import { settleFunding } from './settle-funding.ts';

const SETTINGS: ReadonlySet<string> = new Set(['SetLeverage', 'SetMarginMode', 'SetPositionMode', 'AddMargin', 'SetAutoAddMargin']);
const NO_BOOK: BookState = { bids: [], asks: [] };
const SECOND = 1_000;
const MINUTE = 60_000;
/** Ranks of deleveraging are looked at this often. */
const RANKED_EVERY = 5_000;
const SCENARIO_MAX_MS = 86_400_000;
/** A price can lose at most 90 %. */
const SCENARIO_MAX_POINTS = 9_000;
/** A long time off is crossed in at most about this many steps. */
const CATCH_UP_STEPS = 2_000;

/** Carries out what fired and lets strategies go on, until nothing more follows. */
function followUp(state: ExchangeState): void {
  do {
    runTriggers(state);
    runStrategies(state);
    runCopies(state);
  } while (state.triggers.due.length > 0 || state.strategies.busy);
  tellCopying(state);
}

type OfAccount = Exclude<
  Command,
  { type: 'PlaceOrder' | 'CancelOrder' | 'OpenAccount' | 'WatchMarkets' | 'StageScenario' | 'ReplayTrade' | 'ReplayBook' | 'AdvanceClock' }
>;

/** The exchange: one writer applies commands one after the other; the same commands give the same state and events. */
export class Exchange implements ExchangeApi {
  readonly #state: ExchangeState;
  readonly #market: MarketInside;
  readonly #house: HouseMarket;

  constructor(instruments: readonly Instrument[], market: MarketInside, genesis: Timestamp) {
    this.#state = new ExchangeState(instruments, genesis);
    this.#market = market;
    this.#house = new HouseMarket(this.#state, market);
    for (const id of [MARKET_MAKER, MARKET_FLOW, LIQUIDATION_DESK, MARKET_CROWD]) this.#open(id, 'UTA2');
  }

  get instruments(): readonly Instrument[] {
    return this.#state.instruments;
  }

  get now(): Timestamp {
    return this.#state.now;
  }

  /** What happened since they were last taken: to be asked for anew after each command. */
  get events(): Event[] {
    return this.#state.events;
  }

  /** The events since the last call, in order; they are the caller's. */
  takeEvents(): Event[] {
    const taken = this.#state.events;
    this.#state.events = [];
    return taken;
  }

  apply(command: Command): Outcome {
    const outcome = this.#apply(command);
    this.#state.orderRows.sweep();
    return outcome;
  }

  #apply(command: Command): Outcome {
    const { time } = command;
    invariant(time >= this.#state.now, 'time never goes back');
    if (command.type === 'AdvanceClock') {
      this.#advance(milliseconds(time));
      return {};
    }
    this.#state.now = time;
    switch (command.type) {
      case 'PlaceOrder':
      case 'CancelOrder':
        return this.#trade(command);
      case 'OpenAccount':
        return this.#openAccount(command);
      case 'WatchMarkets':
        this.#market.watch(command.instruments);
        return {};
      case 'StageScenario':
        return this.#stage(command);
      case 'ReplayTrade':
      case 'ReplayBook':
        return this.#replay(command);
      default: {
        const outcome = this.#applyToAccount(command);
        followUp(this.#state);
        return outcome;
      }
    }
  }

  /** Refuses an instrument that never was or has ended, and settings that it does not have; -1 names all of them where a command may. */
  #instrumentRefusal(type: Command['type'], id: InstrumentId): Refusal | undefined {
    const market = this.#state.findMarket(id);
    if (market === undefined) {
      if (id === -1 && type === 'CancelAllOrders') return undefined;
      return refusal(this.#state.instruments[id] === undefined ? 'symbolUnknown' : 'notTrading');
    }
    // Options and spot pairs have no leverage, margin mode or position mode to set.
    const settable = !(market.spot || isOption(market.instrument)) || !SETTINGS.has(type);
    return settable ? undefined : refusal('parameter', { field: 'symbol' });
  }

  /** The two commands that most are: what others may have beside is not looked for in them. */
  #trade(command: PlaceOrder | CancelOrder): Outcome {
    const state = this.#state;
    const account = state.accounts.get(command.account);
    if (account === undefined || account.house) return { refusal: refusal('accountUnknown') };
    const refused =
      (command.type === 'PlaceOrder' ? this.#instrumentRefusal(command.type, command.instrument) : undefined) ??
      (account.copying === undefined ? undefined : followerRefusal(state, account, command));
    if (refused !== undefined) return { refusal: refused };
    const outcome = command.type === 'PlaceOrder' ? this.#place(account, command) : cancelOrder(state, account, command.orderId);
    if (command.type === 'PlaceOrder' && command.apiKey !== undefined && outcome.orderId !== undefined)
      state.tell({ type: 'OrderSent', account: command.account, orderId: outcome.orderId, apiKey: command.apiKey });
    followUp(state);
    return outcome;
  }

  #applyToAccount(command: OfAccount): Outcome {
    const state = this.#state;
    if (command.type === 'ReportConnection' && command.account === EVERY_ACCOUNT) return reportAll(state, command.connected);
    const account = state.accounts.get(command.account);
    if (account === undefined || account.house) return { refusal: refusal('accountUnknown') };
    if (!('requestId' in command)) return this.#carryOut(account, command);
    const outcome = account.requests.outcomeOf(command) ?? this.#carryOut(account, command);
    account.requests.remember(command, outcome);
    return outcome;
  }

  #carryOut(account: Account, command: OfAccount): Outcome {
    const state = this.#state;
    if ('instrument' in command) {
      const refused = this.#instrumentRefusal(command.type, command.instrument);
      if (refused !== undefined) return { refusal: refused };
    }
    if (account.copying !== undefined) {
      const refused = followerRefusal(state, account, command);
      if (refused !== undefined) return { refusal: refused };
    }
    switch (command.type) {
      case 'CreditAccount':
        return this.#credit(account, command);
      case 'SetFeeTier':
        return this.#setFeeTier(account, command);
      case 'AmendOrder':
        return amendOwnOrder(state, account, command);
      case 'CancelAllOrders':
        return cancelAllOrders(state, account, command);
      case 'PlaceOrderPair':
        return placeOrderPair(state, account, command);
      case 'PlaceMarginRateClose':
        return placeMarginRateClose(state, account, command);
      case 'CreateStrategy':
        return createStrategy(state, account, command);
      case 'CancelStrategy':
        return cancelStrategy(state, account, command);
      case 'SignalStrategy':
        return signalStrategy(state, account, command);
      case 'SetPositionExits':
        return setPositionExits(state, account, command);
      case 'SetCancelOnDisconnect':
        return setCancelOnDisconnect(state, account, command);
      case 'ReportConnection':
        return reportConnection(state, account, command);
      case 'SetLeverage':
        return setLeverage(state, account, command);
      case 'SetMarginMode':
        return setMarginMode(state, account, command);
      case 'SetPositionMode':
        return setPositionMode(state, account, command);
      case 'AddMargin':
        return addMargin(state, account, command);
      case 'SetAutoAddMargin':
        return setAutoAddMargin(state, account, command);
      case 'SetCollateral':
        return setCollateral(state, account, command);
      case 'MoveFunds':
        return moveFunds(state, account, command);
      case 'TransferFunds':
        return transferFunds(state, account, command);
      case 'SetLeading':
        return setLeading(state, account, command);
      case 'FollowLeader':
        return followLeader(state, account, command);
      case 'StopFollowing':
        return stopFollowing(state, account, command);
      default:
        return assertNever(command);
    }
  }

  /** An option that nobody watched has neither a present price nor quotes: both come before the order. */
  #prepareOption(account: Account, instrument: InstrumentId): void {
    const market = this.#state.market(instrument);
    if (!isOption(market.instrument) || priceOption(this.#state, this.#market, market) === undefined) return;
    this.#market.prepare?.(this.#house, market.instrument);
    account.slot(market.instrument).priceOption(market.optionPrices);
  }

  #open(id: AccountId, kind: OpenAccount['kind']): void {
    this.#state.accounts.add(new Account(id, kind, this.#state));
  }

  #openAccount(command: OpenAccount): Outcome {
    if (this.#state.accounts.has(command.account)) return { refusal: refusal('accountExists') };
    this.#open(command.account, command.kind);
    this.#state.tell({ type: 'AccountOpened', account: command.account, kind: command.kind });
    return {};
  }

  #setFeeTier(account: Account, { tier }: SetFeeTier): Outcome {
    if (account.feeTier === tier) return {};
    account.changeFees(tier);
    this.#state.tell({ type: 'FeeTierChanged', account: account.id, tier });
    return {};
  }

  #credit(account: Account, command: CreditAccount): Outcome {
    if (command.amount <= ZERO_MONEY) return { refusal: refusal('parameter', { field: 'amount' }) };
    if (!this.#state.ledgers.has(command.coin)) return { refusal: refusal('parameter', { field: 'coin' }) };
    const { external } = this.#state.ledger(command.coin);
    moveCash(this.#state, account, { kind: 'deposit', amount: command.amount, counter: external, instrument: -1 });
    return {};
  }

  #place(account: Account, command: PlaceOrder): Outcome {
    this.#prepareOption(account, command.instrument);
    const trigger = command.options?.trigger;
    if (trigger !== undefined) return placeConditional(this.#state, account, command, trigger);
    if (this.#state.market(command.instrument).spot) return placeSpotOrder(this.#state, account, command);
    return placeOrder(this.#state, account, command);
  }

  #stage(command: StageScenario): Outcome {
    const { basisPoints, duration } = command;
    if (duration < SECOND || duration > SCENARIO_MAX_MS) return { refusal: refusal('parameter', { field: 'duration' }) };
    if (Math.abs(basisPoints) > SCENARIO_MAX_POINTS) return { refusal: refusal('parameter', { field: 'basisPoints' }) };
    return this.#market.stage?.(command) === true ? {} : { refusal: refusal('parameter', { field: 'coin' }) };
  }

  #replay(command: Extract<Command, { type: 'ReplayTrade' | 'ReplayBook' }>): Outcome {
    if (this.#state.findMarket(command.instrument) === undefined) return { refusal: refusal('symbolUnknown') };
    this.#house.until = command.time;
    if (command.type === 'ReplayTrade') this.#market.replay(this.#house, command);
    else this.#market.replayBook?.(this.#house, command);
    this.#afterMarket();
    return {};
  }

  /** A gap in the clock is crossed in whole minutes, so that funding, triggers and liquidations meet the prices in between. */
  #advance(to: number): void {
    const state = this.#state;
    const gap = to - milliseconds(state.now);
    this.#house.until = timestamp(to);
    const step = Math.max(MINUTE, Math.ceil(gap / CATCH_UP_STEPS / MINUTE) * MINUTE);
    const secondBefore = Math.floor(milliseconds(state.now) / SECOND);
    for (let at = (Math.floor(milliseconds(state.now) / step) + 1) * step; gap > MINUTE && at < to; at += step) this.#step(at);
    this.#step(to);
    if (Math.floor(to / SECOND) > secondBefore) tellTrailing(state);
    if (Math.floor(to / RANKED_EVERY) > Math.floor((secondBefore * SECOND) / RANKED_EVERY)) tellRanks(state);
  }

  #step(at: number): void {
    const state = this.#state;
    state.now = timestamp(at);
    cancelDisconnected(state);
    this.#market.advance(this.#house);
    this.#afterMarket();
  }

  /** Stops that trades fired go first, then liquidations at the new mark prices, then the stops that those prices reach. */
  #afterMarket(): void {
    const state = this.#state;
    runTriggers(state);
    let moved = this.#afterOptions();
    for (const market of state.contracts) {
      this.#sampleDelivery(market);
      if (this.#reprice(market)) moved = true;
      const mean = market.opened && market.delivery?.due(state.now) === true ? market.delivery.mean : undefined;
      if (mean !== undefined) deliver(state, market, mean);
    }
    const charged = milliseconds(state.now) >= state.interestAt;
    if (charged) settleInterest(state);
    if (charged || moved) liquidatePools(state);
    liquidateOverdue(state);
    fireMarginRates(state);
    wakeStrategies(state);
    followUp(state);
  }

  /** Gives a market its new mark price and does what follows from it; says whether it moved. */
  #reprice(market: Market): boolean {
    const state = this.#state;
    const moved = market.reprice(state.now);
    const holderDue = moved && markHolders(state, market);
    if (!market.opened) return moved;
    if (moved) state.tell({ type: 'PricesChanged', instrument: market.instrument.id, mark: market.mark, index: market.index });
    if (!market.spot) this.#settle(market, moved, holderDue);
    if (moved) this.#cross(market, 'MarkPrice');
    return moved;
  }

  #settle(market: Market, moved: boolean, holderDue: boolean): void {
    const due = market.funding?.due(this.#state.now) === true;
    // Who is bankrupt before a session is settled is liquidated before it: what is left of a position pays.
    if (due && settlesSessions(market.instrument)) {
      liquidateHolders(this.#state, market, Infinity);
      liquidatePools(this.#state);
    }
    const settled = due && settleFunding(this.#state, market);
    market.samplePremiumIndex(this.#state.now);
    // What funding took may have brought somebody to it who was not due before.
    if (moved || settled) liquidateHolders(this.#state, market, LIQUIDATIONS_PER_EVENT, due ? undefined : holderDue);
  }

  #cross(market: Market, source: 'MarkPrice' | 'IndexPrice'): void {
    const { triggers } = this.#state;
    if (triggers.book(market.instrument.id).waitsFor(source)) crossTriggers(this.#state, market, source, sourceAt(market, source));
  }

  /** Options that nobody holds or watches cost nothing here. Says whether one that holders are margined by was priced. */
  #afterOptions(): boolean {
    const state = this.#state;
    let moved = false;
    const second = Math.floor(milliseconds(state.now) / SECOND);
    for (const market of state.options) {
      this.#sampleDelivery(market);
      if (market.pricedSecond !== second && isInUse(state, market)) priceOption(state, this.#market, market);
      if (market.unsettled) {
        market.unsettled = false;
        moved = true;
        liquidateHolders(state, market);
        this.#cross(market, 'MarkPrice');
        this.#cross(market, 'IndexPrice');
      }
      const mean = market.delivery?.due(state.now) === true ? market.delivery.mean : undefined;
      if (mean !== undefined) exercise(state, market, mean);
    }
    return moved;
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
    return this.#house.marketState(instrument);
  }

  account(id: AccountId): AccountState | undefined {
    return accountState(this.#state, id);
  }

  /** Everybody who can be followed, by rising account. */
  leaders(): LeaderRecord[] {
    const { leaders } = this.#state.copying;
    return [...leaders.values()].sort((a, b) => a.account - b.account).map((leader) => leaderRecord(this.#state, leader));
  }

  /** What the insurance fund of each coin holds, by coin; coins that no contract settles in have none. */
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

  /** The same bytes as a part of others. */
  writeTo(writer: StateWriter): void {
    writeState(this.#state, writer);
    this.#market.write(writer);
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

  /** An audit to be told of each command once it is applied, for long simulations. */
  runningAudit(): RunningAudit {
    return new RunningAudit(this.#state);
  }
}
