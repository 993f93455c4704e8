import type { NumberTerms } from '../../platform/painting/numbers.ts';
import type { BookSideName } from './side-layout.ts';

export interface BookPalette {
  readonly bid: string;
  readonly ask: string;
  readonly bidBar: string;
  readonly askBar: string;
  readonly text: string;
  readonly muted: string;
  readonly hover: string;
  readonly own: string;
  readonly font: string;
}

/** Position of a side on the canvas, in CSS pixels. */
export interface SidePlace {
  readonly side: BookSideName;
  readonly top: number;
  readonly height: number;
}

export interface BookLayout {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Asks before bids; only one of them in single-side views. */
  readonly sides: readonly SidePlace[];
}

/** All inputs of the painter other than the book itself. */
export interface BookSetup {
  readonly layout: BookLayout;
  readonly palette: BookPalette;
  readonly numbers: NumberTerms;
  /** Ticks per row; 1 shows every level. */
  readonly group: number;
  /** Prices of own orders, in ticks. */
  readonly own: ReadonlySet<number>;
}

export interface BookPick {
  /** A click on the price, on the row's quantity, or on the total up to it. */
  readonly what: 'price' | 'quantity' | 'total';
  readonly ticks: number;
  readonly lots: number;
}

export interface PickTerms {
  readonly side: BookSideName;
  readonly row: number;
  readonly what: BookPick['what'];
  /** Time of the action by the shared clock, ms. */
  readonly at: number;
  /** A pointer aims: a row that changed just before was not its target. */
  readonly isAimed: boolean;
}

export type BookCommand =
  | { readonly type: 'set'; readonly setup: Partial<BookSetup> }
  | { readonly type: 'hover'; readonly side: BookSideName; readonly row: number }
  | { readonly type: 'pick'; readonly pick: PickTerms };

/** Cells of a row: ticks, lots, total lots, own (0 or 1). */
export const CELLS_PER_ROW = 4;
/** In place of a price: the row stays empty. */
export const NO_TICKS = -1;

export interface ShownSide {
  readonly side: BookSideName;
  /** As painted. */
  readonly cells: Float64Array;
  readonly count: number;
}

export type BookNews =
  /** A few times a second: the painted rows, and the share of bids in them, in whole percent. */
  | { readonly type: 'shown'; readonly sides: readonly ShownSide[]; readonly bidPercent: number | undefined }
  | { readonly type: 'picked'; readonly pick: BookPick };
