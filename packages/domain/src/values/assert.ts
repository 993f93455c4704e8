/** Thrown when the program broke its own rule: the engine stops, because a stop is cheaper than wrong money. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Stops the program unless `holds`, in production too. A message with details is a function, called only on failure. */
export function invariant(holds: boolean, message: string | (() => string)): asserts holds {
  if (!holds) throw new InvariantBroken(`Invariant: ${typeof message === 'string' ? message : message()}`);
}

/** Closes a switch over a union: a new member becomes a type error at the call. */
export function assertNever(value: never): never {
  throw new InvariantBroken(`Invariant: unexpected value ${String(value)}`);
}
