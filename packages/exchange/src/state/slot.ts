import {
  DEFAULT_LEVERAGE,
  ZERO_MONEY,
  addMoney,
  leverage,
  leverageHundredths,
  lotCount,
  lots,
  money,
  moneyUnits,
  heldOf,
  sideMargin,
  type SideMargins,
  positionMargin,
  positionParts,
  subtractMoney,
  moneyShare,
  timestamp,
  type AccountId,
  type FilledHolding,
  type Holding,
  type Instrument,
  type Leverage,
  type MarginMode,
  type MarginedPosition,
  type OptionPrices,
  type Money,
  type OpenSide,
  type PositionIndex,
  type PositionMargin,
  type PositionMode,
  type PositionRecord,
  type PositionSums,
  type Price,
  type SettingsRecord,
  type Side,
  type Timestamp,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { CountedPosition, MarginSums, Marks, OrderHolder } from './margin-sums.ts';
import type { StateReader, StateWriter } from './state-codec.ts';

const NEVER = timestamp(0);

/** One position index of an account in an instrument, open or flat. */
export class Position implements CountedPosition {
  side: Side = 'Buy';
  /** Lots. */
  size = 0;
  entryValue: Money = ZERO_MONEY;
  /** At the prices it was opened at; the same as `entryValue` but after a session settlement. */
  openValue: Money = ZERO_MONEY;
  /** Money of an isolated position. */
  purse: LedgerAccount;
  tradePnl: Money = ZERO_MONEY;
  fees: Money = ZERO_MONEY;
  funding: Money = ZERO_MONEY;
  totalRealisedPnl: Money = ZERO_MONEY;
  openedAt: Timestamp = NEVER;
  updatedAt: Timestamp = NEVER;
  #margined: MarginedPosition | undefined = undefined;
  #mark: Price | undefined = undefined;
  /** What the sums count, while they do; once they need to count it anew, it waits in their list. */
  #counted: PositionSums | undefined = undefined;
  #waits = false;

  constructor(
    readonly slot: Slot,
    readonly index: PositionIndex,
  ) {
    this.purse = new LedgerAccount(slot.instrument.settleCoin);
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
      margin: this.purse.balance,
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

  countAt(marks: Marks): PositionSums | undefined {
    this.#waits = false;
    this.#counted = this.size === 0 ? undefined : positionParts(this.marginedAt(marks.markOf(this.slot.instrument.id)));
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
    const kept = closed === this.size ? ZERO_MONEY : subtractMoney(this.openValue, moneyShare(this.openValue, closed, this.size, 'down'));
    this.openValue = addMoney(kept, openedValue);
    this.side = holding.side;
    this.size = lotCount(holding.size);
    this.entryValue = holding.entryValue;
  }

  /** Nothing is open any more; what the holding realised stays on record. */
  end(): void {
    this.size = 0;
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
    return {
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
      realisedPnl: subtractMoney(this.tradePnl, addMoney(this.fees, this.funding)),
      tradePnl: this.tradePnl,
      fees: this.fees,
      funding: this.funding,
      totalRealisedPnl: this.totalRealisedPnl,
      openedAt: this.openedAt,
      updatedAt: this.updatedAt,
    };
  }

  write(writer: StateWriter): void {
    writer.text(this.side);
    writer.number(this.size);
    for (const value of [this.entryValue, this.openValue, this.tradePnl, this.fees, this.funding, this.totalRealisedPnl])
      writer.bigint(moneyUnits(value));
    this.purse.write(writer);
    writer.number(Number(this.openedAt));
    writer.number(Number(this.updatedAt));
  }

  read(reader: StateReader): void {
    this.side = reader.text() as Side;
    this.size = reader.number();
    this.entryValue = money(reader.bigint());
    this.openValue = money(reader.bigint());
    this.tradePnl = money(reader.bigint());
    this.fees = money(reader.bigint());
    this.funding = money(reader.bigint());
    this.totalRealisedPnl = money(reader.bigint());
    this.purse = LedgerAccount.read(reader, this.slot.instrument.settleCoin);
    this.openedAt = timestamp(reader.number());
    this.updatedAt = timestamp(reader.number());
  }
}

/** Sums of the open orders that are not reduce-only, of one position index. */
interface Totals {
  buyLots: number;
  buyValue: Money;
  sellLots: number;
  sellValue: Money;
}
/** Side margins as far as they are known. */
interface KnownMargins {
  buy: Money | undefined;
  sell: Money | undefined;
}
const noMargins = (): KnownMargins => ({ buy: ZERO_MONEY, sell: ZERO_MONEY });
const emptyTotals = (): Totals => ({ buyLots: 0, buyValue: ZERO_MONEY, sellLots: 0, sellValue: ZERO_MONEY });

/** What one account has in one instrument: its choices, positions and sums of open orders. */
export class Slot implements OrderHolder {
  marginMode: MarginMode = 'cross';
  positionMode: PositionMode = 'MergedSingle';
  longLeverage: Leverage = DEFAULT_LEVERAGE;
  shortLeverage: Leverage = DEFAULT_LEVERAGE;
  /** How many open orders of all kinds there are; the account keeps them. */
  openOrders = 0;
  /** Whether its account counts it among those with a position or an open order. */
  active = false;
  /** How many of them are reduce-only. */
  reduceOnlyOrders = 0;
  readonly positions: readonly [Position, Position, Position];
  readonly #totals: readonly [Totals, Totals, Totals] = [emptyTotals(), emptyTotals(), emptyTotals()];
  readonly #margins: readonly [KnownMargins, KnownMargins, KnownMargins] = [noMargins(), noMargins(), noMargins()];

  #foreseen: OpenSide | undefined = undefined;
  #foreseenIndex: PositionIndex = 0;
  #foreseenSide: Side = 'Buy';
  /** Of an option, which is margined by them: set whenever they move while anything is open. */
  #optionPrices: OptionPrices | undefined = undefined;
  /** What `sums` count for the open orders; `undefined` once they changed. */
  #counted: Money | undefined = ZERO_MONEY;

  constructor(
    readonly account: AccountId,
    readonly instrument: Instrument,
    readonly sums: MarginSums,
  ) {
    this.positions = [new Position(this, 0), new Position(this, 1), new Position(this, 2)];
  }

  get optionPrices(): OptionPrices | undefined {
    return this.#optionPrices;
  }

  /** New prices of an option. */
  priceOption(prices: OptionPrices): void {
    if (this.#optionPrices?.index === prices.index && this.#optionPrices.mark === prices.mark) return;
    this.#optionPrices = prices;
    for (const position of this.positions) position.touched();
  }

  leverageOf(side: Side): Leverage {
    return side === 'Buy' ? this.longLeverage : this.shortLeverage;
  }

  /** As every account finds it: nothing was chosen, and no position was ever open. It need not be kept. */
  get pristine(): boolean {
    return (
      this.marginMode === 'cross' &&
      this.positionMode === 'MergedSingle' &&
      this.longLeverage === DEFAULT_LEVERAGE &&
      this.shortLeverage === DEFAULT_LEVERAGE &&
      this.positions.every((position) => position.updatedAt === NEVER)
    );
  }

  get hasPosition(): boolean {
    return this.positions[0].size > 0 || this.positions[1].size > 0 || this.positions[2].size > 0;
  }

  /** The mark price has moved. */
  markMoved(): void {
    for (const position of this.positions) if (position.size > 0) position.recount();
  }

  /** Tells what a side will be once an order rests that was just checked, so that its margin is not worked out twice. */
  foresee(index: PositionIndex, side: Side, expected: OpenSide): void {
    this.#foreseen = expected;
    this.#foreseenIndex = index;
    this.#foreseenSide = side;
  }

  #known(index: PositionIndex, side: Side, count: number, value: Money): Money | undefined {
    const foreseen = this.#foreseen;
    if (foreseen?.lots !== count || this.#foreseenIndex !== index || this.#foreseenSide !== side) return undefined;
    return foreseen.value === value ? foreseen.margin : undefined;
  }

  /** Something that the margin of the open orders depends on has changed. */
  touched(): void {
    this.#foreseen = undefined;
    for (const margins of this.#margins) {
      margins.buy = undefined;
      margins.sell = undefined;
    }
    this.#ordersChanged();
  }

  #ordersChanged(): void {
    if (this.#counted === undefined) return;
    this.sums.ordersChanged(this, this.#counted);
    this.#counted = undefined;
  }

  /** Adds (or with negative lots takes away) an order that is not reduce-only. */
  count(index: PositionIndex, side: Side, count: number, value: Money): void {
    const totals = this.#totals[index];
    if (side === 'Buy') {
      totals.buyLots += count;
      totals.buyValue = addMoney(totals.buyValue, value);
      this.#margins[index].buy = this.#known(index, side, totals.buyLots, totals.buyValue);
    } else {
      totals.sellLots += count;
      totals.sellValue = addMoney(totals.sellValue, value);
      this.#margins[index].sell = this.#known(index, side, totals.sellLots, totals.sellValue);
    }
    this.#ordersChanged();
  }

  totals(index: PositionIndex): Readonly<Totals> {
    return this.#totals[index];
  }

  countHeld(): Money {
    const held = this.orderMargin();
    this.#counted = held;
    return held;
  }

  /** Money held for the open orders. */
  orderMargin(): Money {
    if (this.positionMode === 'MergedSingle') return heldOf(0, this.sideMargins(0));
    return addMoney(heldOf(1, this.sideMargins(1)), heldOf(2, this.sideMargins(2)));
  }

  /** Money that the open orders of each side of one position index hold; each side is worked out again only after it changed. */
  sideMargins(index: PositionIndex): SideMargins {
    const margins = this.#margins[index];
    margins.buy ??= this.#sideMargin(index, 'Buy');
    margins.sell ??= this.#sideMargin(index, 'Sell');
    return margins as SideMargins;
  }

  #sideMargin(index: PositionIndex, side: Side): Money {
    const totals = this.#totals[index];
    if ((side === 'Buy' ? totals.buyLots : totals.sellLots) === 0) return ZERO_MONEY;
    const position = this.positions[index];
    return sideMargin(
      {
        instrument: this.instrument,
        positionIndex: index,
        orders: totals,
        position: { side: position.side, size: lots(position.size) },
        longLeverage: this.longLeverage,
        shortLeverage: this.shortLeverage,
        optionPrices: this.#optionPrices,
      },
      side,
    );
  }

  settings(): SettingsRecord {
    return {
      account: this.account,
      instrument: this.instrument.id,
      marginMode: this.marginMode,
      positionMode: this.positionMode,
      longLeverage: this.longLeverage,
      shortLeverage: this.shortLeverage,
    };
  }

  write(writer: StateWriter): void {
    writer.text(this.marginMode);
    writer.text(this.positionMode);
    writer.bigint(leverageHundredths(this.longLeverage));
    writer.bigint(leverageHundredths(this.shortLeverage));
    for (const position of this.positions) position.write(writer);
  }

  /** Sums of orders are derived: the orders themselves are read elsewhere and counted again. */
  read(reader: StateReader): void {
    this.marginMode = reader.text() as MarginMode;
    this.positionMode = reader.text() as PositionMode;
    this.longLeverage = leverage(reader.bigint());
    this.shortLeverage = leverage(reader.bigint());
    for (const position of this.positions) {
      position.read(reader);
      position.recount();
    }
    this.touched();
  }
}
