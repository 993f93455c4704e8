import { BookKeeper, type BookTerms } from './book-keeper.ts';
import { TapeKeeper, type TapeTrade } from './tape-keeper.ts';

/** An assembled book; its arrays may change in place. */
export interface KeptBook {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  readonly update: number;
}

/** Destination of the frames of one topic: this thread, or one that also paints it. */
export interface MarketLine {
  /** False if a fresh snapshot is known to be needed. */
  receive(text: string): boolean;
  expectSnapshot(): void;
  lost(): void;
  close(): void;
}

interface LineEvents {
  /** The frames turned out to be broken after `receive` had returned. */
  onBroken(): void;
}

export interface BookLineEvents extends LineEvents {
  /** The book is correct: called after each frame, or, from another thread, a few times a second. */
  onBook(book: KeptBook): void;
}

export interface TapeLineEvents extends LineEvents {
  /** The newest trades: called after each frame, or, from another thread, once a second. */
  onTape(trades: readonly TapeTrade[]): void;
}

/** Opens the lines of a market. */
export interface MarketLines {
  openBookLine(terms: BookTerms, events: BookLineEvents): MarketLine;
  openTapeLine(symbol: string, events: TapeLineEvents): MarketLine;
}

function ownLine(keeper: BookKeeper | TapeKeeper, tell: () => void): MarketLine {
  return {
    receive(text) {
      const verdict = keeper.receive(text);
      if (verdict === 'right') tell();
      return verdict !== 'broken';
    },
    expectSnapshot: () => keeper.expectSnapshot(),
    lost: () => keeper.lost(),
    close: () => undefined,
  };
}

/** On this thread. */
export const ownLines: MarketLines = {
  openBookLine(terms, { onBook }) {
    const keeper = new BookKeeper(terms);
    return ownLine(keeper, () => onBook(keeper));
  },
  openTapeLine(_symbol, { onTape }) {
    const keeper = new TapeKeeper();
    return ownLine(keeper, () => onTape(keeper.trades));
  },
};
