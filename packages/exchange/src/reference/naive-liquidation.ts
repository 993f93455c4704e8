import type { Side } from '@tapedeck/domain';
import { against, bankruptTick, ceil, dollars, feeOf, freeMargin, isInverse, larger, lotsWorth } from './naive-formulas.ts';
import { type NaiveInstrument, nearest, tierIndex } from './naive-formulas.ts';
import { isBroken, replenish, repayDebts, writeOff } from './naive-funds.ts';
import { balanceOf, marginOf, mustLiquidate, spendsOf } from './naive-margin.ts';
import { type NaiveAccount, type NaivePosition, type NaiveState, coinsOf, isHouse, isPool, leverageOf } from './naive-state.ts';
import { cancel, settle, take, trim } from './naive-trading.ts';
import { priceLimit } from './slow-prices.ts';
import { endBought } from './slow-conditional.ts';

const DESK = 3;
const OPTION_FEE = 200_000n;
/** The desk keeps longs and shorts apart. */
const deskIndex = (side: Side): number => (side === 'Buy' ? 1 : 2);

/** Sells enough to reach the next lower tier, no worse than bankruptcy; true if a part was sold. */
function step(state: NaiveState, account: NaiveAccount, position: NaivePosition, bust: number): boolean {
  const instrument = state.instrument(position.instrument);
  const lower = instrument.tiers[tierIndex(instrument, marginOf(state, position).value) - 1];
  if (lower === undefined) return false;
  const lots = position.size - lotsWorth(instrument, lower.limit, state.mark(instrument.id));
  if (lots <= 0) return false;
  return take(state, { account, instrument, side: against(position.side), index: position.index, limit: bust }, lots) > 0;
}

/** The desk takes over the entire position at its bankruptcy price. */
function takeOver(state: NaiveState, account: NaiveAccount, position: NaivePosition, bust: number): void {
  const instrument = state.terms(account.id, position.instrument);
  const desk = state.account(DESK);
  const { side, size } = position;
  state.lines.push(`liquidate ${account.id} ${instrument.id} ${position.index} ${side} ${size}@${bust}`);
  const trade = { kind: 'BustTrade', tick: bust, lots: size };
  settle(state, { ...trade, account, position, side: against(side), rate: instrument.option === undefined ? instrument.takerFee : 0n });
  settle(state, { ...trade, account: desk, position: state.position(desk, instrument.id, deskIndex(side)), side, rate: 0n });
  trim(state, account, instrument.id);
}

/** The fund receives a surplus and covers a shortfall as far as it can; the fees cover the rest. */
export function toInsurance(state: NaiveState, account: NaiveAccount, coin: string, amount: bigint): void {
  state.pay(account, coin, -amount);
  state.insurance.set(coin, larger(0n, (state.insurance.get(coin) ?? 0n) + amount));
}

/** A short option is closed at its mark price, and its owner pays a share of the index price to the fund. */
function takeOverOption(state: NaiveState, account: NaiveAccount, position: NaivePosition): void {
  const { id, tickSize, lotSize, settleCoin } = state.instrument(position.instrument);
  const notional = ceil(state.price(id, 'IndexPrice') * BigInt(position.size) * lotSize, 100_000_000n);
  takeOver(state, account, position, Number(ceil(state.mark(id), tickSize)));
  toInsurance(state, account, settleCoin, feeOf(notional, OPTION_FEE));
}

function liquidateIsolated(state: NaiveState, account: NaiveAccount, position: NaivePosition): void {
  const instrument = state.terms(account.id, position.instrument);
  for (const order of state.ordersOf(account.id, instrument.id)) cancel(state, order, 'CancelAllBeforeLiq');
  while (position.size > 0 && isBroken(state, position)) {
    const bust = bankruptTick(instrument, position, freeMargin(instrument, position.side, position.entry, position.margin));
    if (step(state, account, position, bust)) continue;
    const before = account.cash.get(instrument.settleCoin) ?? 0n;
    takeOver(state, account, position, bust);
    toInsurance(state, account, instrument.settleCoin, (account.cash.get(instrument.settleCoin) ?? 0n) - before);
  }
}

/** Positions margined by a coin, in a unified account by all coins; a long option needs no margin. */
const crossPositions = (state: NaiveState, account: NaiveAccount, coin: string): NaivePosition[] =>
  account.positions.filter(({ size, instrument: id, side }) => {
    const { settleCoin, option } = state.instrument(id);
    if (size === 0 || (settleCoin !== coin && !isPool(account)) || state.settings(account.id, id).isolated) return false;
    return option === undefined || side === 'Sell';
  });

/** The position with the largest maintenance margin in dollars; ties by instrument and index. */
function largest(state: NaiveState, positions: readonly NaivePosition[]): NaivePosition | undefined {
  const need = (position: NaivePosition): bigint =>
    dollars(marginOf(state, position).maintenance, state.coinPrice(state.instrument(position.instrument).settleCoin));
  return [...positions].sort((a, b) => Number(need(b) - need(a)) || a.instrument - b.instrument || a.index - b.index)[0];
}

function cancelHolding(state: NaiveState, account: NaiveAccount, coin: string): void {
  const orders = state.ordersOf(account.id).map((order) => ({ order, instrument: state.instrument(order.instrument) }));
  const contracts = orders.filter(({ instrument }) => instrument.kind !== 'Spot').sort((a, b) => a.instrument.id - b.instrument.id);
  const spot = orders.filter(({ instrument }) => instrument.kind === 'Spot');
  for (const { order, instrument } of [...contracts, ...spot]) {
    const holds = instrument.kind === 'Spot' ? spendsOf(instrument, order.side) : instrument.settleCoin;
    if (holds === coin || isPool(account)) cancel(state, order, 'CancelAllBeforeLiq');
  }
  endBought(state, account, isPool(account) ? undefined : coin);
}

function liquidateCross(state: NaiveState, account: NaiveAccount, coin: string): void {
  const pool = isPool(account);
  cancelHolding(state, account, coin);
  while (mustLiquidate(state, account, coin)) {
    if (pool) repayDebts(state, account);
    const position = mustLiquidate(state, account, coin) ? largest(state, crossPositions(state, account, coin)) : undefined;
    if (position === undefined) break;
    const instrument = state.instrument(position.instrument);
    if (instrument.option !== undefined) {
      takeOverOption(state, account, position);
      continue;
    }
    const { balance, maintenance } = balanceOf(state, account, instrument.settleCoin);
    const own = marginOf(state, position);
    const bust = bankruptTick(instrument, position, balance - own.gained - (maintenance - own.maintenance) - own.closing);
    if (!step(state, account, position, bust)) takeOver(state, account, position, bust);
  }
  if (crossPositions(state, account, coin).length > 0) return;
  if (pool) {
    repayDebts(state, account);
    writeOff(state, account);
  } else if ((account.cash.get(coin) ?? 0n) < 0n) toInsurance(state, account, coin, account.cash.get(coin) ?? 0n);
}

function rank(state: NaiveState, position: NaivePosition): bigint {
  const share = nearest(marginOf(state, position).gained * 1_000_000n, position.entry);
  const leverage = leverageOf(state.settings(position.account, position.instrument), position.side);
  return share > 0n ? share * leverage : nearest(share, leverage);
}

function deleverage(state: NaiveState, instrument: NaiveInstrument, held: NaivePosition): void {
  const desk = state.account(DESK);
  const { side } = held;
  const others = state.accounts
    .flatMap((account) => account.positions)
    .filter((other) => other.instrument === instrument.id && other.account !== DESK && other.size > 0 && other.side !== side);
  const ranked = others.map((position) => ({ position, rank: rank(state, position) }));
  ranked.sort((a, b) => Number(b.rank - a.rank) || a.position.account - b.position.account || a.position.index - b.position.index);
  for (const { position } of ranked) {
    if (held.size === 0) return;
    const lots = Math.min(held.size, position.size);
    const trade = { kind: 'AdlTrade', tick: bankruptTick(instrument, held, 0n), lots };
    const account = state.account(position.account);
    for (const order of state.ordersOf(account.id, instrument.id)) cancel(state, order, 'CancelAllBeforeAdl');
    settle(state, { ...trade, account, position, side, rate: state.terms(account.id, instrument.id).makerFee });
    settle(state, { ...trade, account: desk, position: held, side: against(side), rate: 0n });
    trim(state, account, instrument.id);
  }
}

/** The desk trades out its positions as far as the market and the fund allow; the rest may be deleveraged. */
function workOff(state: NaiveState, instrument: NaiveInstrument, index: number): void {
  const desk = state.account(DESK);
  const { settleCoin, option, id } = instrument;
  const held = state.position(desk, id, index);
  if (held.size === 0) return;
  const side = against(held.side);
  const fund = (): bigint => (state.insurance.get(settleCoin) ?? 0n) + (desk.cash.get(settleCoin) ?? 0n);
  // The value of each inverse fill is rounded, which may cost one unit per contract.
  const rounding = isInverse(instrument) ? BigInt(held.size) : 0n;
  const allowed = priceLimit(state, instrument, side);
  const affordable = option === undefined ? bankruptTick(instrument, held, larger(fund() - rounding, 0n)) : allowed;
  const limit = side === 'Sell' ? Math.max(affordable, allowed) : Math.min(affordable, allowed);
  take(state, { account: desk, instrument, side, index, limit }, held.size);
  if (option === undefined && held.size > 0 && fund() + marginOf(state, held).gained < 0n) deleverage(state, instrument, held);
  toInsurance(state, desk, settleCoin, desk.cash.get(settleCoin) ?? 0n);
}

/** Liquidates accounts with single-coin margin at the mark price of an instrument, by account number. */
export function liquidate(state: NaiveState, instrument: NaiveInstrument, always = true): void {
  const before = state.lines.length;
  const { id, settleCoin } = instrument;
  const holds = ({ positions }: NaiveAccount): boolean => positions.some((position) => position.instrument === id && position.size > 0);
  for (const account of state.accounts.filter((one) => !isHouse(one.id) && holds(one))) {
    if (!holds(account)) continue;
    if (state.settings(account.id, id).isolated) {
      for (const index of [0, 1, 2]) {
        const position = state.position(account, id, index);
        if (position.size > 0 && !replenish(state, account, position)) liquidateIsolated(state, account, position);
      }
    } else if (!isPool(account) && mustLiquidate(state, account, settleCoin)) liquidateCross(state, account, settleCoin);
  }
  if (always || state.lines.length > before) for (const index of [1, 2]) workOff(state, instrument, index);
}

/** Liquidates unified accounts below their margin, after any move. */
export function liquidatePools(state: NaiveState): void {
  let any = false;
  for (const account of state.accounts.filter(isPool)) {
    const [coin = ''] = coinsOf(account);
    if (!mustLiquidate(state, account, coin)) continue;
    liquidateCross(state, account, coin);
    any = true;
  }
  const live = any ? state.instruments.filter(({ id }) => !state.closed.has(id)) : [];
  for (const instrument of live) for (const index of [1, 2]) workOff(state, instrument, index);
}
