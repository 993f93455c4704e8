import type { ChartResolution } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { isPlainObject } from '../../bridge/shape.ts';

/** Key of the layout that every chart begins with. It has no name and serves all symbols. */
export const AUTOMATIC = 'default';
export const NAMED = 'layout:';
export const LONGEST_NAME = 60;

/** Attributes of a layout apart from its document. */
export interface LayoutHead {
  /** Empty for the automatic layout. */
  readonly name: string;
  /** The symbol that opens this layout by itself; empty when it serves all symbols. */
  readonly ticker: string;
  /** Comes back when the layout is opened; `undefined` leaves the interval as it is. */
  readonly resolution: ChartResolution | undefined;
}

export interface LayoutContent extends LayoutHead {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly document: unknown;
}

export interface StoredLayout extends LayoutContent {
  readonly key: string;
  /** Rises with every save; a save names the one it started from. */
  readonly revision: number;
}

const textOf = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest) : '');

/** The head of what was stored or exported; a field that cannot be read is empty. */
export function headOf(value: Readonly<Record<string, unknown>>): LayoutHead {
  return {
    name: textOf(value['name'], LONGEST_NAME).trim(),
    ticker: textOf(value['ticker'], 40),
    resolution: CHART_RESOLUTIONS.find((resolution) => resolution === value['resolution']),
  };
}

/** A layout as it was stored; `undefined` for anything else. */
export function layoutOf(key: string, value: unknown): StoredLayout | undefined {
  if (!isPlainObject(value) || typeof value['revision'] !== 'number') return undefined;
  const { revision, savedAt, document } = value;
  const head = headOf(value);
  if (key.startsWith(NAMED) && head.name === '') return undefined;
  return { key, revision, ...head, savedAt: typeof savedAt === 'number' ? savedAt : 0, document };
}

/** A name that none of them has: `Swing`, `Swing (2)`, `Swing (3)` … */
export function freeName(wanted: string, taken: readonly { readonly name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  const base = wanted.replace(/ \(\d+\)$/, '').slice(0, LONGEST_NAME - 6);
  let name = wanted;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
  return name;
}
