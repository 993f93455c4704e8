/** Maximum wait for idle time. */
const WAIT_MS_MAX = 1_000;

/** Runs `act` when the page is idle; returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: WAIT_MS_MAX });
  return () => cancelIdleCallback(handle);
}
