import { CHART_TEXT_KEYS } from './texts.ts';

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of the keys in their order: texts packed for other keys are refused. */
export function keysMark(): string {
  let mark = FNV_BASIS;
  for (const letter of CHART_TEXT_KEYS.join()) mark = Math.imul(mark ^ letter.charCodeAt(0), FNV_PRIME);
  return (mark >>> 0).toString(36);
}

/**
 * The texts of a file by their keys; `undefined` for anything else, and for texts of other keys. A file has the mark of the keys, then the
 * texts in their order: the page knows the keys, which are half the size of a language.
 */
export function unpackTexts(packed: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(packed) || packed[0] !== keysMark()) return undefined;
  return Object.fromEntries(CHART_TEXT_KEYS.map((key, index): [string, unknown] => [key, packed[index + 1]]));
}
