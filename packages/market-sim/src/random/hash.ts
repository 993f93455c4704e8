/** 32-bit mixing: every input bit changes every output bit about half of the time. */
export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One hash of an ordered list of integers. */
export function hashIntegers(first: number, ...rest: readonly number[]): number {
  let h = mix32(first + 0x9e3779b9);
  for (const value of rest) h = mix32(Math.imul(h, 0x85ebca6b) ^ mix32(value + 0x9e3779b9));
  return h;
}

/** FNV-1a over the UTF-16 units of a text, then mixed. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix32(h);
}
