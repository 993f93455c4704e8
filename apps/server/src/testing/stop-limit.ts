/**
 * In the place of the server's own: a loaded machine may take longer for a stop than an operator waits, and the kill tests are about the
 * steps of one, not about its time.
 */
export const STOP_MS_MAX = Number(process.env['TAPEDECK_STOP_MS'] ?? 600_000);
