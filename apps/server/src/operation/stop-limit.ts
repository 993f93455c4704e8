/** What hangs must not keep the process: whoever manages it kills it after ten seconds, often. */
export const STOP_MS_MAX = 8_000;
