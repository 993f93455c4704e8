import type { AccountKind, AttachedExits, ExitLeg, FeeTier, OrderOptions, PlaceOrder, PositionIndex, Side } from '@tapedeck/domain';
import type { StopOrderType, TrailingTerms, Trigger, TriggerSource } from '@tapedeck/domain';
import { DOLLAR_COINS, TIER_FEES } from '@tapedeck/domain';
import { type NaiveInstrument, ONE, type OptionPrices, type Plain, plain, smaller } from './naive-formulas.ts';

export type Exits = Plain<AttachedExits>;
export type Leg = Plain<ExitLeg>;
export type NaiveTrigger = Plain<Trigger>;
type Options = { -readonly [K in keyof OrderOptions]?: Plain<OrderOptions>[K] | undefined };

/** A new order; prices in ticks, quantities in lots. */
export interface Placing extends Omit<Plain<PlaceOrder>, 'type' | 'time' | 'options' | 'source'> {
  readonly options: Options;
  /** TP/SL of a pair: the order spends the proceeds, however small, and reserves them until then, as lots or as an amount of quote coin. */
  readonly sells?: boolean;
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A resting order, or one that is about to rest; quotes have negative ids. */
export interface NaiveOrder extends Open<Placing> {
  readonly id: number;
  left: number;
  filled: number;
  /** Fees of a buy with attached TP/SL. */
  charged?: bigint;
}

/** A conditional order on a price, or on the margin rate of its account. A quantity of 0 closes the entire position. */
export interface NaiveConditional extends Open<Placing> {
  readonly id: number;
  readonly kind: StopOrderType;
  readonly parent: number;
  readonly marginRate?: bigint | undefined;
  readonly trailing?: Plain<TrailingTerms> | undefined;
  /** Best last price of an active trailing stop, in ticks; 0 before. */
  best: number;
  partner?: NaiveConditional | undefined;
}

export interface NaivePosition {
  readonly account: number;
  readonly instrument: number;
  readonly index: PositionIndex;
  side: Side;
  size: number;
  entry: bigint;
  margin: bigint;
  /** Adds cash before it would be liquidated. */
  autoAdds: boolean;
}

export interface NaiveSettings {
  isolated: boolean;
  hedge: boolean;
  long: bigint;
  short: bigint;
}

/** Inputs of a market's prices; samples, the newest last. */
export interface Quoted {
  /** Mid price less index, as a rate for dated contracts. */
  readonly basis: bigint[];
  /** Mid price less mark price. */
  readonly premiums: bigint[];
  /** Premiums of the minutes of this funding interval. */
  readonly premiumIndices: { readonly minute: number; readonly premium: bigint }[];
  /** From the last settlement; the interest rate before the first one. */
  fundingRate?: bigint;
  indexKnown: boolean;
}

export type Wallet = 'funding' | 'savings' | 'loan';

export interface NaiveAccount {
  readonly id: number;
  readonly kind: AccountKind;
  tier: FeeTier;
  readonly cash: Map<string, bigint>;
  readonly wallets: Readonly<Record<Wallet, Map<string, bigint>>>;
  /** All coins ever used. */
  readonly coins: Set<string>;
  readonly notCollateral: Set<string>;
  /** Requests executed under ids of the sender, in words. */
  readonly requests: Map<string, string>;
  readonly settings: NaiveSettings[];
  readonly positions: NaivePosition[];
  readonly clientIds: Set<string>;
}

/** Kind and quote coin of the markets whose index price is a coin's dollar price. */
const SOURCES = 'Spot USDT,LinearPerpetual USDT,UsdcPerpetual USDC,InversePerpetual USD,LinearFutures USDT,InverseFutures USD'.split(',');

/** The full state of the naive exchange: plain lists, scanned for every question. */
export class NaiveState {
  readonly accounts: NaiveAccount[] = [];
  /** Resting orders and quotes of all books in order of arrival. */
  orders: NaiveOrder[] = [];
  /** By ascending id. */
  conditional: NaiveConditional[] = [];
  /** Triggered, in order of execution. */
  readonly due: NaiveConditional[] = [];
  readonly marks: bigint[] = [];
  readonly indices: bigint[] = [];
  readonly lasts: bigint[] = [];
  /** Current index prices; `indices` are those of the last option pricing. */
  readonly published: bigint[] = [];
  /** Repriced options whose consequences are pending. */
  readonly unsettled = new Set<number>();
  /** Inputs of the prices, by instrument. */
  readonly quoted: Quoted[] = [];
  /** Index prices in the last half hour of ending instruments, one a second. */
  readonly samples: bigint[][] = [];
  readonly closed = new Set<number>();
  time = 0;
  interestAt = 0;
  readonly insurance = new Map<string, bigint>();
  /** Events, for comparison with those of the real exchange. */
  readonly lines: string[] = [];
  nextOrder = 1;
  nextQuote = -1;
  readonly instruments: NaiveInstrument[] = [];

  constructor() {
    for (const id of [1, 2, 3]) this.open(id, 'regular');
  }

  list(instrument: NaiveInstrument): void {
    const { settleCoin: coin, kind, tiers } = instrument;
    // Initial balance of a fund: a million of a dollar coin, of any other one half of the lowest tier.
    const half = kind.startsWith('Inverse') ? (tiers[0]?.limit ?? 0n) / 2n : 1_000_000n * ONE;
    if (kind !== 'Spot' && !this.insurance.has(coin)) this.insurance.set(coin, half);
    this.instruments.push(instrument);
    this.samples.push([]);
    this.quoted.push({ basis: [], premiums: [], premiumIndices: [], indexKnown: true });
    for (const account of this.accounts) this.#furnish(account, instrument.id);
  }

  open(id: number, kind: AccountKind): void {
    const wallets = { funding: new Map(), savings: new Map(), loan: new Map() };
    const sets = { coins: new Set<string>(), notCollateral: new Set<string>(), clientIds: new Set<string>() };
    this.accounts.push({ id, kind, tier: 'VIP0', cash: new Map(), wallets, settings: [], positions: [], requests: new Map(), ...sets });
    this.accounts.sort((a, b) => a.id - b.id);
    for (const instrument of this.instruments) this.#furnish(this.account(id), instrument.id);
  }

  #furnish(account: NaiveAccount, instrument: number): void {
    const isolated = this.sharing(account, instrument).some((id) => account.settings[id]?.isolated === true);
    account.settings[instrument] = { isolated, hedge: account.id === 3, long: 1_000n, short: 1_000n };
    for (const index of [0, 1, 2] as const) {
      account.positions.push({ account: account.id, instrument, index, side: 'Buy', size: 0, entry: 0n, margin: 0n, autoAdds: false });
    }
  }

  /** The next order id. */
  takeId(): number {
    this.nextOrder += 1;
    return this.nextOrder - 1;
  }

  /** Current price of a source of an instrument. */
  price(instrument: number, source: TriggerSource): bigint {
    const prices = source === 'LastPrice' ? this.lasts : source === 'MarkPrice' ? this.marks : this.indices;
    return prices[instrument] ?? 0n;
  }

  mark = (instrument: number): bigint => this.price(instrument, 'MarkPrice');

  optionPrices = (instrument: number): OptionPrices => ({ index: this.price(instrument, 'IndexPrice'), mark: this.mark(instrument) });

  /** Instruments that have not ended; options come first. */
  live(): NaiveInstrument[] {
    const live = this.instruments.filter(({ id }) => !this.closed.has(id));
    return [...live.filter(({ option }) => option), ...live.filter(({ option }) => !option)];
  }

  /** Dollars for one coin; 0 while unknown. */
  coinPrice(coin: string): bigint {
    if (DOLLAR_COINS.has(coin)) return ONE;
    const all = SOURCES.map((source) => this.live().find((one) => one.baseCoin === coin && `${one.kind} ${one.quoteCoin}` === source));
    const found = all.find((one) => one !== undefined);
    return found === undefined ? 0n : (this.indices[found.id] ?? 0n);
  }

  account = (id: number): NaiveAccount => this.accounts.find((account) => account.id === id) as NaiveAccount;

  instrument = (id: number): NaiveInstrument => this.instruments[id] as NaiveInstrument;

  /** An instrument with the fees of an account: those of its tier, never above the instrument's own. */
  terms(account: number, id: number): NaiveInstrument {
    const on = this.instrument(id);
    const fees = plain(TIER_FEES[this.account(account).tier]);
    const { maker, taker } = fees[on.kind === 'Spot' ? 'spot' : on.option === undefined ? 'contract' : 'option'];
    return { ...on, makerFee: smaller(on.makerFee, maker), takerFee: smaller(on.takerFee, taker) };
  }

  position(account: NaiveAccount, instrument: number, index: number): NaivePosition {
    return account.positions.find((position) => position.instrument === instrument && position.index === index) as NaivePosition;
  }

  /** The contracts that share one margin mode with this one in an account, including itself. */
  sharing({ kind }: NaiveAccount, instrument: number): number[] {
    const linear = (id: number): boolean => /^(Linear|Usdc)(Perpetual|Futures)$/.test(this.instrument(id).kind);
    const open = this.instruments.map(({ id }) => id).filter((id) => linear(id) && !this.closed.has(id));
    return kind === 'UTA' && linear(instrument) ? open : [instrument];
  }

  settings = (account: number, instrument: number): NaiveSettings => this.account(account).settings[instrument] as NaiveSettings;

  pay(account: NaiveAccount, coin: string, amount: bigint): void {
    if (amount === 0n) return;
    account.coins.add(coin);
    account.cash.set(coin, (account.cash.get(coin) ?? 0n) + amount);
  }

  /** The best order that an order of `side` on this book could match, in time priority. */
  best(instrument: number, side: Side): NaiveOrder | undefined {
    let best: NaiveOrder | undefined;
    for (const order of this.orders) {
      if (order.instrument !== instrument || order.side === side) continue;
      if (best === undefined || (side === 'Buy' ? order.price < best.price : order.price > best.price)) best = order;
    }
    return best;
  }

  remove(order: NaiveOrder): void {
    this.orders = this.orders.filter((other) => other !== order);
  }

  /** Open orders of an account, in one instrument or all, oldest first. */
  ordersOf(account: number, instrument = -1): NaiveOrder[] {
    const own = this.orders.filter((order) => order.account === account && order.id > 0);
    return own.filter((order) => instrument === -1 || order.instrument === instrument).sort((a, b) => a.id - b.id);
  }
}

export const isHouse = (account: number): boolean => account < 100;

/** A unified account that has used more than one dollar coin: all coins margin all cross positions. */
export function isPool({ id, kind, coins }: NaiveAccount): boolean {
  if (isHouse(id) || kind === 'regular' || coins.size === 0) return false;
  return coins.size > 1 || ![...coins].every((coin) => DOLLAR_COINS.has(coin));
}

export const coinsOf = (account: NaiveAccount): string[] => [...account.coins].sort();

export const leverageOf = (settings: NaiveSettings, side: Side): bigint => (side === 'Buy' ? settings.long : settings.short);

export const isMarket = ({ orderType }: Placing): boolean => orderType === 'Market';

export const closes = ({ reduceOnly, positionIndex: index, side }: Pick<Placing, 'reduceOnly' | 'positionIndex' | 'side'>): boolean =>
  reduceOnly || (index === 1 && side === 'Sell') || (index === 2 && side === 'Buy');
