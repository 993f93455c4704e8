import {
  addMoney,
  isInverse,
  lots,
  priceOfTicks,
  rate,
  ticks,
  type ExecutionKind,
  type Money,
  type OrderFilled,
  type Price,
  type Rate,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/position.ts';
import type { OwnFill } from '../state/order-life.ts';

const NO_FEE = rate(0n);

/** One side of a trade as reported; take-overs and deleveraging have no order. */
export interface ReportedFill extends OwnFill {
  readonly kind: ExecutionKind;
  readonly side: Side;
  readonly maker: boolean;
  readonly feeRate: Rate;
}

/** The house trades without fees. */
export function feeRateOf(account: Account, feeRate: Rate): Rate {
  return account.house ? NO_FEE : feeRate;
}

/** Adds a fill to its order. */
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
}

/** Numbers a fill and reports it to its owner; the house receives no reports. */
export function reportFill(
  state: ExchangeState,
  fill: ReportedFill,
  figures: {
    readonly positionIndex: 0 | 1 | 2;
    readonly value: Money;
    readonly fee: Money;
    readonly earned: Money;
    readonly closed: number;
    /** Entry price of the closed holding, if its values do not determine the price. */
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

/** Numbers a settlement of a position and tells its owner; the house hears of none. */
export function reportSettlement(
  state: ExchangeState,
  account: Account,
  position: Position,
  settled: Pick<OrderFilled, 'kind' | 'side' | 'price' | 'quantity' | 'value' | 'fee' | 'feeRate' | 'closedPnl' | 'closedQuantity'>,
): void {
  const executionId = state.nextExecutionId;
  state.nextExecutionId += 1;
  if (account.house) return;
  const { kind, closedPnl, closedQuantity, ...figures } = settled;
  const { index, slot } = position;
  const owner = { executionId, account: account.id, instrument: slot.instrument.id, positionIndex: index };
  state.tell({ type: 'OrderFilled', kind, ...owner, ...figures, maker: false, closedPnl, closedQuantity });
  state.tell({ type: 'PositionChanged', position: position.record() });
}
