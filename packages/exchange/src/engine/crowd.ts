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
import { tellLiquidated } from './liquidate.ts';
import { settleFill } from './settle-fill.ts';
import { takeFromBook } from './take.ts';

const NO_FEE = rate(0n);

/** What the crowd does: `holding` is the side of the positions that it opens or closes. */
export interface CrowdOrder {
  readonly holding: Side;
  readonly opens: boolean;
  readonly count: number;
  readonly tick: number;
}

/** What the simulated participants of a market hold on one side. */
export function crowdPosition(state: ExchangeState, market: Market, holding: Side): Position {
  return state
    .account(MARKET_CROWD)
    .slot(market.instrument)
    .position(positionIndexOf('BothSide', positionSideOf(holding)));
}

/** Takes from the book, no worse than the order's tick; returns the lots that were filled. */
export function takeAsCrowd(state: ExchangeState, market: Market, { holding, opens, count, tick }: CrowdOrder): number {
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
    },
    opens ? count : Math.min(count, position.size),
  );
}

/** Participants whose margin carries their positions no longer: they lose what these are worth at the bankruptcy price `bust`, a tick. */
export interface CrowdLiquidation extends CrowdOrder {
  readonly bust: number;
}

/**
 * Closes positions of participants by `close`, which returns the lots. What the market pays beyond the bankruptcy price is the insurance
 * fund's, and what it pays less comes from there as far as there is anything.
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

/** Sells or buys back in the book, no worse than the order's tick; returns the lots that were filled. */
export function liquidateCrowd(state: ExchangeState, market: Market, order: CrowdLiquidation): number {
  return closeBankrupt(state, market, order, () => takeAsCrowd(state, market, { ...order, opens: false }));
}

/** The insurance fund takes over what the book had no room for: it hands it to the maker at the order's tick. Returns the lots. */
export function takeOverCrowd(state: ExchangeState, market: Market, order: CrowdLiquidation): number {
  return closeBankrupt(state, market, order, () => arrangeCrowd(state, market, { ...order, opens: false }));
}

/**
 * Participants open or close positions against the maker at a price, outside the book: what they did while nobody was there to see it,
 * and what of the maker's fills was theirs. Returns the lots.
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
