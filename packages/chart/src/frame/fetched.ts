/** A dialog whose code did not arrive: the next press asks for it again (CHT-27). */
export function fetched<T>(code: Promise<T>, open: (code: T) => void): void {
  void code.then(open).catch((cause: unknown) => console.warn('A part of the chart could not be loaded', cause));
}
