import { ZERO_MONEY, divNearest, moneyRatio, rate, type LeaderStatistics, type Rate } from '@tapedeck/domain';

/** Realised P&L as a share of what the leader began with; `undefined` when that was nothing. */
export const leaderReturn = ({ pnl, capital }: LeaderStatistics): Rate | undefined =>
  capital > ZERO_MONEY ? moneyRatio(pnl, capital) : undefined;

/** Closing trades that earned something, of all of them; `undefined` before the first. */
export const winRate = ({ wins, trades }: LeaderStatistics): Rate | undefined =>
  trades === 0 ? undefined : rate(divNearest(BigInt(wins) * 100_000_000n, BigInt(trades)));
