import * as z from 'zod/mini';
import { decimalText } from './envelope.ts';
import { strategyTypeText } from './strategies.ts';

export const accountKindText = z.enum(['regular', 'UTA', 'UTA2', 'PM']);
/** Told apart without regard to case. */
export const usernameText = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/));
/** Long enough that it need not be odd. */
export const passwordText = z.string().check(z.minLength(10), z.maxLength(200));

/** One of the user's accounts. */
export const userAccountItem = z.object({ id: z.string(), accountKind: accountKindText, isDemo: z.boolean() });

/** What the exchange behind the server offers: there is no control for anything else, and calls for it are refused with 10032. */
export const venueItem = z.object({
  name: z.string(),
  marginModes: z.readonly(z.array(z.enum(['cross', 'isolated']))),
  positionModes: z.readonly(z.array(z.enum(['MergedSingle', 'BothSide']))),
  strategies: z.readonly(z.array(strategyTypeText)),
  copyTrading: z.boolean(),
  /** Wallets beside the trading account, loans and savings, and the choice of coins that count as margin. */
  lending: z.boolean(),
  cancelOnDisconnect: z.boolean(),
});
export type VenueItem = z.infer<typeof venueItem>;

/** GET /user/public/session; log-in, log-out, registration and account switch answer it too. */
export const sessionResult = z.object({
  loggedIn: z.boolean(),
  user: z.optional(
    z.object({
      /** Of the account that is looked at. */
      id: z.string(),
      username: z.string(),
      accountKind: accountKindText,
      isDemo: z.boolean(),
      /** 0 is none. */
      vipLevel: z.number(),
      proLevel: z.number(),
      copyRole: z.enum(['none', 'leader', 'follower']),
      isTrial: z.boolean(),
      /** All accounts that the user has opened so far. */
      accounts: z.array(userAccountItem),
    }),
  ),
  /** Of a log-in, where the server is told to hand out the session's secret (`--body-token`). */
  token: z.optional(z.string()),
  /** The owner of the machine can log in by a passphrase. */
  needsPassphrase: z.boolean(),
  /** Visitors may register. */
  registrationOpen: z.boolean(),
  venue: venueItem,
  market: z.object({
    source: z.enum(['simulated', 'replay']),
    /** Seed of the simulated market, names of the replayed files. */
    label: z.string(),
    speed: z.number(),
    /** Spans of a replay in which nothing was recorded, in order: they are skipped. */
    gaps: z.optional(z.array(z.object({ fromE3: z.number(), toE3: z.number() }))),
  }),
});
export type SessionResult = z.infer<typeof sessionResult>;

/** POST /user/public/login: a user's name and password, or the owner's passphrase. */
export const loginRequest = z.object({
  passphrase: z.optional(z.string().check(z.maxLength(200))),
  username: z.optional(z.string().check(z.maxLength(32))),
  password: z.optional(z.string().check(z.maxLength(200))),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** POST /user/public/register. */
export const registerRequest = z.object({ username: usernameText, password: passwordText });
export type RegisterRequest = z.infer<typeof registerRequest>;

/** POST /user/private/change-password. */
export const changePasswordRequest = z.object({ password: z.string().check(z.maxLength(200)), newPassword: passwordText });
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** POST /contract/v5/account/switch. */
export const switchAccountRequest = z.object({ accountKind: accountKindText, isDemo: z.optional(z.boolean()) });
export type SwitchAccountRequest = z.infer<typeof switchAccountRequest>;

/** POST /contract/v5/account/paper-funds. */
export const paperFundsRequest = z.object({ coin: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)), amount: decimalText });
export type PaperFundsRequest = z.infer<typeof paperFundsRequest>;
export const paperFundsResult = z.object({ coin: z.string(), amount: z.string() });

/** GET /contract/v5/settings/visitor-profile?lang. */
export const visitorProfileQuery = z.object({ lang: z.optional(z.string().check(z.maxLength(20))) });
export const visitorProfileResult = z.object({ isBanned: z.boolean() });
export type VisitorProfileResult = z.infer<typeof visitorProfileResult>;

/** Body of a call that says nothing. */
export const emptyRequest = z.object({});
/** Result of a call that has nothing to say but that it is done. */
export const emptyResult = z.object({});

/** POST /user/private/ott. */
export const oneTimeTokenResult = z.object({ token: z.string(), expiresInMs: z.number() });
