declare const tag: unique symbol;

/**
 * A nominal type that is not assignable from, or usable as, its runtime representation.
 * Comparison, equality, map keys and template strings work; arithmetic is a type error outside `values/`.
 */
export interface Opaque<Name extends string> {
  readonly [tag]: Name;
}
