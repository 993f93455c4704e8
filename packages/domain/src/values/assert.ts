/** Thrown when the program broke its own rule: the engine stops, because a stop is cheaper than wrong money. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Stops the program unless `holds`. Kept on in production. A message that names what broke is a function: it is only made when needed. */
export function invariant(holds: boolean, message: string | (() => string)): asserts holds {
  if (!holds) throw new InvariantBroken(`Invariant: ${typeof message === 'string' ? message : message()}`);
}

/** Closes a switch over a union: a new member becomes a type error at the call. */
export function assertNever(value: never): never {
  throw new InvariantBroken(`Invariant: unexpected value ${String(value)}`);
}
