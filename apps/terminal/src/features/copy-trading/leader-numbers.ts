import { ZERO_MONEY, divNearest, moneyRatio, rate, type LeaderStatistics, type Rate } from '@tapedeck/domain';

/** Realised P&L as a share of the leader's initial capital; `undefined` if that was 0. */
export const leaderReturn = ({ pnl, capital }: LeaderStatistics): Rate | undefined =>
  capital > ZERO_MONEY ? moneyRatio(pnl, capital) : undefined;

/** Share of closing trades with a profit; `undefined` before the first. */
export const winRate = ({ wins, trades }: LeaderStatistics): Rate | undefined =>
  trades === 0 ? undefined : rate(divNearest(BigInt(wins) * 100_000_000n, BigInt(trades)));
