/** The answer had no code, or none came at all. */
export const NO_ANSWER = 9000000;
/** None came within the time-out. */
export const TIMED_OUT = 9000001;
/** The answer was not an object. */
export const NOT_AN_OBJECT = 500;
/** The answer was not of the shape that the call has. */
export const UNEXPECTED_SHAPE = 9000002;
/** The trader is not logged in; nothing was sent. */
export const NOT_LOGGED_IN = 10007;
/** The thing asked about is not known here; nothing was sent. */
export const UNKNOWN_HERE = 10001;

/** Whoever follows a leader opens nothing in the contracts that are copied. */
export const FOLLOWER_OPENS = 39402;

/** The session is over: told once, whichever call noticed. */
export const SESSION_OVER: ReadonlySet<number> = new Set([10007, 10009, 33003]);

/** Codes after which a command may or may not have been carried out: it is looked up, never called failed at once. */
export const OUTCOME_UNKNOWN: ReadonlySet<number> = new Set([
  NO_ANSWER,
  TIMED_OUT,
  NOT_AN_OBJECT,
  UNEXPECTED_SHAPE,
  10000,
  10016,
  170007,
  170146,
]);

/** The same is under way, here or in another page of this browser; nothing was sent. */
export const BUSY_ELSEWHERE = 9000003;
/** An order of several steps was carried out in part only; the next step was not sent. */
export const STEP_INCOMPLETE = 9000004;

/** The account's news do not arrive, so an order's fills would not be told; nothing was sent. */
export const REPORTS_OFF = 9000005;
/** The answer was lost, and the exchange does not know the order: nothing was ordered. */
export const NOT_ARRIVED = 9000006;
/** The exchange could not be reached since the page was opened; nothing was sent. */
export const SERVER_AWAY = 9000007;

/** Refusals of the terminal's own: nothing was sent, or nothing arrived. */
export const NOT_SENT: ReadonlySet<number> = new Set([BUSY_ELSEWHERE, REPORTS_OFF, NOT_ARRIVED, SERVER_AWAY]);

/** Codes that say that something is as it was asked to be already: the refusals of a call that an earlier sending carried out. */
export const ALREADY = {
  leverage: 110043,
  marginMode: 110026,
  positionMode: 110025,
  autoMargin: 110027,
  /** TP/SL, trailing stop, terms of an order, a coin as collateral. */
  asAsked: 34040,
  orderGone: 110001,
  leadsOrFollows: 39410,
  neither: 39411,
} as const;
