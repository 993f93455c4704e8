/** An id that nothing else has, in any window: the letter, and about 75 bits by chance. */
export function freshId(letter: string): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return `${letter}${[...numbers]
    .map((number) => number.toString(36))
    .join('')
    .slice(0, 15)}`;
}
