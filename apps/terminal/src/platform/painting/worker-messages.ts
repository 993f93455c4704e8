import type { BookTerms, KeptBook, TapeTrade } from '@tapedeck/client';

/** Scenes of the worker. */
export type SceneName = 'book' | 'depth' | 'tape';

/** A font of the page, for the worker to load as well. */
export interface FontTerms {
  readonly family: string;
  readonly source: string;
  readonly weight: string;
  readonly unicodeRange: string;
}

/** A line to be opened: the book or the tape of a symbol. */
export type LineTerms =
  { readonly kind: 'book'; readonly symbol: string; readonly book: BookTerms } | { readonly kind: 'tape'; readonly symbol: string };

/** An epoch ends when a snapshot is requested or the socket is lost; earlier messages of the worker no longer count. */
export type ToWorker =
  | { readonly type: 'fonts'; readonly fonts: readonly FontTerms[] }
  | { readonly type: 'openLine'; readonly line: number; readonly terms: LineTerms }
  | { readonly type: 'text'; readonly line: number; readonly text: string }
  | { readonly type: 'expectSnapshot' | 'lost'; readonly line: number; readonly epoch: number }
  | { readonly type: 'closeLine'; readonly line: number }
  | {
      readonly type: 'openScene';
      readonly scene: number;
      readonly name: SceneName;
      readonly symbol: string;
      readonly canvas: OffscreenCanvas;
    }
  | { readonly type: 'tell'; readonly scene: number; readonly command: unknown }
  | { readonly type: 'closeScene'; readonly scene: number };

/** The contents of a line. */
export type LineState =
  { readonly type: 'book'; readonly book: KeptBook } | { readonly type: 'tape'; readonly trades: readonly TapeTrade[] };

export type FromWorker =
  | (LineState & { readonly line: number; readonly epoch: number })
  | { readonly type: 'broken'; readonly line: number; readonly epoch: number }
  | { readonly type: 'news'; readonly scene: number; readonly news: unknown };
