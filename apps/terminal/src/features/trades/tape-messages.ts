import { TAPE_LENGTH } from '@tapedeck/client';

/** In pixels of the page. */
export const TAPE_ROW = 20;
export const TAPE_HEIGHT = TAPE_LENGTH * TAPE_ROW;

/** Colours and fonts of the painted tape. */
export interface TapePalette {
  readonly up: string;
  readonly down: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly accentGround: string;
  readonly font: string;
  /** Font of the mark of a liquidation. */
  readonly markFont: string;
}

export interface TapeLayout {
  /** In pixels of the page; the height follows from the rows. */
  readonly width: number;
  /** Pixels of the screen per pixel of the page. */
  readonly ratio: number;
  readonly direction: 'ltr' | 'rtl';
}

export interface TapeTerms {
  readonly locale: string;
  /** Added to times of UTC, ms. */
  readonly timeOffset: number;
  readonly priceDigits: number;
  readonly quantityDigits: number;
  /** Stands before the quantity of a liquidation. */
  readonly mark: string;
}

/** Everything that decides what is painted beside the tape itself. */
export interface TapeSetup {
  readonly layout: TapeLayout;
  readonly palette: TapePalette;
  readonly terms: TapeTerms;
}

export interface TapeCommand {
  readonly type: 'set';
  readonly setup: Partial<TapeSetup>;
}
