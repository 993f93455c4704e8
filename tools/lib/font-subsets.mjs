// Font files with the letters and weights that the styles name, made from the files of the font packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/**
 * Kerning, forms of digits and letters that the styles ask for, and marks above letters. Contextual forms (a colon between digits, arrows) are
 * left out: a fifth of the file of English screens.
 */
const FEATURES = ['kern', 'tnum', 'cv05', 'ss03', 'ccmp', 'locl', 'mark', 'mkmk'];
/** Prices need no ligatures of programming languages. */
const FEATURES_OF_NUMBERS = ['ccmp', 'locl', 'mark', 'mkmk'];

function partsOf(rule, pattern) {
  const found = pattern.exec(rule);
  if (found === null) throw new Error(`A font face of the styles has no ${pattern.source}: ${rule}`);
  return found.slice(1);
}

/** The letters of a `unicode-range`, such as `U+0020-007E, U+00A0`. */
export function lettersOf(ranges) {
  const points = ranges.split(',').flatMap((range) => {
    const [first, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((digits) => parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_each, index) => first + index);
  });
  return String.fromCodePoint(...points);
}

/** The faces whose file is `PACKAGE/files/FILE.PART.woff2`: the styles say which letters and weights are in it. */
export function subsetsOf(styles) {
  return [...styles.matchAll(/@font-face \{([^{}]+)\}/g)].flatMap(([, rule]) => {
    const found = /url\('(@[\w-]+\/[\w-]+)\/files\/([\w-]+)\.(\w+)\.woff2'\)/.exec(rule);
    if (found === null) return [];
    const [, from, file, part] = found;
    const [ranges] = partsOf(rule, /unicode-range:([^;]+);/);
    const [min, max] = partsOf(rule, /font-weight: (\d+) (\d+);/).map(Number);
    return [{ from, file, part, letters: lettersOf(ranges), weights: { min, max } }];
  });
}

/** Writes the files below a folder. `stylesFile` names the styles; its package has the fonts among its dependencies. */
export async function writeFontSubsets(stylesFile, folder) {
  const { resolve } = createRequire(stylesFile);
  for (const { from, file, part, letters, weights } of subsetsOf(readFileSync(stylesFile, 'utf8'))) {
    const bytes = await subsetFont(readFileSync(resolve(`${from}/files/${file}.woff2`)), letters, {
      targetFormat: 'woff2',
      keepFeatures: from.endsWith('/jetbrains-mono') ? FEATURES_OF_NUMBERS : FEATURES,
      variationAxes: { wght: weights },
    });
    mkdirSync(path.join(folder, from), { recursive: true });
    writeFileSync(path.join(folder, from, `${file}.${part}.woff2`), bytes);
  }
}
