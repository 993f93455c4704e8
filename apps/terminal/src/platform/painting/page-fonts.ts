import type { FontTerms } from './worker-messages.ts';

const PLACES = /U\+([0-9A-F]{1,6})(?:-([0-9A-F]{1,6}))?/gi;

/** Whether a face with this `unicode-range` has one of the letters. */
export function hasLetter(range: string, letters: string): boolean {
  const places = [...range.matchAll(PLACES)].map(([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)]);
  return Array.from(letters).some((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return places.some(([from = 0, to = 0]) => code >= from && code <= to);
  });
}

/** The faces of a family that have these letters, as the page's styles declare them: a worker has fonts of its own. */
export function facesFor(family: string, letters: string): readonly FontTerms[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const value = (name: string): string => rule.style.getPropertyValue(name);
    const unicodeRange = value('unicode-range');
    if (value('font-family').replace(/["']/g, '') !== family || !hasLetter(unicodeRange, letters)) return [];
    return [{ family, source: value('src'), weight: value('font-weight'), unicodeRange }];
  });
}
