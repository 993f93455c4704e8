import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { decimalText, sideText } from './envelope.ts';

const accountText = v.pipe(v.string(), v.regex(/^\d{1,16}$/));
/** Public name of a leader: 1 to 32 characters of one line, all visible, without spaces at the ends. */
export const copyNameText = v.pipe(v.string(), v.maxLength(32), v.regex(/^[^\p{C}\s](?:[^\p{C}\p{Zl}\p{Zp}]{0,30}[^\p{C}\s])?$/u));

/** Public record of a leader; amounts in USDT, earned since `sinceE3`. */
export const leaderItem = object({
  leaderId: v.string(),
  nickName: v.string(),
  followers: number,
  /** Realised P&L of the current followers, less fees. */
  followersPnl: v.string(),
  sinceE3: number,
  /** Value of the account's cash at that time. */
  capital: v.string(),
  /** Closing fills, and those of them with a profit. */
  trades: number,
  wins: number,
  /** Realised, less fees. */
  pnl: v.string(),
  volume: v.string(),
  /** Largest drawdown of the realised P&L from its peak. */
  drawdown: v.string(),
});
export type LeaderItem = v.InferOutput<typeof leaderItem>;

/** Terms and result of following a leader. */
export const followItem = object({
  followerId: v.string(),
  leaderId: v.string(),
  nickName: v.string(),
  /** Follower's quantity as a share of the leader's: 0.5 is half. */
  ratio: v.string(),
  /** Maximum combined value of copied positions, USDT. */
  maxAmount: v.string(),
  sinceE3: number,
  orders: number,
  pnl: v.string(),
});
export type FollowItem = v.InferOutput<typeof followItem>;

/** An order of the leader that could not be copied, with the code of the reason. */
export const missedCopyItem = object({
  timeE3: number,
  symbol: v.string(),
  side: sideText,
  /** The leader's order; '0' if the leader's position had ended. */
  leaderOrderId: v.string(),
  reason: v.string(),
  code: number,
});
export type MissedCopyItem = v.InferOutput<typeof missedCopyItem>;

/** GET /fapi/beehive/private/v1/common/copy/state, and the stream `user.copy`. */
export const copyStateItem = object({
  role: v.picklist(['none', 'leader', 'follower']),
  /** The own record as a leader, or the followed leader. */
  leader: v.optional(leaderItem),
  /** Leaders only. */
  followers: v.optional(v.array(followItem)),
  /** Followers only. */
  follow: v.optional(followItem),
  /** Followers only, newest first. */
  missed: v.optional(v.array(missedCopyItem)),
});
export type CopyStateItem = v.InferOutput<typeof copyStateItem>;

/** GET /fapi/beehive/private/v1/common/leader/list. */
export const leaderListResult = object({ list: v.array(leaderItem) });

/** POST /fapi/beehive/private/v1/common/leader/set. */
export const setLeadingRequest = object({ leading: v.boolean(), nickName: v.optional(copyNameText) });
export type SetLeadingRequest = v.InferOutput<typeof setLeadingRequest>;

/** POST /fapi/beehive/private/v1/common/follow/set: starts to follow, or changes the terms. */
export const followRequest = object({ leaderId: accountText, ratio: decimalText, maxAmount: decimalText });
export type FollowRequest = v.InferOutput<typeof followRequest>;

/** POST /fapi/beehive/private/v1/common/follow/stop. */
export const stopFollowingRequest = object({ closePositions: v.boolean() });
export type StopFollowingRequest = v.InferOutput<typeof stopFollowingRequest>;
