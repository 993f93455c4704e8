export interface Wanted {
  /** Ideal position of the label. */
  readonly y: number;
  /** If not all fit, lower ranks are dropped first. */
  readonly rank: number;
}

interface Cluster {
  /** Sum of the ideal positions of its first label. */
  sum: number;
  count: number;
}

/**
 * Places for labels of one height, each as near to its line as the others allow: none covers another, their order is that of the
 * lines, all are between `top` and `bottom`. A label for which there is no room gets `undefined`: the lowest rank first, then the
 * farthest from `centre`. `wanted` from top to bottom.
 */
export function stackLabels(
  wanted: readonly Wanted[],
  { height, top, bottom, centre }: { readonly height: number; readonly top: number; readonly bottom: number; readonly centre: number },
): (number | undefined)[] {
  const room = Math.max(0, Math.floor((bottom - top) / height));
  const placed: (number | undefined)[] = wanted.map(() => undefined);
  const kept = chosen(wanted, room, centre);
  const clusters: Cluster[] = [];
  for (const index of kept) {
    let cluster: Cluster = { sum: (wanted[index]?.y ?? 0) - height / 2, count: 1 };
    // Overlapping neighbours move as one, to the average of their ideal positions.
    for (let before = clusters.at(-1); before !== undefined; before = clusters.at(-1)) {
      if (startOf(before, { height, top, bottom }) + before.count * height <= startOf(cluster, { height, top, bottom })) break;
      clusters.pop();
      cluster = { sum: before.sum + cluster.sum - cluster.count * before.count * height, count: before.count + cluster.count };
    }
    clusters.push(cluster);
  }
  let next = 0;
  for (const cluster of clusters) {
    const start = startOf(cluster, { height, top, bottom });
    for (let row = 0; row < cluster.count; row += 1, next += 1) placed[kept[next] ?? -1] = start + (row + 0.5) * height;
  }
  return placed;
}

function startOf(
  cluster: Cluster,
  { height, top, bottom }: { readonly height: number; readonly top: number; readonly bottom: number },
): number {
  return Math.max(top, Math.min(cluster.sum / cluster.count, bottom - cluster.count * height));
}

/** Indexes of the labels that fit, in order. */
function chosen(wanted: readonly Wanted[], room: number, centre: number): number[] {
  const all = wanted.map((_, index) => index);
  if (all.length <= room) return all;
  const distance = (index: number): number => Math.abs((wanted[index]?.y ?? 0) - centre);
  const rank = (index: number): number => wanted[index]?.rank ?? 0;
  return [...all]
    .sort((a, b) => rank(b) - rank(a) || distance(a) - distance(b) || a - b)
    .slice(0, room)
    .sort((a, b) => a - b);
}
