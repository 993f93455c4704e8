/** Best `depth` levels of one side that differ between two states, as ticks and lots (0 removes), best first. */
function sideChanges(before: readonly number[], after: readonly number[], outward: 1 | -1): number[] {
  const changes: number[] = [];
  let b = 0;
  let a = 0;
  while (b < before.length || a < after.length) {
    const old = before[b];
    const now = after[a];
    if (now === undefined || (old !== undefined && outward * (old - now) < 0)) {
      changes.push(old as number, 0);
      b += 2;
    } else if (old === undefined || old !== now) {
      changes.push(now, after[a + 1] as number);
      a += 2;
    } else {
      if (before[b + 1] !== after[a + 1]) changes.push(now, after[a + 1] as number);
      a += 2;
      b += 2;
    }
  }
  return changes;
}

/** Levels to set (or remove, with 0 lots) to turn the bids of one book into those of another. */
export const bidChanges = (before: readonly number[], after: readonly number[]): number[] => sideChanges(before, after, -1);
export const askChanges = (before: readonly number[], after: readonly number[]): number[] => sideChanges(before, after, 1);
