/** Kinds of journal records. The numbers are on disk: never reused, never changed. */
/** The first record: what the world is made from, as JSON. */
export const RECORD_GENESIS = 1;
/** An encoded command. */
export const RECORD_COMMAND = 2;
/** An encoded ReplayTrade or ReplayBook, told apart so that a restart knows where in its tape it stands without decoding all of it. */
export const RECORD_RECORDED_TRADE = 3;
