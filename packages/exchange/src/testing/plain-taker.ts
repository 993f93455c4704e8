import type { BookTaker } from '../matching/match.ts';
import type { BookSide } from '../matching/order-book.ts';

/** A taker of nobody that trades with whatever is there and only tells its trades. */
export class PlainTaker implements BookTaker {
  readonly owner = -1;

  constructor(
    public bookSide: BookSide,
    public limit: number,
    readonly trade: BookTaker['trade'] = () => undefined,
  ) {}

  wants(left: number): number {
    return left;
  }

  meetOwn(): 'trade' {
    return 'trade';
  }
}
