/** The answer had no code, or there was no answer. */
export const NO_ANSWER = 9000000;
/** No answer within the time-out. */
export const TIMED_OUT = 9000001;
/** The answer was not an object. */
export const NOT_AN_OBJECT = 500;
/** The answer did not have the shape of the call. */
export const UNEXPECTED_SHAPE = 9000002;
/** The trader is not logged in; nothing was sent. */
export const NOT_LOGGED_IN = 10007;
/** The requested object is unknown here; nothing was sent. */
export const UNKNOWN_HERE = 10001;

/** A follower opens no positions in copied contracts. */
export const FOLLOWER_OPENS = 39402;

/** The session has ended: reported once, whichever call noticed. */
export const SESSION_OVER: ReadonlySet<number> = new Set([10007, 10009, 33003]);

/** Codes after which the outcome of a command is unknown: it is looked up, never reported as failed at once. */
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

/** The same operation is in progress, here or on another page of this browser; nothing was sent. */
export const BUSY_ELSEWHERE = 9000003;
/** An operation of several steps was carried out only in part; the next step was not sent. */
export const STEP_INCOMPLETE = 9000004;

/** The account is not live, so fills would not be reported; nothing was sent. */
export const REPORTS_OFF = 9000005;
/** The answer was lost, and the exchange does not know the order: no order was placed. */
export const NOT_ARRIVED = 9000006;
/** The exchange has been unreachable since the page was opened; nothing was sent. */
export const SERVER_AWAY = 9000007;

/** Refusals by the terminal itself: nothing was sent, or nothing arrived. */
export const NOT_SENT: ReadonlySet<number> = new Set([BUSY_ELSEWHERE, REPORTS_OFF, NOT_ARRIVED, SERVER_AWAY]);

/** Codes that report an existing state: the refusals of a call that an earlier attempt already carried out. */
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
