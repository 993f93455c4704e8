import { type Direction, isolatedMargin, larger, leverageLimit, valueOf } from './naive-formulas.ts';
import { wouldLiquidate } from './naive-liquidation.ts';
import {
  type NaiveAccount,
  type NaivePosition,
  type NaiveSettings,
  type NaiveState,
  balanceOf,
  leverageOf,
  opening,
  sideOrders,
} from './naive-state.ts';

const positionsOf = (account: NaiveAccount, instrument: number): NaivePosition[] =>
  account.positions.filter((position) => position.instrument === instrument);

function carried(state: NaiveState, account: NaiveAccount, instrument: number, side: Direction): bigint {
  let sum = 0n;
  for (const position of positionsOf(account, instrument)) {
    sum += opening(sideOrders(state, account.id, instrument, position.index, side), side, position);
    if (position.side === side) sum += valueOf(state.instrument(instrument), position.size, state.mark(instrument));
  }
  return sum;
}

const needOf = (state: NaiveState, position: NaivePosition, settings: NaiveSettings): bigint =>
  isolatedMargin(state.instrument(position.instrument), position.side, position.entry, leverageOf(settings, position.side));

/** Changes both leverages; the reason when it is refused. */
export function setLeverage(state: NaiveState, account: NaiveAccount, id: number, long: bigint, short: bigint): string | undefined {
  const settings = state.settings(account.id, id);
  const instrument = state.instrument(id);
  if (!settings.hedge && long !== short) return 'parameter';
  if (settings.long === long && settings.short === short) return 'leverageNotModified';
  for (const [side, leverage] of [
    ['Buy', long],
    ['Sell', short],
  ] as const) {
    const highest = leverageLimit(instrument, carried(state, account, id, side));
    if (leverage < instrument.lowestLeverage || highest === undefined || leverage > highest) return 'leverageOutOfRange';
  }
  const before = { ...settings };
  const open = settings.isolated ? positionsOf(account, id).filter((position) => position.size > 0) : [];
  const differences = open.map((position) => needOf(state, position, { ...settings, long, short }) - needOf(state, position, settings));
  Object.assign(settings, { long, short });
  const more = differences.reduce((sum, difference) => sum + larger(difference, 0n), 0n);
  const liquidates = open.some((position, at) => wouldLiquidate(state, position, position.margin + (differences[at] ?? 0n)));
  const after = balanceOf(state, account, instrument.coin);
  if (liquidates || after.initial > after.balance || more > after.transferable) {
    Object.assign(settings, before);
    return liquidates ? 'wouldLiquidate' : 'insufficientBalance';
  }
  for (const [at, position] of open.entries()) {
    position.margin += differences[at] ?? 0n;
    state.pay(account, instrument.coin, -(differences[at] ?? 0n));
  }
  return undefined;
}

function busy(state: NaiveState, account: NaiveAccount, instrument: number): boolean {
  const open = positionsOf(account, instrument).some((position) => position.size > 0);
  return open || state.ordersOf(account.id, instrument).length > 0;
}

export function setMarginMode(state: NaiveState, account: NaiveAccount, instrument: number, isolated: boolean): string | undefined {
  const settings = state.settings(account.id, instrument);
  if (settings.isolated === isolated) return 'marginModeNotModified';
  if (busy(state, account, instrument)) return 'marginModeBusy';
  settings.isolated = isolated;
  return undefined;
}

export function setPositionMode(state: NaiveState, account: NaiveAccount, instrument: number, hedge: boolean): string | undefined {
  const settings = state.settings(account.id, instrument);
  if (settings.hedge === hedge) return 'positionModeNotModified';
  const waits = state.waiting.some((order) => order.owner === account.id && order.instrument === instrument);
  if (waits || busy(state, account, instrument)) return 'positionModeBusy';
  settings.hedge = hedge;
  if (!hedge) settings.short = settings.long;
  return undefined;
}

export function addMargin(state: NaiveState, account: NaiveAccount, position: NaivePosition, amount: bigint): string | undefined {
  const settings = state.settings(account.id, position.instrument);
  const { coin } = state.instrument(position.instrument);
  if (!settings.isolated) return 'notIsolated';
  if (position.size === 0) return 'noPosition';
  if (amount > balanceOf(state, account, coin).transferable) return 'insufficientBalance';
  if (amount < 0n) {
    if (position.margin + amount < needOf(state, position, settings)) return 'insufficientBalance';
    if (wouldLiquidate(state, position, position.margin + amount)) return 'wouldLiquidate';
  }
  position.margin += amount;
  state.pay(account, coin, -amount);
  return undefined;
}
