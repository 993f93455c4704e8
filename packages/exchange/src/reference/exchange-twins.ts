import {
  ZERO_MONEY,
  isOption,
  isSpot,
  lotCount,
  lotsOfQuantity,
  priceUnits,
  rateUnits,
  tickCount,
  ticksOfPrice,
  type Price,
  price,
  ticks,
  lots,
  timestamp,
  type AccountState,
  type Coin,
  type Event,
  type Instrument,
  type InstrumentTerms,
  type PlaceOrder,
  type Side,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { Exchange } from '../engine/exchange.ts';
import type { MarketAccess } from '../house/market-inside.ts';
import { EventAudit } from '../testing/event-audit.ts';
import { ScriptedMarket } from '../testing/exchange-fixture.ts';
import { FLAT } from '../testing/option-fixture.ts';
import { type HouseAction, NaiveExchange, type OptionPriced } from './naive-exchange.ts';
import { plain } from './naive-formulas.ts';
import { marginOf } from './naive-margin.ts';

function play(market: MarketAccess, actions: readonly HouseAction[], quotes: Map<number, number[]>): void {
  for (const action of actions) {
    if (action.kind === 'withdraw') {
      for (const handle of quotes.get(action.instrument) ?? []) market.withdraw(action.instrument, handle);
      quotes.set(action.instrument, []);
      continue;
    }
    const { instrument, side, tick } = action;
    if (action.kind === 'take') market.take(instrument, side, lots(action.lots), ticks(tick));
    else quotes.set(instrument, [...(quotes.get(instrument) ?? []), market.quote(instrument, side, ticks(tick), lots(action.lots))]);
  }
}

/** Option prices come from floating-point functions, and the naive exchange receives them ready-made. */
function optionsOf(events: readonly Event[], instruments: readonly Instrument[]): OptionPriced[] {
  return events.flatMap((event) => {
    if (event.type !== 'PricesChanged' || instruments[event.instrument]?.option === undefined) return [];
    return [{ instrument: event.instrument, mark: priceUnits(event.mark), index: priceUnits(event.index) }];
  });
}

/** The events of the real exchange in the words of the naive one. */
function linesOf(events: readonly Event[], instruments: readonly Instrument[]): string[] {
  const tickOf = (instrument: number, at: Price): number => {
    const listed = instruments[instrument] as Instrument;
    return tickCount(ticksOfPrice(at, listed.tickSize, 'nearest'));
  };
  return events.flatMap((event): string[] => {
    switch (event.type) {
      case 'PricesChanged': {
        const { instrument, mark, index } = event;
        if (instruments[instrument]?.option !== undefined) return [];
        return [`mark ${instrument} ${priceUnits(mark)} index ${priceUnits(index)}`];
      }
      case 'FundingSettled':
        return [`funding ${event.instrument} ${rateUnits(event.rate)} at ${priceUnits(event.mark)}`];
      case 'DeliverySettled':
        return [`delivered ${event.instrument} at ${priceUnits(event.price)}`];
      case 'TradePrinted': {
        const count = lotCount(lotsOfQuantity(event.quantity, (instruments[event.instrument] as Instrument).lotSize, 'nearest'));
        return [`trade ${event.instrument} ${event.takerSide} ${count}@${tickOf(event.instrument, event.price)}`];
      }
      case 'OrderFilled': {
        const { account, instrument, side } = event;
        if (event.kind === 'Funding') return [`Funding ${account} ${instrument} ${side} ${Number(event.quantity)} ${String(event.fee)}`];
        const traded = `${Number(event.quantity)}@${tickOf(instrument, event.price)} fee ${String(event.fee)}`;
        return [
          `${event.kind} ${account} ${instrument} ${side} ${traded} closed ${Number(event.closedQuantity)} for ${String(event.closedPnl)}`,
        ];
      }
      case 'OrderTriggered':
        return [`trigger ${event.order.orderId} ${event.order.stop?.kind}`];
      case 'OrderCancelled':
        return [`cancel ${event.order.orderId} ${event.order.cancelReason}`];
      case 'PositionLiquidated': {
        const { account, instrument, positionIndex, side } = event;
        const size = `${Number(event.size)}@${tickOf(instrument, event.bankruptcyPrice)}`;
        return [`liquidate ${account} ${instrument} ${positionIndex} ${side} ${size}`];
      }
      default:
        return [];
    }
  });
}

/** Throws with both sides of a difference and the command after which it appeared. */
function differ(difference: string, cause: unknown): never {
  const worded = JSON.stringify(cause, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  throw new Error(`${difference} after ${worded}`);
}

/** Sends the same commands to the real and the naive exchange, and compares all events and state. */
export class ExchangeTwins {
  readonly #market = new ScriptedMarket();
  readonly #real: Exchange;
  readonly #naive: NaiveExchange;
  readonly #told: EventAudit;
  readonly #instruments: Instrument[];
  readonly #quotes = new Map<number, number[]>();
  /** Last known prices. */
  readonly #indices = new Map<number, bigint>();
  /** Count of events so far, by kind. */
  readonly tally = new Map<string, number>();

  constructor(instruments: readonly Instrument[], genesis: number) {
    this.#instruments = [...instruments];
    this.#real = new Exchange(instruments, this.#market, timestamp(genesis));
    this.#naive = new NaiveExchange(instruments, genesis);
    this.#told = new EventAudit(instruments);
    this.#market.surface = FLAT;
    this.#market.indexPath = ({ id }) => this.#indices.get(id) ?? 0n;
  }

  #count(kind: string): void {
    this.tally.set(kind, (this.tally.get(kind) ?? 0) + 1);
  }

  /** Tally key of a line: cancels by reason, triggers by kind of order, the rest by kind of contract. */
  #kindOf(line: string): string {
    const [kind = '', first = '', second = ''] = line.split(' ');
    if (kind === 'cancel' || kind === 'trigger') return `${kind} ${second}`;
    return `${kind} ${this.#instruments[Number(['trade', 'mark', 'funding', 'delivered'].includes(kind) ? first : second)]?.kind}`;
  }

  /** Tally key of an accepted order. */
  #countOrder({ instrument, orderType, timeInForce, reduceOnly, quoteAmount, borrows, options = {} }: PlaceOrder): void {
    const on = this.#instruments[instrument];
    const of = on !== undefined && isSpot(on) ? 'spot order' : on !== undefined && isOption(on) ? 'option order' : 'order';
    this.#count(`${of} ${orderType} ${timeInForce}`);
    if (reduceOnly) this.#count(`${of} reduce-only`);
    if (quoteAmount !== undefined) this.#count(`${of} by amount`);
    if (borrows === true) this.#count(`${of} that borrows`);
    if (options.trigger !== undefined) this.#count(`${of} ${options.trigger.source} ${options.trigger.direction}`);
    if (options.exits !== undefined) this.#count(`${of} with ${options.exits.mode} TP/SL`);
    if (options.slippage !== undefined) this.#count(`${of} with slippage ${options.slippage.type}`);
    if (options.selfMatch !== undefined) this.#count(`${of} with self-match ${options.selfMatch}`);
  }

  /** The highest order id so far. */
  lastOrder = 0;

  /** Applies a command of a trader or operator to both. */
  apply(command: Exclude<Command, { type: 'AdvanceClock' }>): void {
    const outcome = this.#real.apply(command);
    this.lastOrder = Math.max(this.lastOrder, outcome.orderId ?? 0, ...(outcome.orderIds ?? []));
    this.#told.after(command, outcome, this.#real.events);
    const refused = this.#naive.apply(command, optionsOf(this.#real.events, this.#instruments));
    const reason = outcome.refusal?.reason;
    const kind = command.type === 'MoveFunds' ? `MoveFunds ${command.move}` : command.type;
    this.#count(reason === undefined ? kind : `refused ${reason}`);
    if (reason === undefined && command.type === 'PlaceOrder') this.#countOrder(command);
    if (reason !== refused) differ(`real refuses ${reason}, naive ${refused}`, command);
    this.#compareLines(command);
  }

  /** One clock step of at most a minute: the house trades and may list instruments, prices move, and their consequences follow. */
  advance(
    time: number,
    index: ReadonlyMap<number, bigint | undefined>,
    actions: readonly HouseAction[],
    terms: readonly InstrumentTerms[],
  ): Instrument[] {
    const listed: Instrument[] = [];
    for (const [instrument, value] of index) if (value !== undefined) this.#indices.set(instrument, value);
    this.#market.next((market) => {
      for (const [instrument, value] of index) {
        const option = this.#instruments[instrument]?.option !== undefined;
        if (!option && market.isListed(instrument)) market.setIndex(instrument, value === undefined ? undefined : price(value));
      }
      play(market, actions, this.#quotes);
      for (const each of terms) listed.push(market.list(each));
    });
    for (const value of index.values()) if (value === undefined) this.#count('index unknown');
    const step = { type: 'AdvanceClock', time: timestamp(time) } as const;
    this.#told.after(step, this.#real.apply(step), this.#real.events);
    this.#naive.advance(time, index, actions, optionsOf(this.#real.events, this.#instruments));
    for (const each of listed) this.#naive.state.list(plain(each));
    this.#instruments.push(...listed);
    this.#compareLines({ type: 'AdvanceClock', actions });
    return listed;
  }

  /** All traded coins. */
  get coins(): readonly Coin[] {
    const coins = this.#instruments.flatMap((one) => (isSpot(one) ? [one.baseCoin, one.quoteCoin] : [one.settleCoin]));
    return [...new Set(coins)].sort();
  }

  /** Mark price of an option in ticks; 0 without one. */
  markTick(instrument: number): number {
    const tick = this.#instruments[instrument]?.tickSize;
    const mark = this.#naive.state.mark(instrument);
    return tick === undefined ? 0 : Number(mark / priceUnits(tick));
  }

  /** Coin of an isolated position that has lost more than its margin. */
  shortCoin(): Coin | undefined {
    const { state } = this.#naive;
    const held = state.accounts.flatMap(({ positions }) => positions).filter(({ size, margin }) => size > 0 && margin > 0n);
    const found = held.find((position) => position.margin + marginOf(state, position).gained < 0n);
    return found === undefined ? undefined : state.instrument(found.instrument).settleCoin;
  }

  isListed(instrument: number): boolean {
    return this.#real.isListed(instrument);
  }

  #compareLines(cause: unknown): void {
    const expected = this.#naive.state.lines.splice(0);
    const events = this.#real.events.splice(0);
    for (const event of events) {
      if (event.type !== 'OrderTriggered' || this.#instruments[event.order.instrument]?.kind !== 'Spot') continue;
      const { stop, borrows, quoteAmount } = event.order;
      this.#count(`spot trigger ${stop?.kind}`);
      if (borrows === true) this.#count(`spot trigger ${stop?.kind} that borrows`);
      if (quoteAmount !== undefined) this.#count(`spot trigger ${stop?.kind} by amount`);
    }
    for (const event of events) if (event.type === 'CashChanged') this.#count(`cash ${event.kind}`);
    const real = linesOf(events, this.#instruments);
    for (const line of expected) this.#count(this.#kindOf(line));
    const at = real.findIndex((line, i) => line !== expected[i]);
    const where = at < 0 ? real.length : at;
    if (at >= 0 || real.length !== expected.length) differ(`line ${where}: real "${real[where]}", naive "${expected[where]}"`, cause);
  }

  /** Ids of the open orders of an account, resting and conditional. */
  openOrders(account: number): number[] {
    const { orders, conditional } = this.#naive.state;
    return [...orders, ...conditional].filter((order) => order.account === account).map((order) => order.id);
  }

  /** Prices of users' resting orders of one side. */
  restingTicks(instrument: number, side: Side): number[] {
    const resting = this.#naive.state.orders.filter((order) => order.instrument === instrument && order.side === side && order.id > 0);
    return resting.map(({ price: tick }) => tick);
  }

  /** Terms of an order before an amendment. */
  orderTerms(id: number): { readonly instrument: number; readonly lots: number; readonly waits: boolean } | undefined {
    const { orders, conditional } = this.#naive.state;
    const waits = conditional.find((order) => order.id === id);
    if (waits !== undefined) return { instrument: waits.instrument, lots: waits.quantity, waits: true };
    const order = orders.find((other) => other.id === id);
    return order === undefined ? undefined : { instrument: order.instrument, lots: order.left + order.filled, waits: false };
  }

  /** Open positions of an account. */
  positions(account: number): { readonly instrument: number; readonly index: number; readonly size: number }[] {
    return this.#naive.state.account(account).positions.filter(({ size }) => size > 0);
  }

  /** Ids of the partial TP/SL of an account in an instrument. */
  exits(account: number, instrument: number): number[] {
    const own = this.#naive.state.conditional.filter((order) => order.account === account && order.instrument === instrument);
    return own.filter(({ kind }) => kind.startsWith('Partial')).map(({ id }) => id);
  }

  hedges(account: number, instrument: number): boolean {
    return this.#naive.state.settings(account, instrument).hedge;
  }

  /** Compares cash, positions, settings and open orders of every account. */
  compare(): void {
    this.#real.audit();
    for (const account of this.#naive.state.accounts) {
      const real = this.#real.account(account.id);
      if (real === undefined) continue;
      const mine = this.#holdings(account.id);
      const other = holdingsOf(real);
      if (mine !== other) differ(`account ${account.id}: real ${other}, naive ${mine}`, undefined);
    }
  }

  #holdings(id: number): string {
    const { state } = this.#naive;
    const account = state.account(id);
    const cash = [...account.cash].filter(([, units]) => units !== 0n).map(([coin, units]) => `${coin} ${units}`);
    const positions = account.positions
      .filter((position) => position.size > 0)
      .map((held) => `${held.instrument}/${held.index} ${held.side} ${held.size} for ${held.entry} margin ${held.margin}`);
    const resting = state.orders
      .filter((order) => order.account === id)
      .map((order) => [order.id, `${order.instrument}/${order.positionIndex} ${order.side} ${order.left}@${order.price}`] as const);
    const conditional = state.conditional
      .filter((order) => order.account === id)
      .map((order) => {
        const at = `${order.instrument}/${order.positionIndex} ${order.side} ${order.quantity}@${order.price}`;
        const { trigger } = order.options;
        return [order.id, `${at} ${order.kind} ${trigger === undefined ? '' : `${trigger.source} ${trigger.price}`}`] as const;
      });
    const orders = [...resting, ...conditional].sort(([a], [b]) => a - b);
    const wallets = (['funding', 'savings', 'loan'] as const).flatMap((wallet) =>
      [...account.wallets[wallet]].filter(([, units]) => units !== 0n).map(([coin, units]) => `${coin} ${wallet} ${units}`),
    );
    return JSON.stringify([cash.sort(), wallets.sort(), positions, orders]);
  }
}

function holdingsOf(account: AccountState): string {
  const cash = account.cash.filter(([, units]) => units !== ZERO_MONEY).map(([coin, units]) => `${coin} ${String(units)}`);
  const positions = account.positions.map(
    (held) =>
      `${held.instrument}/${held.positionIndex} ${held.side} ${Number(held.size)} for ${String(held.entryValue)} margin ${String(held.margin)}`,
  );
  const orders = account.orders.map((order) => {
    const at = `${order.instrument}/${order.positionIndex} ${order.side} ${Number(order.quantity) - Number(order.filled)}@${Number(order.price)}`;
    if (order.status !== 'Untriggered' || order.stop === undefined) return [order.orderId, at] as const;
    const { kind, trigger } = order.stop;
    return [order.orderId, `${at} ${kind} ${trigger === undefined ? '' : `${trigger.source} ${Number(trigger.price)}`}`] as const;
  });
  const wallets = account.wallets.map(({ coin, wallet, amount }) => `${coin} ${wallet} ${String(amount)}`);
  return JSON.stringify([cash.sort(), wallets.sort(), positions, orders]);
}
