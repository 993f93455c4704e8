// Comments, documents and English texts use the glossary's words and begin with their subject. The gate is first seen to fail.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readJson, root } from './lib/repository.mjs';
import { commentProblems, commentsOf, wordProblems, wordsNotUsed } from './lib/wording.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const WORDS = wordsNotUsed(read('docs/glossary.md'));
/** Quotes a title of the dialog. */
const QUOTES = ['specs/tps-take-profit-and-stop-loss.md', 'docs/glossary.md'];
const folders = [
  ...new Set(
    filesBelow('packages')
      .concat(filesBelow('apps'))
      .map((file) => file.split('/').slice(0, 2).join('/')),
  ),
];

describe('wording', () => {
  it.each([
    ['Of a limit order.', 'begins with "Of"'],
    ['What a new order may cost.', 'begins with "What"'],
    ['Who is met is closed.', 'begins with "Who"'],
    ['Sent to whoever asks.', 'says "whoever"'],
    ['An order is told once.', 'says "told"'],
    ['Rounded up (reference, section 6.2).', 'outside the repository'],
    ['Places a waiting order.', 'instead of "conditional order"'],
    ['The TPSL of a position.', 'instead of "TP/SL"'],
  ])('refuses %s', (comment, problem) => {
    expect(commentProblems(comment, WORDS).join()).toContain(problem);
  });

  it.each(['Limit orders only.', 'Offers of a maker.', 'Rounded up (docs/concepts/cost.md).', 'Sets tpsl of a position.'])(
    'allows %s',
    (comment) => {
      expect(commentProblems(comment, WORDS)).toEqual([]);
    },
  );

  it('finds every kind of comment, and nothing else', () => {
    const text = "/** Of a. */\nconst url = 'http://x'; // Of b\n/*\n * Of c,\n * and d.\n */\n// Of e\nconst of = 'Of f';\n";
    expect(commentsOf(text)).toEqual(['Of a.', 'Of b', 'Of c, and d.', 'Of e']);
  });

  it.each([...folders, 'tools', 'e2e', 'bench'])('of comments in %s follows the style sheet', (folder) => {
    const problems = filesBelow(folder)
      .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file) && file !== 'tools/wording.test.mjs')
      .flatMap((file) =>
        commentsOf(read(file)).flatMap((comment) => commentProblems(comment, WORDS).map((problem) => `${file}: ${problem}`)),
      );
    expect(problems).toEqual([]);
  });

  it('of documents uses the words of the glossary', () => {
    const documents = filesBelow('').filter((file) => file.endsWith('.md') && !QUOTES.includes(file));
    expect(documents.flatMap((file) => wordProblems(read(file), WORDS).map((problem) => `${file} ${problem}`))).toEqual([]);
  });

  it('of English texts uses the words of the glossary', () => {
    const texts = filesBelow('apps/terminal').filter((file) => file.endsWith('text.en.json'));
    const all = texts.flatMap((file) => Object.entries(readJson(file)).map(([key, text]) => [`${file} ${key}`, String(text)]));
    expect(all.length).toBeGreaterThan(500);
    expect(all.flatMap(([key, text]) => wordProblems(text, WORDS).map((problem) => `${key} ${problem}`))).toEqual([]);
  });
});
