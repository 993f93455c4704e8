import { ZERO_MONEY, addMoney, type AccountId, type CopyRecord, type LeaderRecord } from '@tapedeck/domain';
import type { Leadership } from '../state/copying.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Public record of a leader. */
export function leaderRecord({ copying }: ExchangeState, leader: Leadership): LeaderRecord {
  const { account, name, since, capital, trades, wins, pnl, volume, drawdown, followers } = leader;
  let followersPnl = ZERO_MONEY;
  for (const follower of followers) followersPnl = addMoney(followersPnl, copying.followings.get(follower)?.pnl ?? ZERO_MONEY);
  return {
    account,
    name,
    followers: followers.size,
    followersPnl,
    statistics: { since, capital, trades, wins, pnl, volume, drawdown },
  };
}

/** Role of an account in copy trading. */
export function copyRecord(state: ExchangeState, account: AccountId): CopyRecord | undefined {
  const { leaders, followings } = state.copying;
  const leading = leaders.get(account);
  if (leading !== undefined) {
    const followers = [...leading.followers].flatMap((id) => followings.get(id)?.record() ?? []);
    return { role: 'leader', leader: leaderRecord(state, leading), followers };
  }
  const following = followings.get(account);
  const leader = following && leaders.get(following.terms.leader);
  if (following === undefined || leader === undefined) return undefined;
  return { role: 'follower', leader: leaderRecord(state, leader), follow: following.record(), missed: [...following.missed].reverse() };
}
