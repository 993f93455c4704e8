/** Kinds of journal records. The numbers are on disk: never reused, never changed. Kind 3 held recorded entries themselves. */
/** The first record: the parameters of the world, as JSON. */
export const RECORD_GENESIS = 1;
/** An encoded command. */
export const RECORD_COMMAND = 2;
/** Entries of the recordings that follow those of the previous record, one per sequence: a checksum of their commands (u32). */
export const RECORD_RECORDED_ENTRIES = 4;
/**
 * Steps of the market's clock that follow each other, one per sequence: the first at the time of the record, the others
 * after the interval (ms, u32).
 */
export const RECORD_CLOCK_STEPS = 5;
/** The hash of the state (SHA-256, 32 bytes) that the records before this one lead to. It changes nothing. */
export const RECORD_STATE_HASH = 6;
