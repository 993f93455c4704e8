/** Idle time is not waited for longer than this. */
const WAIT_MS_MAX = 1_000;

/** Runs `act` when the page has nothing more urgent to do; returns a way to call it off. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: WAIT_MS_MAX });
  return () => cancelIdleCallback(handle);
}
