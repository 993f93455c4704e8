import {
  ZERO_MONEY,
  addMoney,
  fillHolding,
  invariant,
  isInverse,
  isOption,
  lots,
  negateMoney,
  priceOfTicks,
  rate,
  subtractMoney,
  ticks,
  valueAtTick,
  type CashChanged,
  type ExecutionKind,
  type FilledHolding,
  type LedgerKind,
  type Money,
  type OrderFilled,
  type Price,
  type Rate,
  type Side,
  type StrategyTag,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import { noteFill } from './note-leading.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/position.ts';
import type { PartFill } from '../strategies/strategy.ts';

/** Moves cash between an account and a purse of the house (or of its own position) and writes the line that the owner sees. */
export function moveCash(
  state: ExchangeState,
  account: Account,
  line: {
    readonly kind: LedgerKind;
    readonly amount: Money;
    readonly counter: LedgerAccount;
    readonly instrument: number;
    readonly interest?: CashChanged['interest'];
    readonly otherKind?: CashChanged['otherKind'];
  },
): void {
  if (line.amount === ZERO_MONEY) return;
  const cash = account.cash(line.counter.coin);
  account.use(cash.coin);
  LedgerAccount.transfer(line.counter, cash, line.amount);
  if (account.house) return;
  state.overdue.add(account.id);
  const changed: { -readonly [Field in keyof CashChanged]: CashChanged[Field] } = {
    type: 'CashChanged',
    account: account.id,
    coin: cash.coin,
    kind: line.kind,
    amount: line.amount,
    cash: cash.balance,
    instrument: line.instrument,
  };
  if (line.interest !== undefined) changed.interest = line.interest;
  if (line.otherKind !== undefined) changed.otherKind = line.otherKind;
  state.tell(changed);
}

const NO_FEE = rate(0n);

export interface Fill {
  readonly kind: ExecutionKind;
  readonly account: Account;
  readonly position: Position;
  readonly market: Market;
  readonly side: Side;
  readonly tick: number;
  readonly count: number;
  readonly maker: boolean;
  readonly feeRate: Rate;
  /** The order that was filled; none for take-overs and deleveraging. */
  readonly order: OpenOrder | undefined;
}

/** The house trades without fees. */
export function feeRateOf(account: Account, feeRate: Rate): Rate {
  return account.house ? NO_FEE : feeRate;
}

/** The buyer of an option pays its premium at once, and the seller has it at once. */
function movePremium(state: ExchangeState, { account, market, side, tick, count }: Fill, clearing: LedgerAccount): void {
  const premium = valueAtTick(market.instrument, lots(count), ticks(tick));
  const amount = side === 'Buy' ? negateMoney(premium) : premium;
  moveCash(state, account, { kind: 'trade', amount, counter: clearing, instrument: market.instrument.id });
}

/** Gives the position what the fill made of it, keeps open interest, and moves margin and P&L in the ledger. */
function applyFill(state: ExchangeState, fill: Fill, filled: FilledHolding): void {
  const { position, market, account } = fill;
  const { instrument } = market;
  const ledger = state.ledger(instrument.settleCoin);
  const line = instrument.id;
  moveCash(state, account, { instrument: line, kind: 'marginOut', amount: filled.released, counter: position.purse });
  if (isOption(instrument)) movePremium(state, fill, ledger.clearing);
  if (filled.closed > 0) {
    if (position.side === 'Buy') market.openLong -= filled.closed;
    else market.openShort -= filled.closed;
    position.realise({ tradePnl: filled.earned, fee: filled.closingFee });
    const kind = fill.kind === 'Delivery' || fill.kind === 'Settle' ? 'delivery' : 'trade';
    if (!isOption(instrument)) moveCash(state, account, { instrument: line, kind, amount: filled.earned, counter: ledger.clearing });
  }
  moveCash(state, account, { instrument: line, kind: 'fee', amount: negateMoney(filled.fee), counter: ledger.fees });
  const opened = fill.count - filled.closed;
  if (opened > 0) {
    if (fill.side === 'Buy') market.openLong += opened;
    else market.openShort += opened;
    if (position.size === filled.closed) position.begin(state.now);
    position.realise({ fee: subtractMoney(filled.fee, filled.closingFee) });
    moveCash(state, account, { instrument: line, kind: 'marginIn', amount: negateMoney(filled.reserved), counter: position.purse });
  }
  position.become(filled, fill.tick);
  invariant(position.purse.balance === filled.holding.margin, 'the purse of a position holds its margin');
}

/** The strategy that an order is a part of hears of its fills. */
function tellParent(state: ExchangeState, order: OpenOrder, tag: StrategyTag, fill: PartFill): void {
  state.strategies.filled(tag, order, fill);
  if (order.left === 0) state.strategies.gone(tag, order, undefined);
}

/** Counts a fill in the order that it filled, and tells the strategy that the order is a part of. */
export function countFill(
  state: ExchangeState,
  order: OpenOrder,
  fill: { readonly tick: number; readonly count: number; readonly value: Money; readonly fee: Money },
): void {
  const { tick, count, value, fee } = fill;
  order.filled += count;
  order.filledValue = addMoney(order.filledValue, value);
  if (isInverse(order.instrument)) order.addInverse(tick, count);
  order.fee = addMoney(order.fee, fee);
  order.updatedAt = state.now;
  order.status = order.left === 0 ? 'Filled' : 'PartiallyFilled';
  if (order.extra?.strategy !== undefined) {
    const price = priceOfTicks(ticks(tick), order.instrument.tickSize);
    tellParent(state, order, order.extra.strategy, { count, value, price });
  }
}

function countOrder(fill: Fill, state: ExchangeState, value: Money, fee: Money): void {
  const { order, position, market, tick, count } = fill;
  if (order === undefined) return;
  countFill(state, order, { tick, count, value, fee });
  if (order.handle >= 0 && !order.reduceOnly) {
    const { positionIndex, side } = order;
    const at = ticks(order.price);
    const before = valueAtTick(market.instrument, lots(order.left + count), at);
    // What was counted less what is left: inverse values do not add up to the unit.
    const resting = subtractMoney(before, valueAtTick(market.instrument, lots(order.left), at));
    position.slot.uncount(positionIndex, side, count, resting);
  }
}

/** Numbers a fill and tells its owner of it; the house hears of none. */
export function reportFill(
  state: ExchangeState,
  fill: Omit<Fill, 'position'>,
  figures: {
    readonly positionIndex: 0 | 1 | 2;
    readonly value: Money;
    readonly fee: Money;
    readonly earned: Money;
    readonly closed: number;
    /** Of the holding that it closes, where values do not tell it. */
    readonly entry: Price | undefined;
  },
): void {
  const { market, order } = fill;
  const { closed, entry } = figures;
  const executionId = state.nextExecutionId;
  state.nextExecutionId += 1;
  if (fill.account.house) return;
  const execution: { -readonly [Field in keyof OrderFilled]: OrderFilled[Field] } = {
    type: 'OrderFilled',
    kind: fill.kind,
    executionId,
    account: fill.account.id,
    instrument: market.instrument.id,
    positionIndex: figures.positionIndex,
    side: fill.side,
    price: priceOfTicks(ticks(fill.tick), market.instrument.tickSize),
    quantity: lots(fill.count),
    value: figures.value,
    fee: figures.fee,
    feeRate: fill.feeRate,
    maker: fill.maker,
    closedPnl: figures.earned,
    closedQuantity: lots(closed),
  };
  if (entry !== undefined && closed > 0) execution.closedEntry = entry;
  if (order !== undefined) execution.order = order.record();
  state.tell(execution);
}

/**
 * Settles one side of one trade by `fillHolding`: moves P&L, margin and fee in the ledger, counts the order and tells the owner. Returns
 * the lots that opened or enlarged the position.
 */
export function settleFill(state: ExchangeState, fill: Fill): number {
  const { position, market, account } = fill;
  const { instrument } = position.slot;
  const filled = fillHolding(instrument, position.holding(), {
    side: fill.side,
    tick: fill.tick,
    count: fill.count,
    feeRate: fill.feeRate,
    leverage: position.slot.leverageOf(fill.side),
    index: market.index,
  });
  const value = valueAtTick(instrument, lots(fill.count), ticks(fill.tick));
  const entry = position.averagePrice;
  applyFill(state, fill, filled);
  position.updatedAt = state.now;
  position.touched();
  market.reviewHolder(position.slot);
  countOrder(fill, state, value, filled.fee);
  account.review(position.slot);
  if (!account.house) state.overdue.add(account.id);
  if (account.copying !== undefined) noteFill(state, account.copying, fill, { filled, value });
  const { fee, earned, closed } = filled;
  reportFill(state, fill, { positionIndex: position.index, value, fee, earned, closed, entry });
  if (!account.house) state.tell({ type: 'PositionChanged', position: position.record() });
  return fill.count - filled.closed;
}
