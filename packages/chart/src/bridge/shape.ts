/** Whether a value of unknown origin has a shape. */
export type Guard<T> = (value: unknown) => value is T;

export type Guarded<G> = G extends Guard<infer T> ? T : never;

export function text(maximum: number): Guard<string> {
  return (value): value is string => typeof value === 'string' && value.length <= maximum;
}

export function finite(minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE): Guard<number> {
  return (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum;
}

export function whole(minimum: number, maximum: number): Guard<number> {
  return (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum;
}

/** The value, or `undefined`. */
export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export const flag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

export function oneOf<const T extends string>(choices: readonly T[]): Guard<T> {
  const known = new Set<unknown>(choices);
  return (value): value is T => known.has(value);
}

export function exactly<const T extends string | number>(expected: T): Guard<T> {
  return (value): value is T => value === expected;
}

export function listOf<T>(item: Guard<T>, maximum: number): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= maximum && value.every((entry) => item(entry));
}

/** An object with exactly these own keys: an extra one is refused like a missing one. */
export function record<S extends Readonly<Record<string, Guard<unknown>>>>(shape: S): Guard<{ readonly [K in keyof S]: Guarded<S[K]> }> {
  const fields = Object.entries(shape);
  return (value): value is { readonly [K in keyof S]: Guarded<S[K]> } => {
    if (!isPlainObject(value) || Object.keys(value).length !== fields.length) return false;
    return fields.every(([key, guard]) => Object.hasOwn(value, key) && guard(value[key]));
  };
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
