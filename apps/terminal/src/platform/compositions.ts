/** Key code of every key that an input method takes; Safari reports the Enter that ends a composition only by it. */
const TAKEN = 229;

/** Leaves the keys of a composition to the input method: Enter there chooses a word, not a contract. Returns a function that ends it. */
export function leaveCompositions(): () => void {
  const leave = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- no other property says it in Safari
    if (event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation();
  };
  // The window comes before every other listener.
  window.addEventListener('keydown', leave, true);
  return () => window.removeEventListener('keydown', leave, true);
}
