import {
  ZERO_MONEY,
  addMoney,
  feeToClose,
  initialMarginOf,
  lots,
  moneyShare,
  negateMoney,
  priceOfTicks,
  profit,
  rate,
  subtractMoney,
  tradingFee,
  ticks,
  valueAtTick,
  type ExecutionKind,
  type LedgerKind,
  type Money,
  type Rate,
  type Side,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/slot.ts';

/** Moves cash between an account and a purse of the house (or of its own position) and writes the line that the owner sees. */
export function moveCash(
  state: ExchangeState,
  account: Account,
  line: { readonly kind: LedgerKind; readonly amount: Money; readonly counter: LedgerAccount; readonly instrument: number },
): void {
  if (line.amount === ZERO_MONEY) return;
  const cash = account.cash(line.counter.coin);
  LedgerAccount.transfer(line.counter, cash, line.amount);
  if (account.house) return;
  state.events.push({
    type: 'CashChanged',
    account: account.id,
    coin: cash.coin,
    kind: line.kind,
    amount: line.amount,
    cash: cash.balance,
    instrument: line.instrument,
  });
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

function releaseMargin(state: ExchangeState, fill: Fill, closed: number, size: number): void {
  const { position, account, market } = fill;
  const released = moneyShare(position.purse.balance, closed, size, 'down');
  moveCash(state, account, { kind: 'marginOut', amount: released, counter: position.purse, instrument: market.instrument.id });
}

/** Closes up to `count` lots of a position against the fill's side; returns the closed lots and what they earned. */
function reducePosition(state: ExchangeState, fill: Fill): { closed: number; earned: Money } {
  const { position, market, account } = fill;
  if (position.size === 0 || position.side === fill.side) return { closed: 0, earned: ZERO_MONEY };
  const { instrument } = market;
  const size = position.size;
  const closed = Math.min(size, fill.count);
  const entryShare = closed === size ? position.entryValue : moneyShare(position.entryValue, closed, size, 'down');
  const earned = profit(position.side, entryShare, valueAtTick(instrument, lots(closed), ticks(fill.tick)));
  if (position.slot.marginMode === 'isolated') releaseMargin(state, fill, closed, size);
  position.size = size - closed;
  position.entryValue = subtractMoney(position.entryValue, entryShare);
  if (position.side === 'Buy') market.openLong -= closed;
  else market.openShort -= closed;
  position.realise({ tradePnl: earned });
  moveCash(state, account, {
    kind: 'trade',
    amount: earned,
    counter: state.ledger(instrument.settleCoin).clearing,
    instrument: instrument.id,
  });
  return { closed, earned };
}

/** Opens or enlarges a position by `count` lots; an isolated one takes its margin and the fee to close from the cash. */
function enlargePosition(state: ExchangeState, fill: Fill, count: number): void {
  const { position, market, account } = fill;
  const { instrument } = market;
  if (position.size === 0) {
    position.side = fill.side;
    position.openedAt = state.now;
    position.tradePnl = ZERO_MONEY;
    position.fees = ZERO_MONEY;
    position.funding = ZERO_MONEY;
  }
  const value = valueAtTick(instrument, lots(count), ticks(fill.tick));
  position.size += count;
  position.entryValue = addMoney(position.entryValue, value);
  if (fill.side === 'Buy') market.openLong += count;
  else market.openShort += count;
  if (position.slot.marginMode === 'isolated') {
    const margin = addMoney(
      initialMarginOf(value, position.leverage),
      feeToClose(value, fill.side, position.leverage, instrument.takerFee),
    );
    moveCash(state, account, { kind: 'marginIn', amount: negateMoney(margin), counter: position.purse, instrument: instrument.id });
  }
}

/** The fee of a fill, shared between the part that closes and the part that opens: each belongs to its own holding. */
function chargeFee(state: ExchangeState, fill: Fill, value: Money): Money {
  const { instrument } = fill.market;
  const fee = tradingFee(value, fill.feeRate);
  moveCash(state, fill.account, {
    kind: 'fee',
    amount: negateMoney(fee),
    counter: state.ledger(instrument.settleCoin).fees,
    instrument: instrument.id,
  });
  return fee;
}

function countOrder(fill: Fill, state: ExchangeState, value: Money, fee: Money): void {
  const { order, position, market } = fill;
  if (order === undefined) return;
  order.filled += fill.count;
  order.filledValue = addMoney(order.filledValue, value);
  order.fee = addMoney(order.fee, fee);
  order.updatedAt = state.now;
  order.status = order.left === 0 ? 'Filled' : 'PartiallyFilled';
  if (order.handle >= 0 && !order.terms.reduceOnly) {
    const { positionIndex, side } = order.terms;
    const resting = valueAtTick(market.instrument, lots(fill.count), ticks(order.terms.price));
    position.slot.count(positionIndex, side, -fill.count, negateMoney(resting));
  }
}

function report(
  state: ExchangeState,
  fill: Fill,
  done: { value: Money; fee: Money; closed: number; earned: Money; order: OpenOrder | undefined },
): void {
  const { market, position } = fill;
  const executionId = state.nextExecutionId;
  state.nextExecutionId += 1;
  if (fill.account.house) return;
  const execution = {
    type: 'OrderFilled',
    kind: fill.kind,
    executionId,
    account: fill.account.id,
    instrument: market.instrument.id,
    positionIndex: position.index,
    side: fill.side,
    price: priceOfTicks(ticks(fill.tick), market.instrument.tickSize),
    quantity: lots(fill.count),
    value: done.value,
    fee: done.fee,
    feeRate: fill.feeRate,
    maker: fill.maker,
    closedPnl: done.earned,
    closedQuantity: lots(done.closed),
  } as const;
  state.events.push(done.order === undefined ? execution : { ...execution, order: done.order.record() });
  state.events.push({ type: 'PositionChanged', position: position.record() });
}

/**
 * Settles one side of one trade: closes, then opens what is left, moves P&L, margin and fee in the ledger, counts the order and
 * tells the owner.
 */
export function settleFill(state: ExchangeState, fill: Fill): void {
  const { position, market, account } = fill;
  const value = valueAtTick(market.instrument, lots(fill.count), ticks(fill.tick));
  const { closed, earned } = reducePosition(state, fill);
  const fee = chargeFee(state, fill, value);
  const closingFee = closed === fill.count ? fee : moneyShare(fee, closed, fill.count, 'down');
  position.realise({ fee: closingFee });
  if (closed < fill.count) {
    enlargePosition(state, fill, fill.count - closed);
    position.realise({ fee: subtractMoney(fee, closingFee) });
  }
  position.updatedAt = state.now;
  position.touched();
  if (position.size > 0) market.holders.add(position.slot);
  else if (!position.slot.hasPosition) market.holders.delete(position.slot);
  countOrder(fill, state, value, fee);
  account.review(position.slot);
  report(state, fill, { value, fee, closed, earned, order: fill.order });
}
