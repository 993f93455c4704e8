import {
  lots,
  maxMoney,
  negateMoney,
  opposite,
  positionIndexOf,
  positionSideOf,
  priceOfTicks,
  profit,
  rate,
  subtractMoney,
  ticks,
  valueAtTick,
  type Side,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import { MARKET_CROWD, MARKET_MAKER } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { tellLiquidated } from '../liquidation/take-over.ts';
import { settleFill } from '../contracts/contract-settlement.ts';
import { takeFromBook } from '../orders/take.ts';

const NO_FEE = rate(0n);

/** A trade of the crowd; `holding` is the side of the positions that it opens or closes. */
export interface CrowdOrder {
  readonly holding: Side;
  readonly opens: boolean;
  readonly count: number;
  readonly tick: number;
}

/** Holdings of the simulated participants of a market on one side. */
export function crowdPosition(state: ExchangeState, market: Market, holding: Side): Position {
  return state
    .account(MARKET_CROWD)
    .slot(market.instrument)
    .position(positionIndexOf('BothSide', positionSideOf(holding)));
}

/** Takes from the book, no worse than the order's tick; returns the filled lots. */
export function takeAsCrowd(state: ExchangeState, market: Market, order: CrowdOrder): number {
  return take(state, market, order, false);
}

function take(state: ExchangeState, market: Market, { holding, opens, count, tick }: CrowdOrder, liquidates: boolean): number {
  const position = crowdPosition(state, market, holding);
  return takeFromBook(
    state,
    {
      account: state.account(MARKET_CROWD),
      market,
      side: opens ? holding : opposite(holding),
      positionIndex: position.index,
      limit: tick,
      order: undefined,
      liquidates,
    },
    opens ? count : Math.min(count, position.size),
  );
}

/** Participants below their maintenance margin: they lose their positions' value at the bankruptcy price `bust`, a tick. */
export interface CrowdLiquidation extends CrowdOrder {
  readonly bust: number;
}

/**
 * Closes positions of participants by `close`, which returns the lots. The insurance fund keeps proceeds beyond the
 * bankruptcy price, and covers a shortfall as far as it can.
 */
function closeBankrupt(state: ExchangeState, market: Market, { holding, bust }: CrowdLiquidation, close: () => number): number {
  const { instrument } = market;
  const position = crowdPosition(state, market, holding);
  const cash = state.account(MARKET_CROWD).cash(instrument.settleCoin);
  const before = { cash: cash.balance, entry: position.entryValue };
  const count = close();
  if (count === 0) return 0;
  const earned = subtractMoney(cash.balance, before.cash);
  const entry = subtractMoney(before.entry, position.entryValue);
  const atBust = profit(instrument, holding, entry, valueAtTick(instrument, lots(count), ticks(bust)));
  const { insurance } = state.ledger(instrument.settleCoin);
  LedgerAccount.transfer(cash, insurance, maxMoney(subtractMoney(earned, atBust), negateMoney(insurance.balance)));
  tellLiquidated(state, position, { side: holding, size: count, bust: priceOfTicks(ticks(bust), instrument.tickSize) });
  return count;
}

/** Trades in the book, no worse than the order's tick; returns the filled lots. */
export function liquidateCrowd(state: ExchangeState, market: Market, order: CrowdLiquidation): number {
  return closeBankrupt(state, market, order, () => take(state, market, { ...order, opens: false }, true));
}

/**
 * The insurance fund takes over the quantity that the book could not fill, and hands it to the maker at the order's
 * tick. Returns the lots.
 */
export function takeOverCrowd(state: ExchangeState, market: Market, order: CrowdLiquidation): number {
  return closeBankrupt(state, market, order, () => arrangeCrowd(state, market, { ...order, opens: false }));
}

/**
 * Participants open or close positions against the maker at a price, outside the book: trades of an unwatched period,
 * and the participants' share of the maker's fills. Returns the lots.
 */
export function arrangeCrowd(state: ExchangeState, market: Market, { holding, opens, count, tick }: CrowdOrder): number {
  const position = crowdPosition(state, market, holding);
  const most = opens ? count : Math.min(count, position.size);
  if (most === 0) return 0;
  const side = opens ? holding : opposite(holding);
  const maker = state.account(MARKET_MAKER);
  const fill = { kind: 'Trade', market, tick, count: most, feeRate: NO_FEE, order: undefined } as const;
  settleFill(state, { ...fill, account: state.account(MARKET_CROWD), position, side, maker: false });
  settleFill(state, { ...fill, account: maker, position: maker.slot(market.instrument).position(0), side: opposite(side), maker: true });
  return most;
}
