/** A context that paints nothing, on which every character is so many pixels wide. */
export function textContext(character: number): CanvasRenderingContext2D {
  const measureText = (text: string): { readonly width: number } => ({ width: text.length * character });
  const get = (_: object, name: string | symbol): unknown => (name === 'measureText' ? measureText : () => undefined);
  return new Proxy({}, { get, set: () => true }) as CanvasRenderingContext2D;
}
