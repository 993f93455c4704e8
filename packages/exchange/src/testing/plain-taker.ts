import type { BookTaker } from '../matching/match.ts';
import type { BookSide } from '../matching/order-book.ts';

/** A taker without an owner that trades with every resting order and only reports its trades. */
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
