import {
  DEFAULT_LEVERAGE,
  ZERO_MONEY,
  addMoney,
  heldOf,
  leverage,
  leverageHundredths,
  lots,
  sideMargin,
  type AccountId,
  type Holding,
  type Instrument,
  type Leverage,
  type Lots,
  type MarginMode,
  type Money,
  type OpenOrderTotals,
  type OpenSide,
  type OptionPrices,
  type PositionIndex,
  type PositionMode,
  type Price,
  type SettingsRecord,
  type Side,
  type SideMargins,
} from '@tapedeck/domain';
import type { MarginSums, OrderHolder } from './margin-sums.ts';
import { OrderSums, addOrder, foreseeSide, forgetMargins, keepMargin, knownMargin, takeOrder } from './order-sums.ts';
import { POSITION } from './position-row.ts';
import { NEVER, Position } from './position.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

const { counted: COUNTED, heldLots: HELD_LOTS } = POSITION;

/**
 * What one account has in one instrument: its choices, positions and sums of open orders. With many accounts and instruments each command
 * meets another one, which is in no cache: what the check of an order reads is in this object and in one row, positions are apart.
 */
export class Slot implements OrderHolder {
  // What each order reads comes first, so that it lies together.
  readonly sums: MarginSums;
  /** Where the row of index 0 begins; its `COUNTED` is that of all indexes. */
  readonly #at: number;
  #instrument: Instrument;
  positionMode: PositionMode = 'MergedSingle';
  marginMode: MarginMode = 'cross';
  longLeverage: Leverage = DEFAULT_LEVERAGE;
  shortLeverage: Leverage = DEFAULT_LEVERAGE;
  /** How many open orders of all kinds there are; the account keeps them. */
  openOrders = 0;
  /** How many of them are reduce-only. */
  reduceOnlyOrders = 0;
  /** Whether its account counts it among those with a position or an open order. */
  active = false;
  /** Whether the row says what `sums` count for the open orders: not once they changed. */
  #isCounted = true;
  nextChanged: OrderHolder | undefined = undefined;
  /** Of an option, which is margined by them: set whenever they move while anything is open. */
  #optionPrices: OptionPrices | undefined = undefined;
  /** Position indexes 0, and once they are asked for 1 and 2: there are many slots, and few in hedge mode. */
  readonly #oneWay: Position;
  #long: Position | undefined = undefined;
  #short: Position | undefined = undefined;
  #positions: readonly Position[] | undefined = undefined;
  /** Whether it waits for liquidation to look at it: see `MarginSums`. */
  unlooked = false;
  /** Whether its market counts it among those with a position. */
  isHolder = false;
  readonly account: AccountId;
  /** As the exchange lists it. */
  readonly listed: Instrument;

  constructor(account: AccountId, listed: Instrument, terms: Instrument, sums: MarginSums) {
    this.sums = sums;
    this.#at = sums.rows.take();
    this.#instrument = terms;
    this.account = account;
    this.listed = listed;
    this.#oneWay = new Position(this, 0, this.#at);
  }

  position(index: PositionIndex): Position {
    if (index === 0) return this.#oneWay;
    if (index === 1) return (this.#long ??= this.#add(1));
    return (this.#short ??= this.#add(2));
  }

  #add(index: PositionIndex): Position {
    this.#positions = undefined;
    return new Position(this, index, this.sums.rows.take());
  }

  /** The account has no more to do with the instrument. */
  forget(): void {
    // Neither its orders nor its positions may wait to be counted once its row is somebody else's.
    this.sums.heldForOrders();
    this.sums.lookAway(this);
    for (const position of this.positions) {
      this.sums.forget(position);
      this.sums.rows.release(position.at);
    }
  }

  /** Those that were ever asked for: all that were ever open. */
  get positions(): readonly Position[] {
    return (this.#positions ??= [this.#oneWay, this.#long, this.#short].filter((position) => position !== undefined));
  }

  /** As the account trades it: with its own fees. */
  get instrument(): Instrument {
    return this.#instrument;
  }

  /** Other fees: margins are worked out anew. */
  changeTerms(terms: Instrument): void {
    this.#instrument = terms;
    for (const position of this.positions) position.touched();
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
    if (this.sums.rows.count(this.#at + HELD_LOTS) !== 0) return true;
    return (this.#long?.size ?? 0) > 0 || (this.#short?.size ?? 0) > 0;
  }

  /** The mark price has moved. */
  markMoved(mark: Price): void {
    this.#oneWay.markMoved(mark);
    this.#long?.markMoved(mark);
    this.#short?.markMoved(mark);
  }

  /** Tells what a side will be once an order rests that was just checked, so that its margin is not worked out twice. */
  foresee(index: PositionIndex, side: Side, expected: OpenSide): void {
    foreseeSide(this.sums.rows, this.#row(index), side, expected);
  }

  /** Something that the margin of the open orders depends on has changed. */
  touched(): void {
    const { rows } = this.sums;
    forgetMargins(rows, this.#at);
    if (this.#long !== undefined) forgetMargins(rows, this.#long.at);
    if (this.#short !== undefined) forgetMargins(rows, this.#short.at);
    this.#ordersChanged();
  }

  #ordersChanged(): void {
    if (!this.#isCounted) return;
    this.#isCounted = false;
    this.sums.ordersChanged(this, this.sums.rows.money(this.#at + COUNTED));
  }

  /** Adds an order that is not reduce-only. */
  count(index: PositionIndex, side: Side, count: number, value: Money): void {
    addOrder(this.sums.rows, this.#row(index), { side, count, value });
    this.#ordersChanged();
  }

  /** Takes one away, or a part of it. */
  uncount(index: PositionIndex, side: Side, count: number, value: Money): void {
    takeOrder(this.sums.rows, this.#row(index), { side, count, value });
    this.#ordersChanged();
  }

  totals(index: PositionIndex): OpenOrderTotals {
    return new OrderSums(this.sums.rows, this.#row(index));
  }

  #row(index: PositionIndex): number {
    return index === 0 ? this.#at : this.position(index).at;
  }

  /** Side and size of a position, without asking it. */
  held(index: PositionIndex): { readonly side: Side; readonly size: Lots } {
    const signed = this.sums.rows.count(this.#row(index) + HELD_LOTS);
    return signed < 0 ? { side: 'Sell', size: lots(-signed) } : { side: 'Buy', size: lots(signed) };
  }

  holding(index: PositionIndex): Holding {
    return this.position(index).holding();
  }

  countHeld(): Money {
    const held = this.orderMargin();
    this.sums.rows.setMoney(this.#at + COUNTED, held);
    this.#isCounted = true;
    return held;
  }

  /** Money held for the open orders. */
  orderMargin(): Money {
    if (this.positionMode === 'MergedSingle') return heldOf(0, this.sideMargins(0));
    return addMoney(heldOf(1, this.sideMargins(1)), heldOf(2, this.sideMargins(2)));
  }

  /** Money that the open orders of each side of one position index hold; each side is worked out again only after it changed. */
  sideMargins(index: PositionIndex): SideMargins {
    return { buy: this.#knownMargin(index, 'Buy'), sell: this.#knownMargin(index, 'Sell') };
  }

  #knownMargin(index: PositionIndex, side: Side): Money {
    const { rows } = this.sums;
    const row = this.#row(index);
    const known = knownMargin(rows, row, side);
    if (known !== undefined) return known;
    const margin = this.#sideMargin(index, side);
    keepMargin(rows, row, side, margin);
    return margin;
  }

  #sideMargin(index: PositionIndex, side: Side): Money {
    const orders = this.totals(index);
    if ((side === 'Buy' ? orders.buyLots : orders.sellLots) === 0) return ZERO_MONEY;
    return sideMargin(
      {
        instrument: this.instrument,
        positionIndex: index,
        orders,
        position: this.held(index),
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
    const positions = this.positions.filter((position) => position.updatedAt !== NEVER);
    writer.number(positions.length);
    for (const position of positions) {
      writer.number(position.index);
      position.write(writer);
    }
  }

  /** Sums of orders are derived: the orders themselves are read elsewhere and counted again. */
  read(reader: StateReader): void {
    this.marginMode = reader.text() as MarginMode;
    this.positionMode = reader.text() as PositionMode;
    this.longLeverage = leverage(reader.bigint());
    this.shortLeverage = leverage(reader.bigint());
    for (let left = reader.number(); left > 0; left -= 1) {
      const position = this.position(reader.number() as PositionIndex);
      position.read(reader);
      position.recount();
    }
    this.touched();
  }
}
