/**
 * What page and frame say to each other: typed, versioned, checked on arrival, from the page's own origin only.
 */
export const BRIDGE_VERSION = 1;

export interface ChartBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}
export type ChartTheme = 'dark' | 'light';
export type ChartResolution = '1' | '3' | '5' | '15' | '30' | '60' | '120' | '240' | '360' | '720' | '1D' | '1W' | '1M';

/** A horizontal trade line. `tone` picks its colour: long #00944F, short #CC3939 (specification, section 9). */
export interface ChartLine {
  readonly id: string;
  readonly kind: 'position' | 'order' | 'liquidation' | 'breakeven';
  readonly price: number;
  readonly side: 'Buy' | 'Sell';
  readonly quantity: string;
  readonly text: string;
  /** Buttons at the line's end; a click comes back as `lineButton`. */
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
}

export interface ChartSymbol {
  readonly ticker: string;
  readonly priceDigits: number;
  readonly quantityDigits: number;
}
