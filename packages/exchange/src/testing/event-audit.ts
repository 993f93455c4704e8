import {
  ZERO_MONEY,
  addMoney,
  invariant,
  isOption,
  isSpot,
  lotCount,
  milliseconds,
  moneyUnits,
  rateUnits,
  type CashChanged,
  type Event,
  type Instrument,
  type InstrumentId,
  type Money,
  type OrderFilled,
  type Outcome,
  type PositionRecord,
  type TradePrinted,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { FIRST_USER_ACCOUNT } from '../state/account.ts';
import { OrderAudit } from './order-audit.ts';

const HOUR = 3_600_000;
const SCALE = 100_000_000n;

/** A holding as its fills determine it. */
interface Holding {
  /** Positive for a long. */
  size: number;
  /** Value per lot of the cheapest and of the dearest opening fill, in 1e-8 of a unit. */
  cheapest: bigint;
  dearest: bigint;
  /** All counted fills; each rounds to the unit. */
  fills: number;
  known: boolean;
}

/** Recipient of an event; the house receives none. */
function ownerOf(event: Event): number {
  if ('account' in event) return event.account;
  if ('order' in event) return event.order.account;
  if ('position' in event) return event.position.account;
  if ('settings' in event) return event.settings.account;
  return 'strategy' in event ? event.strategy.account : Infinity;
}

/** Changes by the trader that may loosen a trailing stop. */
const OWNERS: ReadonlySet<Command['type']> = new Set(['AmendOrder', 'SetPositionExits']);

/**
 * The second judge of a simulation: it knows only commands and events, rebuilds orders, wallets and positions from
 * them, and throws `InvariantBroken` where the exchange contradicts itself. The house's own trades are not reported; a
 * fill against the house stands alone.
 */
export class EventAudit {
  readonly #orders = new OrderAudit();
  readonly #instruments = new Map<InstrumentId, Instrument>();
  readonly #wallets = new Map<string, Money>();
  readonly #holdings = new Map<string, Holding>();
  /** By instrument: the last settled interval. */
  readonly #settled = new Map<InstrumentId, number>();
  /** Time of the first command, ms. */
  #began = -1;
  readonly #closed: InstrumentId[] = [];
  /** By spread: lots that its legs bought in this command, less those that they sold. */
  readonly #spreads = new Map<number, number>();
  #executionId = 0;
  #printed: TradePrinted | undefined;
  #maker: OrderFilled | undefined;

  constructor(instruments: readonly Instrument[]) {
    for (const instrument of instruments) this.#instruments.set(instrument.id, instrument);
  }

  /** `events` are those of this command alone. */
  after(command: Command, { refusal }: Outcome, events: readonly Event[]): void {
    this.#printed = undefined;
    if (this.#began < 0) this.#began = milliseconds(command.time);
    const own = 'account' in command && command.type !== 'ReportConnection' ? command.account : -1;
    for (const event of events) {
      this.#note(event, command);
      invariant(ownerOf(event) >= FIRST_USER_ACCOUNT, 'the house is told nothing');
      const touched = event.type === 'CashChanged' || (event.type === 'OrderFilled' && event.kind === 'Trade');
      invariant(refusal === undefined || !touched || event.account !== own, 'a refusal moves no money');
    }
    for (const [id, lots] of this.#spreads) invariant(lots === 0, () => `ORD-12 both legs of spread ${id} fill for one quantity`);
    this.#spreads.clear();
    this.#orders.settled();
    // An order that triggered as its contract ended is cancelled later in the same command.
    for (const id of this.#closed.splice(0)) this.#ended(id);
  }

  #instrument(id: InstrumentId): Instrument {
    const found = this.#instruments.get(id);
    invariant(found !== undefined, 'A16 an event names an instrument that is listed');
    return found;
  }

  #note(event: Event, command: Command): void {
    switch (event.type) {
      case 'OrderAccepted':
      case 'OrderCancelled':
        return this.#orders.changed(event.order);
      case 'OrderTriggered':
        return this.#orders.triggered(event.order);
      case 'OrderReplaced':
        return this.#orders.replaced(event.order, OWNERS.has(command.type));
      case 'OrderFilled':
        return this.#filled(event);
      case 'PositionChanged':
        return this.#position(event.position);
      case 'CashChanged':
        return this.#cash(event);
      case 'TradePrinted':
        this.#printed = event;
        this.#maker = undefined;
        return;
      case 'FundingSettled':
        return this.#funded(event.instrument, milliseconds(command.time));
      case 'InstrumentListed':
        this.#instruments.set(event.instrument.id, event.instrument);
        return;
      case 'InstrumentChanged':
        if (event.instrument.status === 'Closed') this.#closed.push(event.instrument.id);
        return;
      default:
        return;
    }
  }

  /** Each line of a wallet continues the one before. */
  #cash({ account, coin, wallet, amount, cash }: CashChanged): void {
    const key = `${account} ${coin} ${wallet ?? 'trading'}`;
    const before = this.#wallets.get(key) ?? ZERO_MONEY;
    invariant(addMoney(before, amount) === cash, () => `A2 the wallet ${key} is that of its lines`);
    this.#wallets.set(key, cash);
  }

  #filled(fill: OrderFilled): void {
    const instrument = this.#instrument(fill.instrument);
    invariant(fill.executionId > this.#executionId, () => `B7 execution ${fill.executionId} has an id of its own`);
    this.#executionId = fill.executionId;
    if (fill.kind === 'Trade') this.#traded(fill, instrument);
    this.#orders.filled(fill, instrument);
    const { strategy } = fill.order ?? {};
    if (strategy?.kind === 'FutureSpread') {
      const lots = lotCount(fill.quantity) * (fill.side === 'Buy' ? 1 : -1);
      this.#spreads.set(strategy.id, (this.#spreads.get(strategy.id) ?? 0) + lots);
    }
    if (fill.kind === 'Funding' || fill.kind === 'SessionSettlement' || isSpot(instrument)) return;
    if (!isOption(instrument)) this.#fee(fill);
    this.#counted(fill);
  }

  /** A fill that closes and opens pays for both parts, each rounded up. */
  #fee({ value, feeRate, fee, executionId, quantity, closedQuantity }: OrderFilled): void {
    const exact = moneyUnits(value) * rateUnits(feeRate);
    const least = (exact + SCALE - 1n) / SCALE;
    const flips = lotCount(closedQuantity) > 0 && closedQuantity !== quantity;
    const over = moneyUnits(fee) - least;
    invariant(over === 0n || (flips && over === 1n), () => `A8 the fee of execution ${executionId} is its value times its rate`);
  }

  /** A trade has at most a maker and a taker, on both sides of what was printed. */
  #traded(fill: OrderFilled, instrument: Instrument): void {
    const printed = this.#printed;
    invariant(printed !== undefined && printed.instrument === fill.instrument, 'B7 a fill belongs to a trade');
    invariant(
      fill.price === printed.price && fill.value === printed.value,
      () => `B7 execution ${fill.executionId} is at the price of its trade`,
    );
    invariant((fill.side === printed.takerSide) === !fill.maker, () => `B7 execution ${fill.executionId} is on its side of the trade`);
    if (fill.maker) {
      invariant(this.#maker === undefined, 'B7 a trade has one maker');
      this.#maker = fill;
      return;
    }
    const maker = this.#maker;
    this.#printed = undefined;
    if (maker === undefined) return;
    invariant(maker.quantity === fill.quantity, 'B7 both sides of a trade have its quantity');
    const allowed = maker.account !== fill.account || fill.order?.selfMatch === 'None';
    invariant(allowed, () => `B10 account ${fill.account} does not trade with itself in ${instrument.symbol}`);
  }

  /** A holding after fills; liquidations and deleveraging only ever make it smaller. */
  #counted(fill: OrderFilled): void {
    const key = `${fill.account} ${fill.instrument} ${fill.positionIndex}`;
    const held = this.#holdings.get(key) ?? { size: 0, cheapest: 0n, dearest: 0n, fills: 0, known: false };
    const [quantity, closed] = [lotCount(fill.quantity), lotCount(fill.closedQuantity)];
    const sign = fill.side === 'Buy' ? 1 : -1;
    const against = held.size * sign < 0 ? Math.min(Math.abs(held.size), quantity) : 0;
    invariant(closed === against, () => `C2 execution ${fill.executionId} closes what there is`);
    const forced = fill.order === undefined || fill.kind !== 'Trade';
    invariant(!forced || closed === quantity, () => `C15 execution ${fill.executionId} takes a forced step towards flat`);
    held.size += sign * quantity;
    held.fills += 1;
    if (quantity > closed) {
      const each = (moneyUnits(fill.value) * SCALE) / BigInt(quantity);
      const fresh = closed > 0 || held.size === sign * quantity;
      held.cheapest = fresh || each < held.cheapest ? each : held.cheapest;
      held.dearest = fresh || each > held.dearest ? each : held.dearest;
    }
    this.#holdings.set(key, held);
  }

  #position({ account, instrument, positionIndex, side, size, openValue }: PositionRecord): void {
    const held = this.#holdings.get(`${account} ${instrument} ${positionIndex}`);
    const count = lotCount(size);
    invariant((held?.size ?? 0) === (side === 'Buy' ? count : -count), () => `C2 the position of account ${account} is that of its fills`);
    if (held === undefined || count === 0) return;
    // A value of an inverse contract is rounded to the unit with every fill.
    const slack = SCALE * BigInt(64 + held.fills);
    const value = moneyUnits(openValue) * SCALE;
    const within = value + slack >= held.cheapest * BigInt(count) && value - slack <= held.dearest * BigInt(count);
    invariant(within, () => `C2 the entry of account ${account} lies between the prices of its fills`);
  }

  /** Funding is settled once for each of its intervals that ended since the first command. */
  #funded(id: InstrumentId, time: number): void {
    const { fundingIntervalHours, symbol } = this.#instrument(id);
    const intervals = (at: number): number => Math.floor(at / (fundingIntervalHours * HOUR));
    const settled = (this.#settled.get(id) ?? intervals(this.#began)) + 1;
    invariant(settled <= intervals(time), () => `C14 funding of ${symbol} is settled once`);
    this.#settled.set(id, settled);
  }

  #ended(id: InstrumentId): void {
    invariant(this.#orders.openIn(id).length === 0, () => `A11 no order of ${this.#instrument(id).symbol} outlives it`);
    for (const [key, { size }] of this.#holdings) {
      invariant(size === 0 || key.split(' ')[1] !== String(id), () => `A11 no position of ${this.#instrument(id).symbol} outlives it`);
    }
  }
}
