/** The place of a choice in a short list of them, -1 when it is none: sooner found by steps than by a call of `indexOf`. */
export function placeOf<Choice>(choices: readonly Choice[], choice: Choice): number {
  for (let at = 0; at < choices.length; at += 1) if (choices[at] === choice) return at;
  return -1;
}
