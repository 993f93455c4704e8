/** Puts a wall clock in the place of the machine's, and returns the function that sets its lead. Uses nothing else of this file: its text is
 * run in servers and pages. */
export function shiftDate(): (milliseconds: number) => void {
  const RealDate = Date;
  let shift = 0;
  let now = (): number => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: readonly unknown[], made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made) as object,
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
    // A slow clock takes the place of this one, and began at its time.
    set: (target, name, value) => (name === 'now' ? ((now = value as () => number), true) : Reflect.set(target, name, value)),
  });
  return (milliseconds) => {
    shift = milliseconds;
  };
}
