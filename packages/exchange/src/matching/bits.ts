export const WORD_BITS = 32;
/** log2 of `WORD_BITS`: `index >> WORD_SHIFT` is the word of a bit. */
export const WORD_SHIFT = 5;
/** Bit number inside its word: `index & WORD_MASK`. */
export const WORD_MASK = WORD_BITS - 1;

/** Number of the lowest bit set. `word` must not be 0. */
export function lowestBit(word: number): number {
  return WORD_MASK - Math.clz32(word & -word);
}

/** Number of the highest bit set. `word` must not be 0. */
export function highestBit(word: number): number {
  return WORD_MASK - Math.clz32(word);
}

/** The bits of `word` above bit `bit`. */
export function bitsAbove(word: number, bit: number): number {
  return word & ~((2 << bit) - 1);
}

/** The bits of `word` below bit `bit`. */
export function bitsBelow(word: number, bit: number): number {
  return word & ((1 << bit) - 1);
}
