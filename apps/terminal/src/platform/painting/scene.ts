import type { TapeTrade } from '@tapedeck/client';

/** The book that a scene paints, read in place. */
export interface BookSource {
  /** Best first; ticks at even, lots at odd indices. */
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  /** Whether it may be shown: it has no gap and is not crossed. */
  readonly isWhole: boolean;
  subscribe(listener: () => void): () => void;
}

/** The tape that a scene paints. */
export interface TapeSource {
  /** Newest first. */
  readonly trades: readonly TapeTrade[];
  subscribe(listener: () => void): () => void;
}

export interface MarketSource {
  readonly book: BookSource;
  readonly tape: TapeSource;
}

/** Inputs of a scene: its own canvas, on the page or in the worker, and the market of one symbol. */
export interface Stage<News> {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly market: MarketSource;
  onNews(news: News): void;
}

/** A painted part of the market. All its messages can be cloned to another thread. */
export interface Scene<Command> {
  tell(command: Command): void;
  /** Repaints everything: a font arrived. */
  repaint(): void;
  destroy(): void;
}

export type MakeScene<Command, News> = (stage: Stage<News>) => Scene<Command>;

/** Milliseconds since 1970 by the clock shared by pages and their workers. */
export const sharedNow = (): number => performance.timeOrigin + performance.now();

/** Fonts that have arrived in this thread. */
let arrived = 0;

export function fontArrived(): void {
  arrived += 1;
}

/**
 * The current list of font families: a worker keeps painting with the first face it found for a list, so the list
 * changes after each font that arrives. All scenes of the thread share the counter, including later ones.
 */
export const renewedFont = (font: string): string => font + ', monospace'.repeat(arrived);
