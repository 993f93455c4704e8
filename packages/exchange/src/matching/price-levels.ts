import { invariant } from '@tapedeck/domain';
import { WORD_BITS, WORD_MASK, WORD_SHIFT, bitsAbove, bitsBelow, highestBit, lowestBit } from './bits.ts';

/** A page holds one word of words of ticks, so that a single word shows which of its words have a level. */
const PAGE_SHIFT = WORD_SHIFT * 2;
const PAGE_TICKS = 1 << PAGE_SHIFT;
const PAGE_MASK = PAGE_TICKS - 1;
/** Most books are small or empty. */
const PAGES_INITIAL = 1;
const NO_PAGE = -1;

/** Fields of a level in `queues`: the first integers of its row, which is `QUEUE_FIELDS` integers long. */
export const QUEUE_FIELDS = 6;
export const FIRST = 0;
export const LAST = 1;
export const COUNT = 2;
/** The last double of the row, which is `SUM_FIELDS` doubles long. */
const SUM_FIELDS = QUEUE_FIELDS / 2;
const LOTS = SUM_FIELDS - 1;

/** Keeps tick × 2 + side a 32-bit integer. */
export const TICK_LIMIT = 1 << 30;

/**
 * The price levels of one book, both sides together: a book is never crossed, so a tick belongs to one side only.
 *
 * Pages of 1,024 ticks, 24 bytes each, exist only where an order rests. Four layers of bits, each a summary of the one below it, find
 * the next occupied tick in either direction without a search: ticks and words inside a page, pages, words of pages.
 */
export class PriceLevels {
  #sums = new Float64Array(PAGES_INITIAL * PAGE_TICKS * SUM_FIELDS);
  queues = new Int32Array(this.#sums.buffer);
  readonly #pageOf: Int32Array;
  readonly #pageBits: Int32Array;
  readonly #pageSummary: Int32Array;
  #tickBits = new Int32Array(PAGES_INITIAL * WORD_BITS);
  #wordBits = new Int32Array(PAGES_INITIAL);
  #pagesUsed = 0;
  readonly #pagesFree: number[] = [];

  constructor(maxTick: number) {
    const pages = (maxTick >> PAGE_SHIFT) + 1;
    const words = (pages >> WORD_SHIFT) + 1;
    this.#pageOf = new Int32Array(pages).fill(NO_PAGE);
    this.#pageBits = new Int32Array(words);
    this.#pageSummary = new Int32Array((words >> WORD_SHIFT) + 1);
  }

  /** Row of a tick that has a level. */
  index(tick: number): number {
    return ((this.#pageOf[tick >> PAGE_SHIFT] as number) << PAGE_SHIFT) | (tick & PAGE_MASK);
  }

  /** Lots of a level. */
  lotsOf(level: number): number {
    return this.#sums[level * SUM_FIELDS + LOTS] as number;
  }

  addLots(level: number, lots: number): void {
    const at = level * SUM_FIELDS + LOTS;
    this.#sums[at] = (this.#sums[at] as number) + lots;
  }

  /** The row of a tick that is about to receive orders. */
  claim(tick: number): number {
    const page = this.#pageOf[tick >> PAGE_SHIFT] as number;
    return ((page === NO_PAGE ? this.#openPage(tick >> PAGE_SHIFT) : page) << PAGE_SHIFT) | (tick & PAGE_MASK);
  }

  /** Marks a tick as occupied after its level received its first order. */
  occupy(tick: number): void {
    const page = this.#pageOf[tick >> PAGE_SHIFT] as number;
    const word = (tick >> WORD_SHIFT) & WORD_MASK;
    const at = page * WORD_BITS + word;
    this.#tickBits[at] = (this.#tickBits[at] as number) | (1 << (tick & WORD_MASK));
    this.#wordBits[page] = (this.#wordBits[page] as number) | (1 << word);
  }

  /** Marks a tick as empty, after its level lost its last order. */
  vacate(tick: number): void {
    const page = this.#pageOf[tick >> PAGE_SHIFT] as number;
    const word = (tick >> WORD_SHIFT) & WORD_MASK;
    const at = page * WORD_BITS + word;
    const bits = (this.#tickBits[at] as number) & ~(1 << (tick & WORD_MASK));
    this.#tickBits[at] = bits;
    if (bits !== 0) return;
    const words = (this.#wordBits[page] as number) & ~(1 << word);
    this.#wordBits[page] = words;
    if (words === 0) this.#closePage(tick >> PAGE_SHIFT, page);
  }

  /** The lowest occupied tick above `tick`, -1 for none. */
  above(tick: number): number {
    const number = tick >> PAGE_SHIFT;
    const page = this.#pageOf[number] as number;
    if (page !== NO_PAGE) {
      const word = (tick >> WORD_SHIFT) & WORD_MASK;
      const bits = bitsAbove(this.#tickBits[page * WORD_BITS + word] as number, tick & WORD_MASK);
      if (bits !== 0) return ((tick >> WORD_SHIFT) << WORD_SHIFT) | lowestBit(bits);
      const words = bitsAbove(this.#wordBits[page] as number, word);
      if (words !== 0) return this.#lowestIn(number, page, words);
    }
    const higher = this.#pageAbove(number);
    if (higher === NO_PAGE) return -1;
    const found = this.#pageOf[higher] as number;
    return this.#lowestIn(higher, found, this.#wordBits[found] as number);
  }

  /** The highest occupied tick below `tick`, -1 for none. */
  below(tick: number): number {
    const number = tick >> PAGE_SHIFT;
    const page = this.#pageOf[number] as number;
    if (page !== NO_PAGE) {
      const word = (tick >> WORD_SHIFT) & WORD_MASK;
      const bits = bitsBelow(this.#tickBits[page * WORD_BITS + word] as number, tick & WORD_MASK);
      if (bits !== 0) return ((tick >> WORD_SHIFT) << WORD_SHIFT) | highestBit(bits);
      const words = bitsBelow(this.#wordBits[page] as number, word);
      if (words !== 0) return this.#highestIn(number, page, words);
    }
    const lower = this.#pageBelow(number);
    if (lower === NO_PAGE) return -1;
    const found = this.#pageOf[lower] as number;
    return this.#highestIn(lower, found, this.#wordBits[found] as number);
  }

  /**
   * All occupied ticks in ascending order, from the bits. Throws `InvariantBroken` if bits, pages and queues disagree.
   * Its cost grows with the levels, not with the ticks: a caller that counts the orders of all levels detects an order
   * at a tick without a bit.
   */
  audit(): number[] {
    const ticks: number[] = [];
    let open = 0;
    for (let word = 0; word < this.#pageBits.length; word += 1) {
      const bits = this.#pageBits[word] as number;
      const marked = ((this.#pageSummary[word >> WORD_SHIFT] as number) >>> (word & WORD_MASK)) & 1;
      invariant((marked === 1) === (bits !== 0), 'the summary says which words of pages are not empty');
      for (let left = bits; left !== 0; left &= left - 1) {
        const number = (word << WORD_SHIFT) | lowestBit(left);
        const page = this.#pageOf[number] as number;
        invariant(page !== NO_PAGE, 'the bit of a page says that it exists');
        open += 1;
        const before = ticks.length;
        this.#auditPage(number, page, ticks);
        invariant(ticks.length > before, 'a page has at least one level');
      }
    }
    invariant(open + this.#pagesFree.length === this.#pagesUsed, 'each page is either in use or free');
    return ticks;
  }

  #auditPage(number: number, page: number, ticks: number[]): void {
    for (let word = 0; word < WORD_BITS; word += 1) {
      const bits = this.#tickBits[page * WORD_BITS + word] as number;
      const marked = ((this.#wordBits[page] as number) >>> word) & 1;
      invariant((marked === 1) === (bits !== 0), 'the bit of a word says that it is not empty');
      for (let left = bits; left !== 0; left &= left - 1) {
        const offset = word * WORD_BITS + lowestBit(left);
        invariant(
          (this.queues[(page * PAGE_TICKS + offset) * QUEUE_FIELDS + COUNT] as number) > 0,
          'the bit of a tick says that orders rest there',
        );
        ticks.push(number * PAGE_TICKS + offset);
      }
    }
  }

  #lowestIn(number: number, page: number, words: number): number {
    const word = lowestBit(words);
    return (number << PAGE_SHIFT) | (word << WORD_SHIFT) | lowestBit(this.#tickBits[page * WORD_BITS + word] as number);
  }

  #highestIn(number: number, page: number, words: number): number {
    const word = highestBit(words);
    return (number << PAGE_SHIFT) | (word << WORD_SHIFT) | highestBit(this.#tickBits[page * WORD_BITS + word] as number);
  }

  #pageAbove(number: number): number {
    const word = number >> WORD_SHIFT;
    const bits = bitsAbove(this.#pageBits[word] as number, number & WORD_MASK);
    if (bits !== 0) return (word << WORD_SHIFT) | lowestBit(bits);
    let at = word >> WORD_SHIFT;
    let words = bitsAbove(this.#pageSummary[at] as number, word & WORD_MASK);
    while (words === 0) {
      at += 1;
      if (at === this.#pageSummary.length) return NO_PAGE;
      words = this.#pageSummary[at] as number;
    }
    const found = (at << WORD_SHIFT) | lowestBit(words);
    return (found << WORD_SHIFT) | lowestBit(this.#pageBits[found] as number);
  }

  #pageBelow(number: number): number {
    const word = number >> WORD_SHIFT;
    const bits = bitsBelow(this.#pageBits[word] as number, number & WORD_MASK);
    if (bits !== 0) return (word << WORD_SHIFT) | highestBit(bits);
    let at = word >> WORD_SHIFT;
    let words = bitsBelow(this.#pageSummary[at] as number, word & WORD_MASK);
    while (words === 0) {
      at -= 1;
      if (at < 0) return NO_PAGE;
      words = this.#pageSummary[at] as number;
    }
    const found = (at << WORD_SHIFT) | highestBit(words);
    return (found << WORD_SHIFT) | highestBit(this.#pageBits[found] as number);
  }

  #openPage(number: number): number {
    let page = this.#pagesFree.pop();
    if (page === undefined) {
      page = this.#pagesUsed;
      this.#pagesUsed += 1;
      if (page === this.#wordBits.length) this.#grow();
    }
    this.#pageOf[number] = page;
    const word = number >> WORD_SHIFT;
    this.#pageBits[word] = (this.#pageBits[word] as number) | (1 << (number & WORD_MASK));
    const at = word >> WORD_SHIFT;
    this.#pageSummary[at] = (this.#pageSummary[at] as number) | (1 << (word & WORD_MASK));
    return page;
  }

  /** The relevant fields of a page without levels are zero, so the page can be reused for any ticks. */
  #closePage(number: number, page: number): void {
    this.#pageOf[number] = NO_PAGE;
    this.#pagesFree.push(page);
    const word = number >> WORD_SHIFT;
    const bits = (this.#pageBits[word] as number) & ~(1 << (number & WORD_MASK));
    this.#pageBits[word] = bits;
    const at = word >> WORD_SHIFT;
    if (bits === 0) this.#pageSummary[at] = (this.#pageSummary[at] as number) & ~(1 << (word & WORD_MASK));
  }

  #grow(): void {
    const pages = this.#wordBits.length * 2;
    const sums = new Float64Array(pages * PAGE_TICKS * SUM_FIELDS);
    const queues = new Int32Array(sums.buffer);
    queues.set(this.queues);
    this.queues = queues;
    this.#sums = sums;
    const tickBits = new Int32Array(pages * WORD_BITS);
    tickBits.set(this.#tickBits);
    this.#tickBits = tickBits;
    const wordBits = new Int32Array(pages);
    wordBits.set(this.#wordBits);
    this.#wordBits = wordBits;
  }
}
