/** Limit of a graceful stop: process managers often kill after ten seconds. */
export const STOP_MS_MAX = 8_000;
