import {
  invariant,
  isInverse,
  isOption,
  isSpot,
  milliseconds,
  money,
  moneyShare,
  price,
  priceSourceOf,
  type AccountId,
  type Coin,
  type Event,
  type Instrument,
  type InstrumentId,
  type InstrumentStatus,
  type InstrumentTerms,
  type Money,
  type OrderId,
  type Price,
  type Timestamp,
} from '@tapedeck/domain';
import { Copying } from './copying.ts';
import { CoinLedger, LedgerAccount } from '../ledger/ledger.ts';
import { DeliveryAverage } from './delivery-average.ts';
import type { Account } from './account.ts';
import { Accounts } from './accounts.ts';
import { FigureRows } from './figure-rows.ts';
import { UNFOLLOWED, type OrderLife } from './order-life.ts';
import { OrderRows } from './order-rows.ts';
import { Strategies } from './strategies.ts';
import { Triggers } from '../triggers/triggers.ts';
import type { Marks } from './margin-sums.ts';
import { Market } from './market.ts';
import { uniformInstrument } from './uniform-instrument.ts';

const INSURANCE_FUND = money(100_000_000_000_000n);
const HOUR = 3_600_000;
const NO_PRICE = price(0n);

/** Cancel-on-disconnect setting of one account. */
export interface Disconnect {
  /** Milliseconds. */
  readonly window: number;
  /** Time of the last disconnection; -1 while connected, and after the orders were cancelled. */
  goneAt: number;
}

/** Initial balance of a coin's insurance fund: 1,000,000 of a dollar coin, of any other one half a position of the lowest tier. */
function insuranceOf(instrument: Instrument): Money {
  const [lowest] = instrument.tiers;
  return isInverse(instrument) && lowest !== undefined ? moneyShare(lowest.limit, 1, 2, 'down') : INSURANCE_FUND;
}

/** Markets stay in the order of their ids, whenever they open. */
function withMarket(markets: readonly Market[], market: Market): readonly Market[] {
  const at = markets.findLastIndex(({ instrument }) => instrument.id < market.instrument.id) + 1;
  return [...markets.slice(0, at), market, ...markets.slice(at)];
}

/** All state that commands read and change, except the simulated market. */
export class ExchangeState implements Marks {
  now: Timestamp;
  nextOrderId = 1;
  nextExecutionId = 1;
  nextTradeId = 1;
  readonly accounts = new Accounts();
  /** Figures of the accounts, derived from the rest of the state. */
  readonly rows = new FigureRows();
  readonly #instruments: Instrument[] = [];
  readonly orderRows = new OrderRows(this.#instruments);
  readonly triggers = new Triggers();
  readonly strategies = new Strategies();
  readonly copying = new Copying();
  /** Listener of order events; connected by the engine. */
  life: OrderLife = UNFOLLOWED;
  /** Accounts whose orders are cancelled on disconnection. */
  readonly disconnects = new Map<AccountId, Disconnect>();
  /**
   * Accounts that the next clock step checks, whichever price moves: those with trades or changed cash, and those whose
   * liquidation is postponed.
   */
  readonly overdue = new Set<AccountId>();
  /**
   * An index price moved without a mark price since: pools are checked with the next mark price. Used only by the
   * audit, so not part of the state.
   */
  indexMoved = true;
  /** Accounts whose liquidation this step has postponed. */
  readonly postponed = new Set<AccountId>();
  readonly ledgers = new Map<Coin, CoinLedger>();
  /** Events of the current command, for the host. */
  events: Event[] = [];
  /** Initial instruments; later ones were listed at run time. */
  readonly foundingInstruments: number;
  /** By id; ended instruments keep no market. */
  readonly #markets: (Market | undefined)[] = [];
  #live: readonly Market[] = [];
  #options: readonly Market[] = [];
  #others: readonly Market[] = [];
  /** Delivery averages shared by the options of one coin and date. */
  readonly #averages = new Map<string, DeliveryAverage>();
  readonly #coinMarkets = new Map<Coin, Market>();
  /** Next due time of interest and yield, ms; always a whole hour. */
  interestAt: number;

  constructor(instruments: readonly Instrument[], genesis: Timestamp) {
    this.now = genesis;
    this.interestAt = (Math.floor(milliseconds(genesis) / HOUR) + 1) * HOUR;
    this.foundingInstruments = instruments.length;
    for (const instrument of instruments) this.restore(instrument);
  }

  /** Numbers of orders, strategies and pairs come from one row. */
  takeOrderId(): OrderId {
    const id = this.nextOrderId;
    this.nextOrderId += 1;
    return id;
  }

  /** Reports an event. */
  tell(event: Event): void {
    // Most commands produce one event: a growing list would reserve more than a dozen places.
    if (this.events.length === 0) this.events = [event];
    else this.events.push(event);
  }

  /** All instruments ever listed, by id. */
  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Instruments that have not ended, by ascending id. A new list after each change. */
  get markets(): readonly Market[] {
    return this.#live;
  }

  /** The market of an instrument; `undefined` before its launch, after its end, or if unknown. */
  findMarket(id: InstrumentId): Market | undefined {
    return this.#markets[id];
  }

  market(id: InstrumentId): Market {
    const market = this.#markets[id];
    invariant(market !== undefined, 'an instrument that is named is listed');
    return market;
  }

  /** Restores an instrument with its id and status. */
  restore(terms: Instrument): void {
    const instrument = uniformInstrument(terms);
    invariant(instrument.id === this.#instruments.length, 'instruments are numbered from 0 in order');
    this.#instruments.push(instrument);
    this.#fund(instrument);
    if (instrument.status !== 'Closed' && instrument.status !== 'PreLaunch') this.#open(instrument);
  }

  #open(instrument: Instrument): void {
    const market = new Market(instrument, this.now, this.#sharedAverage(instrument));
    this.#markets[instrument.id] = market;
    if (isOption(instrument)) this.#options = withMarket(this.#options, market);
    else this.#others = withMarket(this.#others, market);
    this.#live = withMarket(this.#live, market);
    this.#coinMarkets.clear();
  }

  /** Options of one coin and date settle at one price. */
  #sharedAverage({ kind, baseCoin, deliveryAt }: Instrument): DeliveryAverage | undefined {
    if (!isOption({ kind }) || deliveryAt === undefined) return undefined;
    const key = `${baseCoin} ${milliseconds(deliveryAt)}`;
    const average = this.#averages.get(key) ?? new DeliveryAverage(deliveryAt);
    this.#averages.set(key, average);
    return average;
  }

  /** The markets that every clock step prices, by ascending id. */
  get contracts(): readonly Market[] {
    return this.#others;
  }

  get options(): readonly Market[] {
    return this.#options;
  }

  /** Adds an instrument with the next id: it trades immediately, or is only announced. */
  list(terms: InstrumentTerms, status: 'Trading' | 'PreLaunch'): Instrument {
    invariant(
      this.#live.every(({ instrument }) => instrument.symbol !== terms.symbol),
      () => `${terms.symbol} is not listed yet`,
    );
    this.restore({ ...terms, id: this.#instruments.length, status });
    const instrument = this.#instruments.at(-1) as Instrument;
    this.tell({ type: 'InstrumentListed', instrument });
    return instrument;
  }

  /** Starts trading in an announced instrument: its book and its funding begin now. */
  launch(id: InstrumentId): Instrument {
    const announced = this.#instruments[id];
    invariant(announced?.status === 'PreLaunch', 'only what was announced is launched');
    const instrument = uniformInstrument({ ...announced, status: 'Trading' });
    this.#instruments[id] = instrument;
    this.#open(instrument);
    this.tell({ type: 'InstrumentChanged', instrument });
    return instrument;
  }

  /** Announces the end of a perpetual: like a dated contract, it is delivered at the average index price of the last half hour. */
  delist(id: InstrumentId, at: Timestamp): void {
    const market = this.market(id);
    invariant(market.delivery === undefined, 'a contract ends once');
    const instrument = uniformInstrument({ ...market.instrument, deliveryAt: at });
    this.#instruments[id] = instrument;
    market.delivery = new DeliveryAverage(at);
    this.tell({ type: 'InstrumentChanged', instrument });
  }

  setStatus(market: Market, status: InstrumentStatus): void {
    if (market.status === status) return;
    market.status = status;
    const { id } = market.instrument;
    const instrument = uniformInstrument({ ...(this.#instruments[id] ?? market.instrument), status });
    this.#instruments[id] = instrument;
    this.tell({ type: 'InstrumentChanged', instrument });
    if (status !== 'Closed') return;
    invariant(market.holders.size === 0 && market.openLong === 0, 'nobody holds what has ended');
    this.#markets[id] = undefined;
    const rest = (markets: readonly Market[]): readonly Market[] => markets.filter((other) => other !== market);
    this.#live = rest(this.#live);
    if (isOption(instrument)) this.#options = rest(this.#options);
    else this.#others = rest(this.#others);
    this.#coinMarkets.clear();
    for (const account of this.accounts.values()) account.forget(instrument);
  }

  markOf(id: InstrumentId): Price {
    return this.market(id).mark;
  }

  ledger(coin: Coin): CoinLedger {
    let ledger = this.ledgers.get(coin);
    if (ledger === undefined) {
      ledger = new CoinLedger(coin);
      this.ledgers.set(coin, ledger);
    }
    return ledger;
  }

  /** The index price that values a coin in dollars; 0 without one. */
  coinIndex(coin: Coin): Price {
    let market = this.#coinMarkets.get(coin);
    if (market === undefined) {
      const live = this.#live.map(({ instrument }) => instrument);
      market = this.#markets[priceSourceOf(coin, live)?.id ?? -1];
      if (market === undefined) return NO_PRICE;
      this.#coinMarkets.set(coin, market);
    }
    return market.index;
  }

  /** Ledgers of an instrument's coins; contracts have an insurance fund from the first day. */
  #fund(instrument: Instrument): void {
    if (isSpot(instrument)) {
      this.ledger(instrument.baseCoin);
      this.ledger(instrument.quoteCoin);
      return;
    }
    const ledger = this.ledger(instrument.settleCoin);
    if (!ledger.insurance.used) LedgerAccount.transfer(ledger.external, ledger.insurance, insuranceOf(instrument));
  }

  account(id: AccountId): Account {
    const account = this.accounts.get(id);
    invariant(account !== undefined, 'an account that is named exists');
    return account;
  }
}
