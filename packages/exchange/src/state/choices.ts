/** The place of a choice in a short list of them, -1 when it is none: sooner found by steps than by a call of `indexOf`. */
export function placeOf<Choice>(choices: readonly Choice[], choice: Choice): number {
  for (let at = 0; at < choices.length; at += 1) if (choices[at] === choice) return at;
  return -1;
}

/** All choices in the order in which they stand: a map, so that the types notice one that is missing. */
export function choicesOf<Choice extends string>(all: Readonly<Record<Choice, true>>): readonly Choice[] {
  return Object.keys(all) as Choice[];
}
