import * as z from 'zod/mini';
import { decimalText, sideText } from './envelope.ts';

const accountText = z.string().check(z.regex(/^\d{1,16}$/));
/** What others are shown. */
export const copyNameText = z.string().check(z.regex(/^\S(?:.{0,30}\S)?$/));

/** A leader as everybody sees one; amounts in USDT, earned since `sinceE3`. */
export const leaderItem = z.object({
  leaderId: z.string(),
  nickName: z.string(),
  followers: z.number(),
  /** Realised by those who follow now, less fees. */
  followersPnl: z.string(),
  sinceE3: z.number(),
  /** What the cash of the account was worth then. */
  capital: z.string(),
  /** Fills that closed something, and those of them that earned something. */
  trades: z.number(),
  wins: z.number(),
  /** Realised, less fees. */
  pnl: z.string(),
  volume: z.string(),
  /** Deepest fall of the realised P&L below its highest point. */
  drawdown: z.string(),
});
export type LeaderItem = z.infer<typeof leaderItem>;

/** How an account follows, and what came of it. */
export const followItem = z.object({
  followerId: z.string(),
  leaderId: z.string(),
  nickName: z.string(),
  /** Follower's quantity as a share of the leader's: 0.5 is half. */
  ratio: z.string(),
  /** Most that copied positions may be worth together, USDT. */
  maxAmount: z.string(),
  sinceE3: z.number(),
  orders: z.number(),
  pnl: z.string(),
});
export type FollowItem = z.infer<typeof followItem>;

/** An order of the leader that could not be copied, with the code of why. */
export const missedCopyItem = z.object({
  timeE3: z.number(),
  symbol: z.string(),
  side: sideText,
  /** Of the leader; '0' when the leader's position had ended. */
  leaderOrderId: z.string(),
  reason: z.string(),
  code: z.number(),
});
export type MissedCopyItem = z.infer<typeof missedCopyItem>;

/** GET /fapi/beehive/private/v1/common/copy/state, and the stream `user.copy`. */
export const copyStateItem = z.object({
  role: z.enum(['none', 'leader', 'follower']),
  /** Oneself as a leader, or whom one follows. */
  leader: z.optional(leaderItem),
  /** Of a leader. */
  followers: z.optional(z.array(followItem)),
  /** Of a follower. */
  follow: z.optional(followItem),
  /** Of a follower, newest first. */
  missed: z.optional(z.array(missedCopyItem)),
});
export type CopyStateItem = z.infer<typeof copyStateItem>;

/** GET /fapi/beehive/private/v1/common/leader/list. */
export const leaderListResult = z.object({ list: z.array(leaderItem) });

/** POST /fapi/beehive/private/v1/common/leader/set. */
export const setLeadingRequest = z.object({ leading: z.boolean(), nickName: z.optional(copyNameText) });
export type SetLeadingRequest = z.infer<typeof setLeadingRequest>;

/** POST /fapi/beehive/private/v1/common/follow/set: begins to follow, or changes how. */
export const followRequest = z.object({ leaderId: accountText, ratio: decimalText, maxAmount: decimalText });
export type FollowRequest = z.infer<typeof followRequest>;

/** POST /fapi/beehive/private/v1/common/follow/stop. */
export const stopFollowingRequest = z.object({ closePositions: z.boolean() });
export type StopFollowingRequest = z.infer<typeof stopFollowingRequest>;
