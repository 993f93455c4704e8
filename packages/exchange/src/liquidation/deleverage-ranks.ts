import { divNearest, leverageHundredths, lots, moneyUnits, profit, valueAtPrice, type Side } from '@tapedeck/domain';
import { LIQUIDATION_DESK } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';

const RANK_SCALE = 1_000_000n;
/** Ranks are published in fifths. */
const BANDS = 5;

/** Profit share times leverage, the rank of auto-deleveraging (docs/concepts/loss-coverage.md): the highest goes first. */
function rank(position: Position, market: Market): bigint {
  const value = valueAtPrice(market.instrument, lots(position.size), market.mark);
  const earned = moneyUnits(profit(market.instrument, position.side, position.entryValue, value));
  const entry = moneyUnits(position.entryValue);
  if (entry === 0n) return 0n;
  const share = divNearest(earned * RANK_SCALE, entry);
  const lever = leverageHundredths(position.leverage);
  return share > 0n ? share * lever : divNearest(share, lever);
}

/** Order in which positions of one side are deleveraged: highest rank first; ties by account and index. */
export function byRank(positions: readonly Position[], market: Market): Position[] {
  const ranked = positions.map((position) => ({ position, rank: rank(position, market) }));
  ranked.sort((a, b) => {
    if (a.rank !== b.rank) return b.rank > a.rank ? 1 : -1;
    return a.position.slot.account - b.position.slot.account || a.position.index - b.position.index;
  });
  return ranked.map(({ position }) => position);
}

function tellSide(state: ExchangeState, market: Market, side: Side): void {
  const held: Position[] = [];
  for (const slot of market.holders) {
    if (slot.account === LIQUIDATION_DESK) continue;
    for (const position of slot.positions) if (position.size > 0 && position.side === side) held.push(position);
  }
  for (const [at, position] of byRank(held, market).entries()) {
    const band = BANDS - Math.floor((at * BANDS) / held.length);
    if (position.deleverageRank === band) continue;
    position.deleverageRank = band;
    if (!state.account(position.slot.account).house) state.tell({ type: 'PositionChanged', position: position.record() });
  }
}

/** Ranks all positions of contracts, and reports to the owners of positions that moved to another fifth of their side. */
export function tellRanks(state: ExchangeState): void {
  for (const market of state.contracts) {
    if (market.spot || market.holders.size === 0) continue;
    tellSide(state, market, 'Buy');
    tellSide(state, market, 'Sell');
  }
}
