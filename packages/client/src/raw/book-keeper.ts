import type { Instrument } from '@tapedeck/domain';
import { readMessage } from '../connection/read-message.ts';
import { levelGrid, mergeLevels, readLevels, type LevelGrid } from './book-levels.ts';
import type { FrameVerdict } from './frame-verdict.ts';

/** Terms of the instrument that a keeper needs; they can be cloned to another thread. */
export interface BookTerms {
  readonly symbol: string;
  readonly grid: LevelGrid;
}

export const bookTerms = (instrument: Instrument): BookTerms => ({ symbol: instrument.symbol, grid: levelGrid(instrument) });

interface Frame {
  readonly snapshot: boolean;
  readonly update: number;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** The shape of the protocol's `bookFrame`, checked by hand because it comes fifty times a second. */
function readFrame(text: string, { symbol, grid }: BookTerms): Frame | undefined {
  const frame = readMessage(text);
  const type = frame?.['type'];
  const data = frame?.['data'] as Readonly<Record<string, unknown>> | null | undefined;
  if ((type !== 'snapshot' && type !== 'delta') || typeof data !== 'object' || data === null || data['s'] !== symbol) return undefined;
  const update = data['u'];
  const bids = readLevels(data['b'], grid);
  const asks = readLevels(data['a'], grid);
  if (typeof update !== 'number' || !Number.isSafeInteger(update) || bids === undefined || asks === undefined) return undefined;
  return { snapshot: type === 'snapshot', update, bids, asks };
}

/** Assembles the frames of one book: a snapshot, then deltas whose `u` rises by one. Painters read it in place. */
export class BookKeeper {
  /** Best first; ticks at even, lots at odd indices. */
  readonly bids: number[] = [];
  readonly asks: number[] = [];
  update = 0;
  readonly #terms: BookTerms;
  #isSynced = false;
  #isWhole = false;

  constructor(terms: BookTerms) {
    this.#terms = terms;
  }

  /** Whether deltas continue it. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Whether it may be shown: it has no gap and is not crossed. It stays complete when its socket is lost. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  receive(text: string): FrameVerdict {
    const frame = readFrame(text, this.#terms);
    if (frame === undefined) return this.#break();
    if (frame.snapshot) {
      this.bids.length = 0;
      this.asks.length = 0;
    } else if (!this.#isSynced || frame.update <= this.update) return 'ignored';
    else if (frame.update !== this.update + 1) return this.#break();
    mergeLevels(this.bids, frame.bids, -1);
    mergeLevels(this.asks, frame.asks, 1);
    this.update = frame.update;
    if (this.#isCrossed) return this.#break();
    this.#isSynced = true;
    this.#isWhole = true;
    return 'right';
  }

  /** A snapshot was requested: earlier deltas do not count, and the current book is not shown. */
  expectSnapshot(): void {
    this.#break();
  }

  /** No updates until a snapshot; the book was correct until now. */
  lost(): void {
    this.#isSynced = false;
  }

  get #isCrossed(): boolean {
    const [bid] = this.bids;
    const [ask] = this.asks;
    return bid !== undefined && ask !== undefined && bid >= ask;
  }

  #break(): 'broken' {
    this.#isSynced = false;
    this.#isWhole = false;
    return 'broken';
  }
}
