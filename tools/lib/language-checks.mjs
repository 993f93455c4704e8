// Checks of a language's texts against the English ones. Each returns lines that name the place and the problem.

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];
const PLURAL = new RegExp(`_(${CATEGORIES.join('|')})$`);

export const placesOf = (text) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();

/** Keys as code names them; of plural texts, without the category. */
const baseOf = (key, english) => {
  const base = key.replace(PLURAL, '');
  return base !== key && `${base}_other` in english ? base : key;
};

/** The keys that a language must have for the English ones. */
export function wantedKeys(english, tag) {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const forms = CATEGORIES.filter((category) => pluralCategories.includes(category));
  const keys = Object.keys(english).flatMap((key) => {
    const base = baseOf(key, english);
    return base === key ? [key] : forms.map((category) => `${base}_${category}`);
  });
  return [...new Set(keys)];
}

/** The English text that a key of another language stands for. */
const englishOf = (key, english) => english[key] ?? english[`${key.replace(PLURAL, '')}_other`];

export function keyFaults(tag, english, texts) {
  const wanted = wantedKeys(english, tag);
  return [
    ...wanted.filter((key) => !(key in texts)).map((key) => `missing: ${key}`),
    ...Object.keys(texts)
      .filter((key) => !wanted.includes(key))
      .map((key) => `surplus: ${key}`),
  ];
}

/** Texts that are empty, or whose places to fill in are other ones than in English. One of a plural may leave its number out. */
export function placeFaults(english, texts) {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string' || text.trim() === '') return [`empty: ${key}`];
    const source = englishOf(key, english);
    if (source === undefined) return [];
    const [own, wanted] = [new Set(placesOf(text)), new Set(placesOf(source))];
    const isPlural = key !== baseOf(key, english) || PLURAL.test(key);
    const lost = [...wanted].filter((place) => !own.has(place) && !(isPlural && place === '{{count}}' && /_(zero|one|two)$/.test(key)));
    const made = [...own].filter((place) => !wanted.has(place));
    return [...lost.map((place) => `${key} lacks ${place}`), ...made.map((place) => `${key} has ${place}, which nothing fills`)];
  });
}

/** The words of a text without placeholders, figures, signs and terms that stay the same in every language. */
function wordsOf(text, terms) {
  let rest = text.replace(/\{\{\w+\}\}/g, ' ');
  for (const term of terms.toSorted((a, b) => b.length - a.length))
    rest = rest.replace(new RegExp(`(?<![A-Za-z])${term.replace(/[^\w ]/g, '\\$&')}(?![A-Za-z])`, 'g'), ' ');
  return rest.replace(/[^\p{L}]/gu, '');
}

/** Texts that are still English, but for those made of `terms`, which traders of every language use, and `same`, which one language shares. */
export const untranslated = (english, texts, terms, same = []) =>
  Object.entries(texts)
    .filter(([key, text]) => text === englishOf(key, english) && wordsOf(text, terms) !== '' && !same.includes(text))
    .map(([key, text]) => `still English: ${key}: ${text}`);

/** Width of a text in letters: ideographs, kana and hangul are about twice as wide, marks above and below take no room. */
export function widthOf(text) {
  let width = 0;
  for (const letter of text.replace(/\{\{\w+\}\}/g, '000'))
    width += /\p{M}/u.test(letter) ? 0 : /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/u.test(letter) ? 1.7 : 1;
  return width;
}

/** How much wider than the English text one may be: sentences wrap, labels only a little, and names in narrow places not at all. */
export const WIDTHS = { sentence: 1.9, label: 2.2, narrow: 1.6 };
/** Letters that a short text may be wider whatever its length: `Max` has no shorter word in many languages. */
const SPARE = { sentence: 12, label: 9, narrow: 5 };
const SENTENCE_FROM = 32;

export function overlong(english, texts, isNarrow) {
  return Object.entries(texts).flatMap(([key, text]) => {
    const source = englishOf(key, english);
    if (source === undefined) return [];
    const kind = isNarrow(key) ? 'narrow' : source.length >= SENTENCE_FROM ? 'sentence' : 'label';
    const most = Math.max(widthOf(source) * WIDTHS[kind], widthOf(source) + SPARE[kind]);
    return widthOf(text) > most ? [`too long (${Math.round(widthOf(text))} of ${Math.round(most)}): ${key}: ${text}`] : [];
  });
}

const escaped = (text) => text.replace(/[^\w ]/g, '\\$&');

/** English keys that no source names: whole in quotes, or built by a template such as `code.${code}` or `made${side}`. */
export function unusedKeys(english, source) {
  const built = new Map();
  for (const [, head, tail, more] of source.matchAll(/([\w.]{3,})\$\{[^{}]*\}([\w.]*)(\$\{)?/g)) {
    const end = more === undefined ? tail : '';
    built.set(`${head} ${end}`, [head, end]);
  }
  const isBuilt = (key) => [...built.values()].some(([head, tail]) => key.startsWith(head) && key.endsWith(tail) && key !== head + tail);
  const isNamed = (key) => new RegExp(`['"\`]${escaped(key)}['"\`]`).test(source);
  return [...new Set(Object.keys(english).map((key) => baseOf(key, english)))].filter((key) => !isNamed(key) && !isBuilt(key));
}
