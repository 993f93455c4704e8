import { stackLabels } from './stacking.ts';

/** An item with a label beside its price. */
export interface Labelled {
  readonly id: string;
  /** Pixel of its price. */
  readonly y: number;
  /** Items of lower rank share a label first. */
  readonly rank: number;
}

export interface LabelRoom {
  /** Pixels at the top without labels. */
  readonly top: number;
  readonly height: number;
  /** Pixels from one label to the next. */
  readonly pitch: number;
  /** Pixel of the newest price: items far from it share a label first. */
  readonly centre: number;
  /** Area without labels: the newest bar, while labels reach over it. */
  readonly blocked?: { readonly top: number; readonly bottom: number } | undefined;
  /** Always has a label of its own. */
  readonly pinned?: string | undefined;
}

/** A label of one line, or of several lines without room for their own. */
export interface PlannedLabel<Item> {
  /** Middle of the label. */
  readonly y: number;
  readonly items: readonly [Item, ...Item[]];
}

/**
 * Places a label for every line: none covers another or the blocked area, in the order of the lines. Lines without room
 * share a label at either end, the lowest rank first, then the farthest from the newest price. `items` from top to bottom.
 */
export function planLabels<Item extends Labelled>(items: readonly Item[], room: LabelRoom): PlannedLabel<Item>[] {
  return zones(items, room).flatMap(({ own, top, bottom }) => {
    const labels = shared(own, Math.floor((bottom - top) / room.pitch), room);
    const wanted = labels.map(([first]) => ({ y: first.y, rank: first.rank }));
    const places = stackLabels(wanted, { height: room.pitch, top, bottom, centre: room.centre });
    return labels.flatMap((members, index) => {
      const y = places[index];
      return y === undefined ? [] : [{ y, items: members }];
    });
  });
}

interface Zone<Item> {
  readonly own: readonly Item[];
  readonly top: number;
  readonly bottom: number;
}

/** The areas for labels, with the lines of each. */
function zones<Item extends Labelled>(items: readonly Item[], { top, height, blocked, pitch }: LabelRoom): Zone<Item>[] {
  if (blocked === undefined || blocked.bottom <= top || blocked.top >= height) return [{ own: items, top, bottom: height }];
  const above = { top, bottom: Math.max(top, blocked.top) };
  const below = { top: Math.min(height, blocked.bottom), bottom: height };
  const hasRoom = (zone: Omit<Zone<Item>, 'own'>): boolean => zone.bottom - zone.top >= pitch;
  if (!hasRoom(above)) return hasRoom(below) ? [{ own: items, ...below }] : [];
  if (!hasRoom(below)) return [{ own: items, ...above }];
  const middle = (blocked.top + blocked.bottom) / 2;
  return [
    { own: items.filter(({ y }) => y < middle), ...above },
    { own: items.filter(({ y }) => y >= middle), ...below },
  ];
}

/** The lines in at most this many labels, from top to bottom; in each list, the line nearest to the newest price is first. */
function shared<Item extends Labelled>(items: readonly Item[], most: number, { centre, pinned }: LabelRoom): [Item, ...Item[]][] {
  if (items.length <= most) return items.map((item) => [item]);
  if (most < 1) return [];
  const distance = ({ y }: Item): number => Math.abs(y - centre);
  const rank = ({ id, rank: own }: Item): number => (id === pinned ? Infinity : own);
  const byWeight = [...items].sort((a, b) => (rank(a) === rank(b) ? distance(a) - distance(b) : rank(b) - rank(a)));
  const keep = (count: number): [Item, ...Item[]][] => {
    const kept = byWeight.slice(0, count);
    const rest = byWeight.slice(count);
    const parts = [rest.filter(({ y }) => y < centre), rest.filter(({ y }) => y >= centre)];
    const groups = most < 2 ? [rest] : parts;
    const labels = groups.flatMap((part): [Item, ...Item[]][] => {
      const [first, ...others] = part.toSorted((a, b) => distance(a) - distance(b));
      return first === undefined ? [] : [[first, ...others]];
    });
    return [...kept.map((item): [Item, ...Item[]] => [item]), ...labels].sort(([a], [b]) => a.y - b.y);
  };
  // If all remaining lines are on one side, one label suffices.
  const once = keep(most - 1);
  return once.length <= most ? once : keep(most - 2);
}
