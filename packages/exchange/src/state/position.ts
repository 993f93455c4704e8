import {
  ZERO_MONEY,
  addMoney,
  lotCount,
  lots,
  money,
  moneyShare,
  moneyUnits,
  positionMargin,
  subtractMoney,
  timestamp,
  type FilledHolding,
  type Holding,
  type Leverage,
  type MarginedPosition,
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
import { HELD_LOTS } from './order-sums.ts';
import type { Slot } from './slot.ts';
import type { StateReader, StateWriter } from './state-codec.ts';

/** When a position that was never open was changed. */
export const NEVER = timestamp(0);

/** One position index of an account in an instrument, open or flat. */
export class Position implements CountedPosition {
  /** Of a flat one, that of the last holding. */
  side: Side = 'Buy';
  entryValue: Money = ZERO_MONEY;
  /** At the prices it was opened at; the same as `entryValue` but after a session settlement. */
  openValue: Money = ZERO_MONEY;
  /** Money of an isolated position. */
  purse: LedgerAccount;
  /** Of an isolated position: available balance goes into it before it would be liquidated. */
  autoAddMargin = false;
  /** 1 to 5; 0 until it is ranked. */
  deleverageRank = 0;
  tradePnl: Money = ZERO_MONEY;
  fees: Money = ZERO_MONEY;
  funding: Money = ZERO_MONEY;
  totalRealisedPnl: Money = ZERO_MONEY;
  openedAt: Timestamp = NEVER;
  updatedAt: Timestamp = NEVER;
  #margined: MarginedPosition | undefined = undefined;
  #mark: Price | undefined = undefined;
  /** What the sums count, while they do; once they need to count it anew, it waits in their list. */
  #counted: MarginedPosition | undefined = undefined;
  #waits = false;

  constructor(
    readonly slot: Slot,
    readonly index: PositionIndex,
    /** Where its row begins. */
    readonly at: number,
  ) {
    this.purse = new LedgerAccount(slot.instrument.settleCoin);
  }

  /** Lots. Kept in the row, where the check of an order finds them without this object. */
  get size(): number {
    return Math.abs(this.slot.sums.rows.count(this.at + HELD_LOTS));
  }

  #hold(side: Side, size: number): void {
    this.side = side;
    this.slot.sums.rows.setCount(this.at + HELD_LOTS, side === 'Buy' ? size : 0 - size);
  }

  get leverage(): Leverage {
    return this.slot.leverageOf(this.side);
  }

  holding(): Holding {
    if (this.#margined !== undefined) return this.#margined.holding;
    return {
      side: this.side,
      size: lots(this.size),
      entryValue: this.entryValue,
      marginMode: this.slot.marginMode,
      leverage: this.leverage,
      // A flat one holds no margin: its purse need not be looked at.
      margin: this.size === 0 ? ZERO_MONEY : this.purse.balance,
    };
  }

  /** The position with its margin at the mark price, computed again only after the mark or the position changed. */
  marginedAt(mark: Price): MarginedPosition {
    if (this.#margined === undefined || this.#mark !== mark) {
      const holding = this.holding();
      this.#margined = { holding, margin: positionMargin(this.slot.instrument, holding, mark, this.slot.optionPrices?.index) };
      this.#mark = mark;
    }
    return this.#margined;
  }

  marginAt(mark: Price): PositionMargin {
    return this.marginedAt(mark).margin;
  }

  touched(): void {
    this.#margined = undefined;
    this.recount();
    this.slot.touched();
  }

  /** What the position adds to the sums of its account is no longer what they count. */
  recount(): void {
    if (this.#waits || (this.size === 0 && this.#counted === undefined)) return;
    this.slot.sums.positionChanged(this, this.#counted);
    this.#counted = undefined;
    this.#waits = true;
  }

  countAt(marks: Marks): MarginedPosition | undefined {
    this.#waits = false;
    this.#counted = this.size === 0 ? undefined : this.marginedAt(marks.markOf(this.slot.instrument.id));
    return this.#counted;
  }

  /** A holding opens from flat: what it realises counts from here. */
  begin(now: Timestamp): void {
    this.openedAt = now;
    this.tradePnl = ZERO_MONEY;
    this.fees = ZERO_MONEY;
    this.funding = ZERO_MONEY;
  }

  /** Takes the size and the values of what a fill made of it; margin moves through the purse. */
  become({ holding, closed, openedValue }: FilledHolding): void {
    if (closed === this.size) {
      this.autoAddMargin = false;
      this.deleverageRank = 0;
    }
    const kept = closed === this.size ? ZERO_MONEY : subtractMoney(this.openValue, moneyShare(this.openValue, closed, this.size, 'down'));
    this.openValue = addMoney(kept, openedValue);
    this.#hold(holding.side, lotCount(holding.size));
    this.entryValue = holding.entryValue;
  }

  /** Nothing is open any more; what the holding realised stays on record. */
  end(): void {
    this.#hold(this.side, 0);
    this.autoAddMargin = false;
    this.deleverageRank = 0;
    this.entryValue = ZERO_MONEY;
    this.openValue = ZERO_MONEY;
  }

  /** Adds to what this holding has realised. */
  realise(part: { readonly tradePnl?: Money; readonly fee?: Money; readonly funding?: Money }): void {
    if (part.tradePnl !== undefined) {
      this.tradePnl = addMoney(this.tradePnl, part.tradePnl);
      this.totalRealisedPnl = addMoney(this.totalRealisedPnl, part.tradePnl);
    }
    if (part.fee !== undefined) {
      this.fees = addMoney(this.fees, part.fee);
      this.totalRealisedPnl = subtractMoney(this.totalRealisedPnl, part.fee);
    }
    if (part.funding !== undefined) {
      this.funding = addMoney(this.funding, part.funding);
      this.totalRealisedPnl = subtractMoney(this.totalRealisedPnl, part.funding);
    }
  }

  record(): PositionRecord {
    // One literal and no spread, like that of an order.
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
    if (this.deleverageRank !== 0) record.deleverageRank = this.deleverageRank;
    return record;
  }

  write(writer: StateWriter): void {
    writer.text(this.side);
    writer.number(this.size);
    for (const value of [this.entryValue, this.openValue, this.tradePnl, this.fees, this.funding, this.totalRealisedPnl])
      writer.bigint(moneyUnits(value));
    this.purse.write(writer);
    writer.number(this.autoAddMargin ? 1 : 0);
    writer.number(this.deleverageRank);
    writer.number(Number(this.openedAt));
    writer.number(Number(this.updatedAt));
  }

  read(reader: StateReader): void {
    this.#hold(reader.text() as Side, reader.number());
    this.entryValue = money(reader.bigint());
    this.openValue = money(reader.bigint());
    this.tradePnl = money(reader.bigint());
    this.fees = money(reader.bigint());
    this.funding = money(reader.bigint());
    this.totalRealisedPnl = money(reader.bigint());
    this.purse = LedgerAccount.read(reader, this.slot.instrument.settleCoin);
    this.autoAddMargin = reader.number() === 1;
    this.deleverageRank = reader.number();
    this.openedAt = timestamp(reader.number());
    this.updatedAt = timestamp(reader.number());
  }
}
