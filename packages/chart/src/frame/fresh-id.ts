/** A unique id across windows: the letter and about 75 random bits. */
export function freshId(letter: string): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return `${letter}${[...numbers]
    .map((number) => number.toString(36))
    .join('')
    .slice(0, 15)}`;
}
