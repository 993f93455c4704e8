import * as z from 'zod/mini';

/** GET /user/public/session; POST /user/public/login (body {} or { passphrase }); both answer this. */
export const sessionResult = z.object({
  loggedIn: z.boolean(),
  user: z.optional(
    z.object({
      id: z.string(),
      username: z.string(),
      accountKind: z.enum(['regular', 'UTA', 'UTA2', 'PM']),
      isDemo: z.boolean(),
    }),
  ),
  /** A passphrase is asked for at log-in. */
  needsPassphrase: z.boolean(),
  market: z.object({
    source: z.enum(['simulated', 'replay']),
    /** Seed of the simulated market, names of the replayed files. */
    label: z.string(),
    speed: z.number(),
  }),
});
export type SessionResult = z.infer<typeof sessionResult>;

export const loginRequest = z.object({ passphrase: z.optional(z.string().check(z.maxLength(200))) });
export type LoginRequest = z.infer<typeof loginRequest>;

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
