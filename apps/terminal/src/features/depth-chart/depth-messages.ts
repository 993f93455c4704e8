import type { NumberTerms } from '../../platform/painting/numbers.ts';

export interface DepthPalette {
  readonly up: string;
  readonly down: string;
  readonly upGround: string;
  readonly downGround: string;
  readonly line: string;
  readonly faint: string;
  readonly muted: string;
  readonly font: string;
}

export interface DepthSetup {
  readonly palette: DepthPalette;
  readonly numbers: NumberTerms;
  /** In CSS pixels; `ratio` is device pixels per CSS pixel. */
  readonly layout: { readonly width: number; readonly height: number; readonly ratio: number };
}

export interface DepthPlace {
  /** Whole ticks. */
  readonly ticks: number;
  readonly lots: number;
  /** Relative to the mid price; 0.01 is one percent above. */
  readonly distance: number;
}

export type DepthCommand =
  | { readonly type: 'set'; readonly setup: Partial<DepthSetup> }
  /** Selects a share of the width, or none. */
  | { readonly type: 'point'; readonly share: number | undefined };

/** The point under the pointer or chosen by keyboard; `undefined` for none. */
export interface DepthNews {
  readonly place: DepthPlace | undefined;
}
