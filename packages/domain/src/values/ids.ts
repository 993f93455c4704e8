/** Account numbers are assigned by the opener; numbers below `FIRST_USER_ACCOUNT` belong to the house. */
export type AccountId = number;
/** An instrument's `id`. */
export type InstrumentId = number;
/** Unique and ascending; never reused. */
export type OrderId = number;
