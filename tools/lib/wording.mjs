// Checks of the wording of comments, documents and English texts against CONTRIBUTING.md and the glossary.

const COMMENT = /\/\*\*?([^]*?)\*\/|(?:^|\s)\/\/ ?(.*)$/gm;

/** Comments of a source file as single lines; consecutive `//` lines are separate. */
export const commentsOf = (text) =>
  [...text.matchAll(COMMENT)].map(([, block, line]) =>
    (block ?? line)
      .split('\n')
      .map((each) => each.replace(/^\s*\* ?/, '').trim())
      .join(' ')
      .trim(),
  );

/** The glossary's table of words not used, as [word, replacement]. */
export const wordsNotUsed = (glossary) =>
  [...glossary.slice(glossary.indexOf('## Words not used')).matchAll(/^\| (\w[^|]*?) +\| ([^|]*?) +\|$/gm)]
    .map(([, word, replacement]) => [word, replacement])
    .filter(([word]) => word !== 'not');

const isMentioned = (text, word) => new RegExp(`\\b${word}s?\\b`, word === word.toUpperCase() ? '' : 'i').test(text);

/** Words of the table in a text that people read. */
export const wordProblems = (text, words) =>
  words.filter(([word]) => isMentioned(text, word)).map(([word, replacement]) => `says "${word}" instead of "${replacement}"`);

/** Words for people that stand for no actor of the glossary. */
const UNNAMED = /\b(whoever|somebody|anybody|everybody)\b/i;

/** Words that technical English replaces. */
const PLAINER = [
  ['told', 'reported", "sent" or "received'],
  ['anew', 'again'],
];

/** Openings without a subject, unnamed actors, and sections of documents that the repository does not hold. */
export function commentProblems(comment, words) {
  const opening = /^(Of|Who|Whom|Whose|What)\b/.exec(comment)?.[1];
  const unnamed = UNNAMED.exec(comment)?.[1];
  const isForeign = /\b(reference|specification), sections? \d/i.test(comment);
  return [
    ...(opening === undefined ? [] : [`begins with "${opening}": begin with the subject or the verb`]),
    ...(unnamed === undefined ? [] : [`says "${unnamed}": name the account, trader, client or window`]),
    ...(isForeign ? ['cites a section of a document outside the repository'] : []),
    ...wordProblems(comment, [...words, ...PLAINER]),
  ].map((problem) => `"${comment.slice(0, 60)}" ${problem}`);
}
