let ahead = 0;

/** `milliseconds`: by how much the exchange's clock is ahead of this machine's. A replay runs in the recorded time. */
export function setClockAhead(milliseconds: number): void {
  ahead = milliseconds;
}

/** The exchange's time. */
export const exchangeNow = (): number => Date.now() + ahead;
