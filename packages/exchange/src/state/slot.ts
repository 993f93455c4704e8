import {
  DEFAULT_LEVERAGE,
  WIDE,
  ZERO_MONEY,
  addMoney,
  heldOf,
  leverage,
  leverageHundredths,
  lots,
  narrow,
  narrowHeldOf,
  narrowOpeningValue,
  sideMargin,
  sideTermsOf,
  valueAtPrice,
  type AccountId,
  type Arrival,
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
  type SideTerms,
  type SideMargins,
} from '@tapedeck/domain';
import { NOWHERE, type NarrowSide } from './figure-rows.ts';
import type { MarginSums, OrderHolder } from './margin-sums.ts';
import {
  OrderSums,
  addOrder,
  foreseeSide,
  forgetMargins,
  keepMargin,
  knownMargin,
  lotsAt,
  marginAt,
  takeOrder,
  valueAt,
} from './order-sums.ts';
import { POSITION } from './position-row.ts';
import { NEVER, Position } from './position.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

const { counted: COUNTED, heldLots: HELD_LOTS } = POSITION;

/**
 * State of one account in one instrument: its settings, positions and sums of open orders. With many accounts and
 * instruments, each command accesses another slot that is in no cache: the fields of an order check are in this object
 * and in one row, positions are apart.
 */
export class Slot implements OrderHolder {
  // Fields that every order reads come first, so that they lie together in memory.
  readonly sums: MarginSums;
  /** Offset of the row of index 0, whose `COUNTED` covers all indexes. */
  readonly #at: number;
  #instrument: Instrument;
  positionMode: PositionMode = 'MergedSingle';
  marginMode: MarginMode = 'cross';
  /** With the leverage of each side. */
  #buyTerms: SideTerms;
  #sellTerms: SideTerms;
  /** Number of open orders of all kinds; maintained by the account. */
  openOrders = 0;
  /** Number of reduce-only orders among them. */
  reduceOnlyOrders = 0;
  /** Whether its account lists it among the slots with a position or an open order. */
  active = false;
  /** Whether the row holds the counted value of `sums` for the open orders; false after a change. */
  #isCounted = true;
  nextChanged: OrderHolder | undefined = undefined;
  /** Options only: prices for their margin, updated with every move while a position or order is open. */
  #optionPrices: OptionPrices | undefined = undefined;
  /** Position indexes 0 and, on demand, 1 and 2: there are many slots, and few in hedge mode. */
  readonly #oneWay: Position;
  #long: Position | undefined = undefined;
  #short: Position | undefined = undefined;
  #positions: readonly Position[] | undefined = undefined;
  /** Whether it is queued for a liquidation check: see `MarginSums`. */
  unlooked = false;
  /** Whether its market lists it among the holders. */
  isHolder = false;
  readonly account: AccountId;
  /** As listed by the exchange. */
  readonly listed: Instrument;

  constructor(account: AccountId, listed: Instrument, terms: Instrument, sums: MarginSums) {
    this.sums = sums;
    this.#at = sums.rows.take();
    this.#instrument = terms;
    this.#buyTerms = sideTermsOf(terms, 'Buy', DEFAULT_LEVERAGE);
    this.#sellTerms = sideTermsOf(terms, 'Sell', DEFAULT_LEVERAGE);
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

  /** The account has left the instrument. */
  forget(): void {
    // Neither its orders nor its positions may stay queued after another owner takes its row.
    this.sums.heldForOrders();
    this.sums.lookAway(this);
    for (const position of this.positions) {
      this.sums.forget(position);
      this.sums.rows.release(position.at);
    }
  }

  /** Position indexes ever requested, which include all ever opened. */
  get positions(): readonly Position[] {
    return (this.#positions ??= [this.#oneWay, this.#long, this.#short].filter((position) => position !== undefined));
  }

  /** As the account trades it: with its own fees. */
  get instrument(): Instrument {
    return this.#instrument;
  }

  /** New fees: margins are recomputed. */
  changeTerms(terms: Instrument): void {
    this.#instrument = terms;
    this.#buyTerms = sideTermsOf(terms, 'Buy', this.longLeverage);
    this.#sellTerms = sideTermsOf(terms, 'Sell', this.shortLeverage);
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

  get longLeverage(): Leverage {
    return this.#buyTerms.leverage;
  }

  set longLeverage(chosen: Leverage) {
    this.#buyTerms = sideTermsOf(this.#instrument, 'Buy', chosen);
  }

  get shortLeverage(): Leverage {
    return this.#sellTerms.leverage;
  }

  set shortLeverage(chosen: Leverage) {
    this.#sellTerms = sideTermsOf(this.#instrument, 'Sell', chosen);
  }

  sideTerms(side: Side): SideTerms {
    return side === 'Buy' ? this.#buyTerms : this.#sellTerms;
  }

  leverageOf(side: Side): Leverage {
    return side === 'Buy' ? this.longLeverage : this.shortLeverage;
  }

  /** A slot without settings and without any position so far. It need not be kept. */
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

  /** Stores the sums of a side once the order that was just checked rests, so that its margin is not computed twice. */
  foresee(index: PositionIndex, side: Side, expected: OpenSide): void {
    foreseeSide(this.sums.rows, this.#row(index), side, expected);
  }

  /** An input of the open orders' margin has changed. */
  touched(): void {
    const { rows } = this.sums;
    forgetMargins(rows, this.#at);
    if (this.#long !== undefined) forgetMargins(rows, this.#long.at);
    if (this.#short !== undefined) forgetMargins(rows, this.#short.at);
    this.#ordersChanged();
  }

  /** The same for an arriving order, in narrow amounts: the sums of the side if it rests completely. */
  foreseeArrival(index: PositionIndex, side: Side, { fillLots, fillValue, restLots, restValue }: Arrival): NarrowSide {
    const { rows } = this.sums;
    const row = this.#row(index);
    const { foreseen } = rows;
    foreseen.lots = rows.count(lotsAt(row, side)) + fillLots + restLots;
    foreseen.value = rows.narrow(valueAt(row, side)) + narrow(restValue) + (fillLots === 0 ? 0 : narrow(fillValue));
    foreseen.opening = this.#narrowOpening(index, side, foreseen.lots, foreseen.value);
    foreseen.margin = this.sideTerms(side).costOf(foreseen.opening);
    rows.foreseenAt = foreseen.margin >= 0 ? marginAt(row, side) : NOWHERE;
    return foreseen;
  }

  /** Value at the mark price of a position that orders of this side would increase. */
  narrowHeldValue(index: PositionIndex, side: Side, mark: Price): number {
    const signed = this.sums.rows.count(this.#row(index) + HELD_LOTS);
    const size = side === 'Buy' ? signed : 0 - signed;
    return size > 0 ? narrow(valueAtPrice(this.#instrument, lots(size), mark)) : 0;
  }

  #ordersChanged(): void {
    if (!this.#isCounted) return;
    this.#isCounted = false;
    this.sums.ordersChanged(this, this.#at + COUNTED);
  }

  /** Adds an order that is not reduce-only. */
  count(index: PositionIndex, side: Side, count: number, value: Money): void {
    addOrder(this.sums.rows, this.#row(index), { side, count, value });
    this.#ordersChanged();
  }

  /** Removes an order or a part of one. */
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

  /** Side and size of a position, without its object. */
  held(index: PositionIndex): { readonly side: Side; readonly size: Lots } {
    const signed = this.sums.rows.count(this.#row(index) + HELD_LOTS);
    return signed < 0 ? { side: 'Sell', size: lots(-signed) } : { side: 'Buy', size: lots(signed) };
  }

  holding(index: PositionIndex): Holding {
    return this.position(index).holding();
  }

  countHeld(): number {
    const { rows } = this.sums;
    const counted = this.#at + COUNTED;
    const held = this.positionMode === 'MergedSingle' ? narrowHeldOf(0, this.narrowMargin(0, 'Buy'), this.narrowMargin(0, 'Sell')) : WIDE;
    if (held >= 0) rows.setNarrow(counted, held);
    else rows.setMoney(counted, this.orderMargin());
    this.#isCounted = true;
    return counted;
  }

  /** Reservation of the open orders. */
  orderMargin(): Money {
    if (this.positionMode === 'MergedSingle') return heldOf(0, this.sideMargins(0));
    return addMoney(heldOf(1, this.sideMargins(1)), heldOf(2, this.sideMargins(2)));
  }

  /** Reservations of the open orders of each side of one position index; a side is recomputed only after it changed. */
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

  /** Reservation of the open orders of a side, as a narrow amount. */
  narrowMargin(index: PositionIndex, side: Side): number {
    const { rows } = this.sums;
    const row = this.#row(index);
    const at = marginAt(row, side);
    if (!rows.negative(at)) return rows.narrow(at);
    const opening = this.#narrowOpening(index, side, rows.count(lotsAt(row, side)), rows.narrow(valueAt(row, side)));
    const margin = this.sideTerms(side).costOf(opening);
    if (margin >= 0) rows.setNarrow(at, margin);
    return margin;
  }

  /** Value of the opening part of a side's lots. Options are margined at other prices than their own. */
  #narrowOpening(index: PositionIndex, side: Side, count: number, value: number): number {
    if (this.#optionPrices !== undefined) return WIDE;
    const signed = this.sums.rows.count(this.#row(index) + HELD_LOTS);
    const reducible = Math.max(0, side === 'Buy' ? 0 - signed : signed);
    return narrowOpeningValue(count, value, reducible);
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

  /** Order sums are derived: the orders themselves are restored elsewhere and counted again. */
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
