// Functions that mutated sources call: `globalThis.__mutants`.
const quotient = (dividend, divisor) => dividend / divisor;
const isWhole = (dividend, divisor) => dividend % divisor === 0n;
const isBelow = (dividend, divisor) => dividend < 0n !== divisor < 0n;

/** A mutant that goes on for much longer than the tests do without it. */
export class Endless extends Error {}

export const switches = {
  /** The mutant that is switched on. */
  on: -1,
  /** Numbers of the mutants that were met, while a caller wants them. */
  met: undefined,
  steps: 0,
  stepsMax: Infinity,
  is(number) {
    this.met?.add(number);
    this.step();
    return number === this.on;
  },
  step() {
    this.steps += 1;
    if (this.steps > this.stepsMax) throw new Endless(`mutant ${this.on} does not end`);
  },
  floor: (a, b) => (isWhole(a, b) || !isBelow(a, b) ? quotient(a, b) : quotient(a, b) - 1n),
  ceil: (a, b) => (isWhole(a, b) || isBelow(a, b) ? quotient(a, b) : quotient(a, b) + 1n),
  larger: (a, b) => (a > b ? a : b),
  smaller: (a, b) => (a < b ? a : b),
};
