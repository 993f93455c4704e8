/** A dialog whose code failed to load: the next press retries (CHT-27). */
export function fetched<T>(code: Promise<T>, open: (code: T) => void): void {
  void code.then(open).catch((cause: unknown) => console.warn('A part of the chart could not be loaded', cause));
}
