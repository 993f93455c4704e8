import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { decimalText, strategyTypeText } from './envelope.ts';

export const accountKindText = v.picklist(['regular', 'UTA', 'UTA2', 'PM']);
/** Compared case-insensitively. */
export const usernameText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/));
/** Long enough to need no special characters. */
export const passwordText = v.pipe(v.string(), v.minLength(10), v.maxLength(200));

/** One of the user's accounts. */
export const userAccountItem = object({ id: v.string(), accountKind: accountKindText, isDemo: v.boolean() });

/**
 * Capabilities of the exchange behind the server: the terminal shows no control for anything else, and the server refuses such calls with
 * 10032.
 */
export const venueItem = object({
  name: v.string(),
  marginModes: v.pipe(v.array(v.picklist(['cross', 'isolated'])), v.readonly()),
  positionModes: v.pipe(v.array(v.picklist(['MergedSingle', 'BothSide'])), v.readonly()),
  strategies: v.pipe(v.array(strategyTypeText), v.readonly()),
  copyTrading: v.boolean(),
  /** Wallets other than the trading wallet, loans and savings, and the choice of collateral coins. */
  lending: v.boolean(),
  cancelOnDisconnect: v.boolean(),
});
export type VenueItem = v.InferOutput<typeof venueItem>;

/** GET /user/public/session; also the answer of log-in, log-out, registration and account switch. */
export const sessionResult = object({
  loggedIn: v.boolean(),
  user: v.optional(
    object({
      /** Id of the selected account. */
      id: v.string(),
      username: v.string(),
      accountKind: accountKindText,
      isDemo: v.boolean(),
      /** 0 for none. */
      vipLevel: number,
      proLevel: number,
      copyRole: v.picklist(['none', 'leader', 'follower']),
      isTrial: v.boolean(),
      /** All accounts that the user has opened so far. */
      accounts: v.array(userAccountItem),
    }),
  ),
  /** Log-in only, when the server returns the session's secret in the body (`--body-token`). */
  token: v.optional(v.string()),
  /** The owner of the machine can log in by a passphrase. */
  needsPassphrase: v.boolean(),
  /** Visitors may register. */
  registrationOpen: v.boolean(),
  venue: venueItem,
  market: object({
    source: v.picklist(['simulated', 'replay']),
    /** Seed of the simulated market, names of the replayed files. */
    label: v.string(),
    speed: number,
    /** Replays only: the symbol shown on pages that name none. */
    symbol: v.optional(v.string()),
    /** Gaps of a replay, in order: they are skipped. */
    gaps: v.optional(v.array(object({ fromE3: number, toE3: number }))),
  }),
});
export type SessionResult = v.InferOutput<typeof sessionResult>;

/** POST /user/public/login: a user's name and password, or the owner's passphrase. */
export const loginRequest = object({
  passphrase: v.optional(v.pipe(v.string(), v.maxLength(200))),
  username: v.optional(v.pipe(v.string(), v.maxLength(32))),
  password: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
export type LoginRequest = v.InferOutput<typeof loginRequest>;

/** POST /user/public/register. */
export const registerRequest = object({ username: usernameText, password: passwordText });
export type RegisterRequest = v.InferOutput<typeof registerRequest>;

/** POST /user/private/change-password. */
export const changePasswordRequest = object({ password: v.pipe(v.string(), v.maxLength(200)), newPassword: passwordText });
export type ChangePasswordRequest = v.InferOutput<typeof changePasswordRequest>;

/** POST /contract/v5/account/switch. */
export const switchAccountRequest = object({ accountKind: accountKindText, isDemo: v.optional(v.boolean()) });
export type SwitchAccountRequest = v.InferOutput<typeof switchAccountRequest>;

/** POST /contract/v5/account/paper-funds. */
export const paperFundsRequest = object({ coin: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,12}$/)), amount: decimalText });
export type PaperFundsRequest = v.InferOutput<typeof paperFundsRequest>;
export const paperFundsResult = object({ coin: v.string(), amount: v.string() });

/** GET /contract/v5/settings/visitor-profile?lang. */
export const visitorProfileQuery = object({ lang: v.optional(v.pipe(v.string(), v.maxLength(20))) });
export const visitorProfileResult = object({ isBanned: v.boolean() });
export type VisitorProfileResult = v.InferOutput<typeof visitorProfileResult>;

/** Body of a call without parameters. */
export const emptyRequest = object({});
/** Result of a call without further data. */
export const emptyResult = object({});

/** POST /user/private/ott. */
export const oneTimeTokenResult = object({ token: v.string(), expiresInMs: number });
