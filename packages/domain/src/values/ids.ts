/** Accounts are numbered by whoever opens them; numbers below `FIRST_USER_ACCOUNT` belong to the house. */
export type AccountId = number;
/** An instrument's `id`. */
export type InstrumentId = number;
/** Unique for ever, rising. */
export type OrderId = number;
