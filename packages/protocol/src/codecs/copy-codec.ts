import {
  REFUSALS,
  milliseconds,
  type CopyRecord,
  type FollowerRecord,
  type InstrumentId,
  type LeaderRecord,
  type MissedCopy,
  type RefusalReason,
} from '@tapedeck/domain';
import type { CopyStateItem, FollowItem, LeaderItem, MissedCopyItem } from '../web/copying.ts';
import { moneyText, rateText, readCount, readMoney, readRate, readTime } from './decimals.ts';
import { WireMalformed } from './wire-malformed.ts';

export function encodeLeader({ account, name, followers, followersPnl, statistics }: LeaderRecord): LeaderItem {
  const { since, capital, trades, wins, pnl, volume, drawdown } = statistics;
  return {
    leaderId: String(account),
    nickName: name,
    followers,
    followersPnl: moneyText(followersPnl),
    sinceE3: milliseconds(since),
    capital: moneyText(capital),
    trades,
    wins,
    pnl: moneyText(pnl),
    volume: moneyText(volume),
    drawdown: moneyText(drawdown),
  };
}

/** Throws `WireMalformed`. */
export function decodeLeader(item: LeaderItem): LeaderRecord {
  return {
    account: readCount(item.leaderId, 'leaderId'),
    name: item.nickName,
    followers: item.followers,
    followersPnl: readMoney(item.followersPnl, 'followersPnl'),
    statistics: {
      since: readTime(item.sinceE3, 'sinceE3'),
      capital: readMoney(item.capital, 'capital'),
      trades: item.trades,
      wins: item.wins,
      pnl: readMoney(item.pnl, 'pnl'),
      volume: readMoney(item.volume, 'volume'),
      drawdown: readMoney(item.drawdown, 'drawdown'),
    },
  };
}

const encodeFollow = ({ account, leader, name, ratio, maxAmount, since, orders, pnl }: FollowerRecord): FollowItem => ({
  followerId: String(account),
  leaderId: String(leader),
  nickName: name,
  ratio: rateText(ratio),
  maxAmount: moneyText(maxAmount),
  sinceE3: milliseconds(since),
  orders,
  pnl: moneyText(pnl),
});

const decodeFollow = (item: FollowItem): FollowerRecord => ({
  account: readCount(item.followerId, 'followerId'),
  leader: readCount(item.leaderId, 'leaderId'),
  name: item.nickName,
  ratio: readRate(item.ratio, 'ratio'),
  maxAmount: readMoney(item.maxAmount, 'maxAmount'),
  since: readTime(item.sinceE3, 'sinceE3'),
  orders: item.orders,
  pnl: readMoney(item.pnl, 'pnl'),
});

/** The copy-trading role of an account; none without a record. */
export function encodeCopying(record: CopyRecord | undefined, symbolOf: (id: InstrumentId) => string): CopyStateItem {
  if (record === undefined) return { role: 'none' };
  const { role } = record;
  const leader = encodeLeader(record.leader);
  if (role === 'leader') return { role, leader, followers: record.followers.map(encodeFollow) };
  const missed = record.missed.map(({ time, instrument, side, order, reason }): MissedCopyItem => ({
    timeE3: milliseconds(time),
    symbol: symbolOf(instrument),
    side,
    leaderOrderId: String(order),
    reason,
    code: REFUSALS[reason].code,
  }));
  return { role, leader, follow: encodeFollow(record.follow), missed };
}

const isReason = (text: string): text is RefusalReason => Object.hasOwn(REFUSALS, text);

function decodeMissed(item: MissedCopyItem, idOf: (symbol: string) => InstrumentId | undefined): MissedCopy {
  const { reason } = item;
  if (!isReason(reason)) throw new WireMalformed('reason');
  return {
    time: readTime(item.timeE3, 'timeE3'),
    instrument: idOf(item.symbol) ?? -1,
    side: item.side,
    order: readCount(item.leaderOrderId, 'leaderOrderId'),
    reason,
  };
}

/** Throws `WireMalformed`. */
export function decodeCopying(item: CopyStateItem, idOf: (symbol: string) => InstrumentId | undefined): CopyRecord | undefined {
  if (item.role === 'none' || item.leader === undefined) return undefined;
  const leader = decodeLeader(item.leader);
  if (item.role === 'leader') return { role: 'leader', leader, followers: (item.followers ?? []).map(decodeFollow) };
  if (item.follow === undefined) throw new WireMalformed('follow');
  const missed = (item.missed ?? []).map((one) => decodeMissed(one, idOf));
  return { role: 'follower', leader, follow: decodeFollow(item.follow), missed };
}
