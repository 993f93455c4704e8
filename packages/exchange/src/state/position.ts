import {
  ZERO_MONEY,
  addMoney,
  addPosition,
  divFloor,
  lotCount,
  lots,
  money,
  moneyShare,
  moneyUnits,
  harmonicPrice,
  inverseSumOf,
  isInverse,
  isOption,
  priceOfTicks,
  ticks,
  negateMoney,
  positionMargin,
  replacePosition,
  subtractMoney,
  subtractPosition,
  timestamp,
  type CountedMargin,
  type FilledHolding,
  type Holding,
  type Leverage,
  type MarginMode,
  type Money,
  type PositionIndex,
  type PositionMargin,
  type PositionRecord,
  type Price,
  type Side,
  type Timestamp,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { CountedPosition, Marks } from './margin-sums.ts';
import { POSITION } from './position-row.ts';
import type { Slot } from './slot.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/**
 * Change time of a position that was never open. A double from the beginning (-0 is one, 0 is not): later times are
 * doubles, and the runtime would rebuild an object at its first one.
 */
export const NEVER = timestamp(-0);

const { heldLots: HELD_LOTS, entryValue: ENTRY_VALUE, openValue: OPEN_VALUE, tradePnl: TRADE_PNL, fees: FEES } = POSITION;
const { totalRealised: TOTAL_REALISED, unrealised: UNREALISED, initial: INITIAL, maintenance: MAINTENANCE } = POSITION;

/** One position index of an account in an instrument, open or flat. Its money is in its row, as the margin that the sums count. */
export class Position implements CountedPosition, CountedMargin {
  /** For a flat position, the value of the last holding. */
  side: Side = 'Buy';
  /** Margin of an isolated position. */
  purse: LedgerAccount;
  /** Isolated positions only: available balance is added before a liquidation. */
  autoAddMargin = false;
  /** 1 to 5; 0 before the first ranking. */
  deleverageRank = 0;
  /** Changes only a few times a day. */
  funding: Money = ZERO_MONEY;
  /** Inverse contracts, open size only: see `inverseSumOf`. */
  #inverseSum = 0n;
  openedAt: Timestamp = NEVER;
  updatedAt: Timestamp = NEVER;
  /** The margin mode with which the sums count it; while it must be counted again, it is in their queue. */
  #countedAs: MarginMode | undefined = undefined;
  #waits = false;
  nextChanged: CountedPosition | undefined = undefined;

  constructor(
    readonly slot: Slot,
    readonly index: PositionIndex,
    /** Offset of its row. */
    readonly at: number,
  ) {
    this.purse = new LedgerAccount(slot.instrument.settleCoin);
  }

  /** Lots. Kept in the row, where order checks find them without this object. */
  get size(): number {
    return Math.abs(this.slot.sums.rows.count(this.at + HELD_LOTS));
  }

  #hold(side: Side, size: number): void {
    this.side = side;
    this.slot.sums.rows.setCount(this.at + HELD_LOTS, side === 'Buy' ? size : 0 - size);
  }

  /** Entry value of the open size. */
  get entryValue(): Money {
    return this.#money(ENTRY_VALUE);
  }

  set entryValue(value: Money) {
    this.#setMoney(ENTRY_VALUE, value);
  }

  /** At the entry prices; differs from `entryValue` only after a session settlement. */
  get openValue(): Money {
    return this.#money(OPEN_VALUE);
  }

  /** For this holding, like its fees and funding. */
  get tradePnl(): Money {
    return this.#money(TRADE_PNL);
  }

  get fees(): Money {
    return this.#money(FEES);
  }

  /** For all holdings so far. */
  get totalRealisedPnl(): Money {
    return this.#money(TOTAL_REALISED);
  }

  /** As counted, like the other margins. */
  get unrealisedPnl(): Money {
    return this.#money(UNREALISED);
  }

  get initialMargin(): Money {
    return this.#money(INITIAL);
  }

  get maintenanceMargin(): Money {
    return this.#money(MAINTENANCE);
  }

  get optionValue(): Money | undefined {
    return isOption(this.slot.instrument) ? this.#money(UNREALISED) : undefined;
  }

  #money(figure: number): Money {
    return this.slot.sums.rows.money(this.at + figure);
  }

  #setMoney(figure: number, value: Money): void {
    this.slot.sums.rows.setMoney(this.at + figure, value);
  }

  #addMoney(figure: number, value: Money): void {
    this.slot.sums.rows.addMoney(this.at + figure, value);
  }

  get leverage(): Leverage {
    return this.slot.leverageOf(this.side);
  }

  holding(): Holding {
    return {
      side: this.side,
      size: lots(this.size),
      entryValue: this.entryValue,
      marginMode: this.slot.marginMode,
      leverage: this.leverage,
      // Only an isolated position holds money: the purse of any other need not be read.
      margin: this.slot.marginMode === 'isolated' ? this.purse.balance : ZERO_MONEY,
    };
  }

  marginAt(mark: Price): PositionMargin {
    return positionMargin(this.slot.instrument, this.holding(), mark, this.slot.optionPrices?.index);
  }

  touched(): void {
    this.recount();
    this.slot.touched();
  }

  /** The sums of its account no longer match the position. */
  recount(): void {
    if (this.#waits || (this.size === 0 && this.#countedAs === undefined)) return;
    this.#uncount();
    this.slot.sums.positionChanged(this);
    this.#waits = true;
    if (this.slot.marginMode === 'isolated') this.slot.sums.lookAt(this.slot);
  }

  /** Its margin at current mark prices. */
  counted(marks: Marks): CountedMargin {
    if (this.#waits) this.slot.sums.positions(marks);
    return this;
  }

  count(marks: Marks): void {
    this.#waits = false;
    if (this.size > 0) this.#countAt(marks.markOf(this.slot.instrument.id));
  }

  /** The mark price has moved: all holders are checked next, so it is counted immediately. */
  markMoved(mark: Price): void {
    if (this.#countedAs === undefined) return;
    const margin = this.marginAt(mark);
    replacePosition(this.slot.sums, this.#countedAs, this, margin);
    this.#keep(margin);
  }

  #countAt(mark: Price): void {
    const { slot } = this;
    const margin = this.marginAt(mark);
    this.#keep(margin);
    this.#countedAs = slot.marginMode;
    addPosition(slot.sums, slot.marginMode, margin);
  }

  #keep(margin: PositionMargin): void {
    this.#setMoney(UNREALISED, margin.optionValue ?? margin.unrealisedPnl);
    this.#setMoney(INITIAL, margin.initialMargin);
    this.#setMoney(MAINTENANCE, margin.maintenanceMargin);
  }

  #uncount(): void {
    if (this.#countedAs === undefined) return;
    subtractPosition(this.slot.sums, this.#countedAs, this);
    this.#countedAs = undefined;
  }

  /** A holding opens from flat: realised P&L counts from here. */
  begin(now: Timestamp): void {
    this.openedAt = now;
    this.#setMoney(TRADE_PNL, ZERO_MONEY);
    this.#setMoney(FEES, ZERO_MONEY);
    this.funding = ZERO_MONEY;
  }

  /** Inverse contracts, while open: rounded values do not determine it. */
  get averagePrice(): Price | undefined {
    return this.#inverseSum === 0n ? undefined : harmonicPrice(lots(this.size), this.#inverseSum);
  }

  /** Sets size and values after a fill at `tick`; margin moves through the purse. */
  become({ holding, closed, openedValue }: FilledHolding, tick: number): void {
    if (isInverse(this.slot.instrument)) this.#countInverse(closed, lotCount(holding.size), tick);
    if (closed === this.size) {
      this.autoAddMargin = false;
      this.deleverageRank = 0;
    }
    const kept = closed === this.size ? ZERO_MONEY : subtractMoney(this.openValue, moneyShare(this.openValue, closed, this.size, 'down'));
    this.#setMoney(OPEN_VALUE, addMoney(kept, openedValue));
    this.#hold(holding.side, lotCount(holding.size));
    this.entryValue = holding.entryValue;
  }

  #countInverse(closed: number, size: number, tick: number): void {
    const kept = this.size - closed;
    const sum = kept === 0 ? 0n : divFloor(this.#inverseSum * BigInt(kept), BigInt(this.size));
    const opened = size - kept;
    const at = priceOfTicks(ticks(tick), this.slot.instrument.tickSize);
    this.#inverseSum = opened === 0 ? sum : sum + inverseSumOf(at, lots(opened));
  }

  /** The position is flat; the realised P&L of the holding is kept. */
  end(): void {
    this.#hold(this.side, 0);
    this.autoAddMargin = false;
    this.deleverageRank = 0;
    this.entryValue = ZERO_MONEY;
    this.#setMoney(OPEN_VALUE, ZERO_MONEY);
  }

  /** Adds to the realised P&L of this holding. */
  realise(part: { readonly tradePnl?: Money; readonly fee?: Money; readonly funding?: Money }): void {
    if (part.tradePnl !== undefined) {
      this.#addMoney(TRADE_PNL, part.tradePnl);
      this.#addMoney(TOTAL_REALISED, part.tradePnl);
    }
    if (part.fee !== undefined) {
      this.#addMoney(FEES, part.fee);
      this.#addMoney(TOTAL_REALISED, negateMoney(part.fee));
    }
    if (part.funding !== undefined) {
      this.funding = addMoney(this.funding, part.funding);
      this.#addMoney(TOTAL_REALISED, negateMoney(part.funding));
    }
  }

  record(): PositionRecord {
    // One literal without a spread, like the record of an order.
    const record: { -readonly [Field in keyof PositionRecord]: PositionRecord[Field] } = {
      account: this.slot.account,
      instrument: this.slot.instrument.id,
      positionIndex: this.index,
      side: this.side,
      size: lots(this.size),
      entryValue: this.entryValue,
      openValue: this.openValue,
      marginMode: this.slot.marginMode,
      leverage: this.leverage,
      margin: this.purse.balance,
      autoAddMargin: this.autoAddMargin,
      realisedPnl: subtractMoney(this.tradePnl, addMoney(this.fees, this.funding)),
      tradePnl: this.tradePnl,
      fees: this.fees,
      funding: this.funding,
      totalRealisedPnl: this.totalRealisedPnl,
      openedAt: this.openedAt,
      updatedAt: this.updatedAt,
    };
    const { averagePrice } = this;
    if (averagePrice !== undefined) record.averagePrice = averagePrice;
    if (this.deleverageRank !== 0) record.deleverageRank = this.deleverageRank;
    return record;
  }

  write(writer: StateWriter): void {
    writer.text(this.side);
    writer.number(this.size);
    for (const value of [this.entryValue, this.openValue, this.tradePnl, this.fees, this.funding, this.totalRealisedPnl])
      writer.bigint(moneyUnits(value));
    if (isInverse(this.slot.instrument)) writer.bigint(this.#inverseSum);
    this.purse.write(writer);
    writer.number(this.autoAddMargin ? 1 : 0);
    writer.number(this.deleverageRank);
    // Without the sign of `NEVER`.
    writer.number(Number(this.openedAt) + 0);
    writer.number(Number(this.updatedAt) + 0);
  }

  read(reader: StateReader): void {
    this.#hold(reader.text() as Side, reader.number());
    this.entryValue = money(reader.bigint());
    this.#setMoney(OPEN_VALUE, money(reader.bigint()));
    this.#setMoney(TRADE_PNL, money(reader.bigint()));
    this.#setMoney(FEES, money(reader.bigint()));
    this.funding = money(reader.bigint());
    this.#setMoney(TOTAL_REALISED, money(reader.bigint()));
    if (isInverse(this.slot.instrument)) this.#inverseSum = reader.bigint();
    this.purse = LedgerAccount.read(reader, this.slot.instrument.settleCoin);
    this.autoAddMargin = reader.number() === 1;
    this.deleverageRank = reader.number();
    this.openedAt = timestamp(reader.number());
    this.updatedAt = timestamp(reader.number());
  }
}
