import { type Direction, against, bankruptTick, freeMargin, lotsWorth, larger, nearest, tierIndex } from './naive-formulas.ts';
import {
  type NaiveAccount,
  type NaiveInstrument,
  type NaivePosition,
  type NaiveState,
  balanceOf,
  isHouse,
  leverageOf,
  marginOf,
} from './naive-state.ts';
import { cancel, priceLimit, settle, take, trim } from './naive-trading.ts';

const DESK = 3;
/** The desk keeps longs and shorts apart. */
const deskIndex = (side: Direction): number => (side === 'Buy' ? 1 : 2);

const isolatedDone = (state: NaiveState, position: NaivePosition): boolean => {
  const margin = marginOf(state, position);
  return position.margin + margin.gained <= margin.maintenance;
};

/** Sells enough to fall into the next lower tier, no worse than bankruptcy; true when something was sold. */
function step(state: NaiveState, account: NaiveAccount, position: NaivePosition, bust: number): boolean {
  const instrument = state.instrument(position.instrument);
  const lower = instrument.tiers[tierIndex(instrument, marginOf(state, position).value) - 1];
  if (lower === undefined) return false;
  const keep = lotsWorth(instrument, lower.limit, state.mark(instrument.id));
  const lots = position.size - keep;
  if (lots <= 0) return false;
  const taker = { account, instrument, side: against(position.side), index: position.index, limit: bust, reduceOnly: false };
  return take(state, taker, lots) > 0;
}

/** The desk takes the whole position at its bankruptcy price. */
function takeOver(state: NaiveState, account: NaiveAccount, position: NaivePosition, bust: number): void {
  const instrument = state.instrument(position.instrument);
  const desk = state.account(DESK);
  const { side, size } = position;
  state.lines.push(`liquidate ${account.id} ${instrument.id} ${position.index} ${side} ${size}@${bust}`);
  const trade = { kind: 'BustTrade', tick: bust, lots: size };
  settle(state, { ...trade, account, position, side: against(side), rate: instrument.taker });
  settle(state, { ...trade, account: desk, position: state.position(desk, instrument.id, deskIndex(side)), side, rate: 0n });
  trim(state, account, instrument.id);
}

/** The fund takes what is left and gives what is lacking, as far as it can; the rest of a lack is given from the fees. */
export function toInsurance(state: NaiveState, account: NaiveAccount, coin: string, amount: bigint): void {
  state.pay(account, coin, -amount);
  state.insurance.set(coin, larger(0n, (state.insurance.get(coin) ?? 0n) + amount));
}

function liquidateIsolated(state: NaiveState, account: NaiveAccount, position: NaivePosition): void {
  const instrument = state.instrument(position.instrument);
  for (const order of state.ordersOf(account.id, instrument.id)) cancel(state, order, 'CancelAllBeforeLiq');
  while (position.size > 0 && isolatedDone(state, position)) {
    const bust = bankruptTick(instrument, position, freeMargin(instrument, position.side, position.entry, position.margin));
    if (step(state, account, position, bust)) continue;
    const before = account.cash.get(instrument.coin) ?? 0n;
    takeOver(state, account, position, bust);
    toInsurance(state, account, instrument.coin, (account.cash.get(instrument.coin) ?? 0n) - before);
  }
}

function crossPositions(state: NaiveState, account: NaiveAccount, coin: string): NaivePosition[] {
  return account.positions.filter((position) => {
    if (position.size === 0 || state.instrument(position.instrument).coin !== coin) return false;
    return !state.settings(account.id, position.instrument).isolated;
  });
}

function liquidateCross(state: NaiveState, account: NaiveAccount, coin: string): void {
  for (const instrument of state.instruments) {
    if (instrument.coin !== coin) continue;
    for (const order of state.ordersOf(account.id, instrument.id)) cancel(state, order, 'CancelAllBeforeLiq');
  }
  for (;;) {
    const { balance, maintenance } = balanceOf(state, account, coin);
    const open = crossPositions(state, account, coin);
    if (open.length === 0 || maintenance === 0n || balance > maintenance) break;
    // Positions are listed by instrument and index, so that the first of equals stays in front.
    let position = open[0] as NaivePosition;
    for (const other of open) if (marginOf(state, other).maintenance > marginOf(state, position).maintenance) position = other;
    const own = marginOf(state, position);
    const cushion = balance - own.gained - (maintenance - own.maintenance) - own.closing;
    const bust = bankruptTick(state.instrument(position.instrument), position, cushion);
    if (!step(state, account, position, bust)) takeOver(state, account, position, bust);
  }
  const cash = account.cash.get(coin) ?? 0n;
  if (cash < 0n && crossPositions(state, account, coin).length === 0) toInsurance(state, account, coin, cash);
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
    settle(state, { ...trade, account, position, side, rate: instrument.maker });
    settle(state, { ...trade, account: desk, position: held, side: against(side), rate: 0n });
    trim(state, account, instrument.id);
  }
}

/** The desk works off what it took over as far as the market and the fund allow; the rest may be deleveraged. */
function workOff(state: NaiveState, instrument: NaiveInstrument, index: number): void {
  const desk = state.account(DESK);
  const held = state.position(desk, instrument.id, index);
  if (held.size === 0) return;
  const side: Direction = against(held.side);
  const fund = (): bigint => (state.insurance.get(instrument.coin) ?? 0n) + (desk.cash.get(instrument.coin) ?? 0n);
  // The value of each inverse fill is rounded, which may cost a unit for every contract.
  const rounding = instrument.inverse ? BigInt(held.size) : 0n;
  const affordable = bankruptTick(instrument, held, larger(fund() - rounding, 0n));
  const allowed = priceLimit(state, instrument, side);
  const limit = side === 'Sell' ? Math.max(affordable, allowed) : Math.min(affordable, allowed);
  take(state, { account: desk, instrument, side, index, limit, reduceOnly: false }, held.size);
  if (held.size > 0 && fund() + marginOf(state, held).gained < 0n) deleverage(state, instrument, held);
  toInsurance(state, desk, instrument.coin, desk.cash.get(instrument.coin) ?? 0n);
}

/** Liquidates whoever has to be at the mark price of an instrument, by account number. */
export function liquidate(state: NaiveState, instrument: NaiveInstrument): void {
  const holds = (account: NaiveAccount): boolean =>
    account.positions.some((position) => position.instrument === instrument.id && position.size > 0);
  const holders = state.accounts.filter((account) => !isHouse(account.id) && holds(account)).sort((a, b) => a.id - b.id);
  for (const account of holders) {
    if (!holds(account)) continue;
    if (state.settings(account.id, instrument.id).isolated) {
      for (const index of [0, 1, 2]) {
        const position = state.position(account, instrument.id, index);
        if (position.size > 0 && isolatedDone(state, position)) liquidateIsolated(state, account, position);
      }
      continue;
    }
    const { balance, maintenance } = balanceOf(state, account, instrument.coin);
    if (maintenance > 0n && balance <= maintenance) liquidateCross(state, account, instrument.coin);
  }
  workOff(state, instrument, 1);
  workOff(state, instrument, 2);
}

/** Whether a position with another margin would be liquidated at once. */
export function wouldLiquidate(state: NaiveState, position: NaivePosition, margin: bigint): boolean {
  return isolatedDone(state, { ...position, margin });
}
