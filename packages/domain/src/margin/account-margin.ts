import { addMoney, moneyRatio, subtractMoney } from '../values/money.ts';
import type { Money, Rate } from '../values/types.ts';
import type { MarginMode } from '../positions/position.ts';
import type { Holding, PositionMargin } from './position-margin.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const wrap = (value: bigint): Money => value as unknown as Money;

/** A position with its margin at the mark price. */
export interface MarginedPosition {
  readonly holding: Pick<Holding, 'marginMode'>;
  readonly margin: PositionMargin;
}

/** A position's contributions to the sums of its account. */
export interface CountedMargin extends Pick<PositionMargin, 'unrealisedPnl' | 'initialMargin' | 'maintenanceMargin'> {
  readonly optionValue?: Money | undefined;
}

/** Sums over the positions of one settle coin. */
export interface PositionSums {
  /** Total unrealised P&L, and that of cross positions. */
  readonly unrealisedPnl: Money;
  readonly crossUnrealisedPnl: Money;
  /** Margin of isolated positions. */
  readonly isolatedMargin: Money;
  /** Initial margin of cross positions. */
  readonly initialMargin: Money;
  readonly maintenanceMargin: Money;
  /** Value of long options less short ones at mark prices: part of the equity, not of the margin balance. */
  readonly optionValue: Money;
}

export interface AccountMarginInput {
  /** Cash of the settle coin outside isolated positions. */
  readonly cash: Money;
  readonly positions: PositionSums;
  /** Sum of `orderMargin` over instruments and position indices. */
  readonly orderMargin: Money;
}

export interface AccountMargin {
  /** Cash, isolated margin, all unrealised P&L and the value of options. */
  readonly equity: Money;
  /** Cash and the unrealised P&L of cross positions; backs cross margin. */
  readonly marginBalance: Money;
  /** Initial margin of cross positions and of all orders. */
  readonly initialMargin: Money;
  /** Maintenance margin of cross positions. */
  readonly maintenanceMargin: Money;
  /** Available for new orders: margin balance less initial margin, at least 0. */
  readonly available: Money;
  /** Transferable cash (isolated margin): available, but at most the cash itself. */
  readonly transferable: Money;
  readonly unrealisedPnl: Money;
}

/** Initial and maintenance margin as shares of the margin balance; `undefined` without a balance. */
export interface MarginRates {
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
}

const ZERO = wrap(0n);
const NO_MARGIN: CountedMargin = { unrealisedPnl: ZERO, initialMargin: ZERO, maintenanceMargin: ZERO, optionValue: undefined };
const NO_OPTION: CountedMargin = { ...NO_MARGIN, optionValue: ZERO };

/** Sums maintained while positions change: a changed position is subtracted with its old figures and added with the new ones. */
export interface PositionTotals {
  addTo(sum: keyof PositionSums, part: Money): void;
}

export function addPosition(totals: PositionTotals, mode: MarginMode, margin: CountedMargin): void {
  const { optionValue, unrealisedPnl } = margin;
  if (optionValue === undefined) totals.addTo('unrealisedPnl', unrealisedPnl);
  else totals.addTo('optionValue', optionValue);
  if (mode === 'isolated' && optionValue === undefined) {
    // The initial margin of an isolated position is its own margin.
    totals.addTo('isolatedMargin', margin.initialMargin);
    return;
  }
  if (optionValue === undefined) totals.addTo('crossUnrealisedPnl', unrealisedPnl);
  totals.addTo('initialMargin', margin.initialMargin);
  totals.addTo('maintenanceMargin', margin.maintenanceMargin);
}

export function subtractPosition(totals: PositionTotals, mode: MarginMode, margin: CountedMargin): void {
  replacePosition(totals, mode, margin, margin.optionValue === undefined ? NO_MARGIN : NO_OPTION);
}

/** A position that keeps its mode counts with `after` instead of `before`. */
export function replacePosition(totals: PositionTotals, mode: MarginMode, before: CountedMargin, after: CountedMargin): void {
  const { optionValue } = after;
  const difference: CountedMargin = {
    unrealisedPnl: subtractMoney(after.unrealisedPnl, before.unrealisedPnl),
    initialMargin: subtractMoney(after.initialMargin, before.initialMargin),
    maintenanceMargin: subtractMoney(after.maintenanceMargin, before.maintenanceMargin),
    optionValue: optionValue === undefined ? undefined : subtractMoney(optionValue, before.optionValue ?? ZERO),
  };
  addPosition(totals, mode, difference);
}

/** Sums positions of one settle coin, for `accountMargin`. */
export function sumPositions(positions: Iterable<MarginedPosition>): PositionSums {
  const sums = {
    unrealisedPnl: ZERO,
    crossUnrealisedPnl: ZERO,
    isolatedMargin: ZERO,
    initialMargin: ZERO,
    maintenanceMargin: ZERO,
    optionValue: ZERO,
  };
  const totals: PositionTotals = {
    addTo: (sum, part) => {
      sums[sum] = addMoney(sums[sum], part);
    },
  };
  for (const { holding, margin } of positions) addPosition(totals, holding.marginMode, margin);
  return sums;
}

/** Available for new orders: margin balance less initial margin, at least 0. */
export function availableBalance({ cash, positions, orderMargin }: AccountMarginInput): Money {
  const free = raw(cash) + raw(positions.crossUnrealisedPnl) - raw(orderMargin) - raw(positions.initialMargin);
  return wrap(free > 0n ? free : 0n);
}

/** Transferable cash: available, but at most the cash itself. */
export function transferableBalance(cash: Money, available: Money): Money {
  if (raw(cash) <= 0n) return wrap(0n);
  return available < cash ? available : cash;
}

/** Cash and the unrealised P&L of cross positions. */
export function marginBalance({ cash, positions }: Pick<AccountMarginInput, 'cash' | 'positions'>): Money {
  return wrap(raw(cash) + raw(positions.crossUnrealisedPnl));
}

/** Account-wide margin of one settle coin (docs/concepts/liquidation.md). */
export function accountMargin(input: AccountMarginInput): AccountMargin {
  const { positions } = input;
  const initial = raw(input.orderMargin) + raw(positions.initialMargin);
  const available = availableBalance(input);
  return {
    equity: wrap(raw(input.cash) + raw(positions.unrealisedPnl) + raw(positions.isolatedMargin) + raw(positions.optionValue)),
    marginBalance: marginBalance(input),
    initialMargin: wrap(initial),
    maintenanceMargin: positions.maintenanceMargin,
    available,
    transferable: transferableBalance(input.cash, available),
    unrealisedPnl: positions.unrealisedPnl,
  };
}

export function marginRates(margin: AccountMargin): MarginRates {
  return {
    initialMarginRate: moneyRatio(margin.initialMargin, margin.marginBalance),
    maintenanceMarginRate: moneyRatio(margin.maintenanceMargin, margin.marginBalance),
  };
}

/** Cross positions are liquidated when the margin balance no longer exceeds their maintenance margin. */
export function crossLiquidatable(account: Pick<AccountMargin, 'marginBalance' | 'maintenanceMargin'>): boolean {
  return raw(account.maintenanceMargin) > 0n && raw(account.marginBalance) <= raw(account.maintenanceMargin);
}

/** The cushion of one cross position for `liquidationPrice`: see there. */
export function crossCushion(account: Pick<AccountMargin, 'marginBalance' | 'maintenanceMargin'>, own: PositionMargin): Money {
  const balanceWithout = raw(account.marginBalance) - raw(own.unrealisedPnl);
  const otherMaintenance = raw(account.maintenanceMargin) - raw(own.maintenanceMargin);
  return wrap(balanceWithout - otherMaintenance - raw(own.feeToClose));
}
