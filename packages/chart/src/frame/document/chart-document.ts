/** Format of the document: a newer one is not read by an older program. */
export const DOCUMENT_FORMAT = 1;

export const SERIES_KINDS = ['bars', 'candles', 'hollow', 'line', 'area', 'baseline', 'heikinAshi'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

export const SCALE_MODES = ['regular', 'percent', 'indexed', 'log'] as const;
export type ScaleMode = (typeof SCALE_MODES)[number];

/**
 * Everything a user arranges on a chart, and nothing else: no orders, no data, no theme. It is changed by commands only, so that every
 * change can be undone.
 */
export interface ChartDocument {
  readonly format: typeof DOCUMENT_FORMAT;
  readonly kind: SeriesKind;
  readonly scale: { readonly mode: ScaleMode; readonly inverted: boolean };
  /** IANA name. */
  readonly timezone: string;
  readonly volume: boolean;
}

export type DocumentCommand =
  | { readonly kind: 'setKind'; readonly to: SeriesKind }
  | { readonly kind: 'setScaleMode'; readonly to: ScaleMode }
  | { readonly kind: 'setInverted'; readonly to: boolean }
  | { readonly kind: 'setTimezone'; readonly to: string }
  | { readonly kind: 'setVolume'; readonly to: boolean };

export function newDocument(timezone: string): ChartDocument {
  return { format: DOCUMENT_FORMAT, kind: 'candles', scale: { mode: 'regular', inverted: false }, timezone, volume: true };
}

/** The document after a command; the same one when nothing changes. */
export function applyCommand(document: ChartDocument, command: DocumentCommand): ChartDocument {
  const { scale } = document;
  switch (command.kind) {
    case 'setKind':
      return document.kind === command.to ? document : { ...document, kind: command.to };
    case 'setScaleMode':
      return scale.mode === command.to ? document : { ...document, scale: { ...scale, mode: command.to } };
    case 'setInverted':
      return scale.inverted === command.to ? document : { ...document, scale: { ...scale, inverted: command.to } };
    case 'setTimezone':
      return document.timezone === command.to ? document : { ...document, timezone: command.to };
    case 'setVolume':
      return document.volume === command.to ? document : { ...document, volume: command.to };
  }
}
