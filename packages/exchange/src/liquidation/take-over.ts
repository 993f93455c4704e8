import {
  invariant,
  isOption,
  moneyTimesRate,
  negateMoney,
  notional,
  quantityOfLots,
  toTick,
  lotCount,
  lots,
  lotsAtValue,
  money,
  moneyUnits,
  rate,
  tickCount,
  tierOf,
  ticksOfPrice,
  type Coin,
  type Price,
  type Side,
} from '@tapedeck/domain';
import { LIQUIDATION_DESK, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { deskPosition } from './liquidation-desk.ts';
import { moveCash } from '../funds/move-cash.ts';
import { settleFill, trimReduceOnly } from '../contracts/contract-settlement.ts';
import { takeFromBook } from '../orders/take.ts';

/** A take-over costs the desk nothing. */
const NO_FEE = rate(0n);

/** Lots by which a position must shrink to reach the next lower risk tier; 0 in the lowest. */
function stepLots(position: Position, market: Market): number {
  const { instrument } = position.slot;
  const { value } = position.marginAt(market.mark);
  const at = instrument.tiers.indexOf(tierOf(instrument.tiers, value));
  const lower = instrument.tiers[at - 1];
  if (lower === undefined) return 0;
  return Math.max(0, position.size - lotCount(lotsAtValue(instrument, lower.limit, market.mark)));
}

/** Closes a part of the position in the market, no worse than its bankruptcy price; true if it shrank. */
export function reduceInMarket(
  state: ExchangeState,
  account: Account,
  { position, bust, count }: { readonly position: Position; readonly bust: Price; readonly count: number },
): boolean {
  const market = state.market(position.slot.instrument.id);
  if (count === 0) return false;
  const side = position.side === 'Buy' ? 'Sell' : 'Buy';
  const limit = tickCount(ticksOfPrice(bust, market.instrument.tickSize, side === 'Sell' ? 'up' : 'down'));
  const taker = { account, market, side, positionIndex: position.index, limit, order: undefined, liquidates: true } as const;
  return takeFromBook(state, taker, count) > 0;
}

/** By the quantity that brings it into the next lower tier. */
export function reduceByStep(state: ExchangeState, account: Account, position: Position, bust: Price): boolean {
  return reduceInMarket(state, account, { position, bust, count: stepLots(position, state.market(position.slot.instrument.id)) });
}

/** Share of the index price that the liquidation of a short option costs its owner (docs/concepts/options.md). */
const OPTION_LIQUIDATION_FEE = rate(200_000n);

/**
 * A short option is taken over at its mark price, rounded up to a tick, and its owner pays 0.2 % of the index price to
 * the insurance fund. Long options need no margin and stay.
 */
export function takeOverOption(state: ExchangeState, account: Account, position: Position): void {
  const market = state.market(position.slot.instrument.id);
  const { instrument, index, mark } = market;
  const size = lots(position.size);
  takeOver(state, account, position, toTick(mark, instrument.tickSize, 'up'));
  const fee = moneyTimesRate(notional(index, quantityOfLots(size, instrument.lotSize), 'up'), OPTION_LIQUIDATION_FEE, 'up');
  const { insurance } = state.ledger(instrument.settleCoin);
  moveCash(state, account, { kind: 'liquidation', amount: negateMoney(fee), counter: insurance, instrument: instrument.id });
}

/** Reports the closed size of a position, at the desk's price or better. */
export function tellLiquidated(
  state: ExchangeState,
  { slot, index }: Position,
  { side, size, bust }: { readonly side: Side; readonly size: number; readonly bust: Price },
): void {
  state.tell({
    type: 'PositionLiquidated',
    account: slot.account,
    instrument: slot.instrument.id,
    positionIndex: index,
    side,
    size: lots(size),
    bankruptcyPrice: bust,
    mark: state.market(slot.instrument.id).mark,
  });
}

/** Hands the entire position to the liquidation desk at its bankruptcy price; the desk then trades it out. */
export function takeOver(state: ExchangeState, account: Account, position: Position, bust: Price): void {
  const market = state.market(position.slot.instrument.id);
  const { instrument } = market;
  const desk = state.account(LIQUIDATION_DESK);
  const { side, size } = position;
  tellLiquidated(state, position, { side, size, bust });
  const tick = tickCount(ticksOfPrice(bust, instrument.tickSize, 'nearest'));
  const trade = { kind: 'BustTrade', market, tick, count: size, order: undefined } as const;
  const closing = side === 'Buy' ? 'Sell' : 'Buy';
  const feeRate = isOption(instrument) ? NO_FEE : position.slot.instrument.takerFee;
  settleFill(state, { ...trade, account, position, side: closing, maker: false, feeRate });
  const deskSlot = desk.slot(instrument);
  settleFill(state, { ...trade, account: desk, position: deskPosition(deskSlot, side), side, maker: true, feeRate: NO_FEE });
  trimReduceOnly(state, account, position.slot);
  invariant(position.size === 0, 'a take-over leaves no position');
}

/**
 * The insurance fund receives the surplus of a liquidation. A shortfall is part of its own closing fee: the fund pays
 * as far as it can, and the house waives the rest.
 */
export function settleRemainder(state: ExchangeState, account: Account, remainder: { coin: Coin; left: bigint; instrument: number }): void {
  const { coin, left, instrument } = remainder;
  const { insurance, fees } = state.ledger(coin);
  const fund = moneyUnits(insurance.balance);
  const byFund = left < -fund ? -fund : left;
  moveCash(state, account, { kind: 'liquidation', amount: money(-byFund), counter: insurance, instrument });
  moveCash(state, account, { kind: 'liquidation', amount: money(byFund - left), counter: fees, instrument });
}
