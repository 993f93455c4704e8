import { moneyRatio } from '../values/money.ts';
import type { Money, Rate } from '../values/types.ts';
import type { Holding, PositionMargin } from './position-margin.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const wrap = (value: bigint): Money => value as unknown as Money;

export interface AccountMarginInput {
  /** Cash of the settle coin outside isolated positions. */
  readonly cash: Money;
  readonly positions: readonly { readonly holding: Holding; readonly margin: PositionMargin }[];
  /** Sum of `orderMargin` over instruments and position indices. */
  readonly orderMargin: Money;
}

export interface AccountMargin {
  /** Cash, isolated margin and all unrealised P&L. */
  readonly equity: Money;
  /** Cash and the unrealised P&L of cross positions: what cross margin stands on. */
  readonly marginBalance: Money;
  /** Of cross positions and of all orders. */
  readonly initialMargin: Money;
  /** Of cross positions. */
  readonly maintenanceMargin: Money;
  /** What a new order may cost: margin balance less initial margin, not below 0. */
  readonly available: Money;
  /** What can leave the cash (isolated margin): available, but never more than the cash itself. */
  readonly transferable: Money;
  readonly unrealisedPnl: Money;
}

/** Initial and maintenance margin as shares of the margin balance; `undefined` without a balance. */
export interface MarginRates {
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
}

/** Account-wide margin of one settle coin (reference, section 6.6). */
export function accountMargin(input: AccountMarginInput): AccountMargin {
  let balance = raw(input.cash);
  let isolated = 0n;
  let unrealised = 0n;
  let initial = raw(input.orderMargin);
  let maintenance = 0n;
  for (const { holding, margin } of input.positions) {
    unrealised += raw(margin.unrealisedPnl);
    if (holding.marginMode === 'isolated') {
      isolated += raw(holding.margin) + raw(margin.unrealisedPnl);
      continue;
    }
    balance += raw(margin.unrealisedPnl);
    initial += raw(margin.initialMargin);
    maintenance += raw(margin.maintenanceMargin);
  }
  const free = balance - initial;
  const available = free > 0n ? free : 0n;
  const cash = raw(input.cash) > 0n ? raw(input.cash) : 0n;
  return {
    equity: wrap(balance + isolated),
    marginBalance: wrap(balance),
    initialMargin: wrap(initial),
    maintenanceMargin: wrap(maintenance),
    available: wrap(available),
    transferable: wrap(available < cash ? available : cash),
    unrealisedPnl: wrap(unrealised),
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
