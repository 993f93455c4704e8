// Requirement ids: where they are defined (specs/*.md) and where tests cite them (their titles).
import ts from 'typescript';

const DEFINITION = /^- \*\*([A-Z][A-Z0-9]{1,2}-\d{2})\*\*/gm;
const CITATION = /\b([A-Z][A-Z0-9]{1,3}-\d{2,4})\b/g;
/** Things that look like an id in a title and are names of standards. */
const STANDARDS = /^(SHA|UTF|ISO|RFC|IEEE|ED)-/;
const RUNNERS = new Set(['it', 'test', 'describe', 'scenario']);

export const isTestFile = (file) => /\.(test\.tsx?|test\.mjs|e2e\.tsx?|scenario)$/.test(file);

/** Ids that a Markdown file of specs/ defines, in order. */
export const definedIds = (markdown) => [...markdown.matchAll(DEFINITION)].map((match) => match[1]);

/** Areas beyond the original specification; their rows may wait for their test. */
const BEYOND = new Set(['MKT', 'WSP', 'CAL', 'HND', 'SIM', 'BOT', 'JRN', 'LIV', 'OPS']);

export const isBeyond = (id) => BEYOND.has(id.split('-')[0]);

function rootName(callee) {
  let node = callee;
  while (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isTaggedTemplateExpression(node)) {
    node = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression;
  }
  return ts.isIdentifier(node) ? node.text : '';
}

function titlesOfSource(file, text) {
  const titles = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && RUNNERS.has(rootName(node.expression))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
      if (title !== undefined && ts.isTemplateExpression(title))
        titles.push([title.head, ...title.templateSpans.map((span) => span.literal)].map((part) => part.text).join(' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return titles;
}

/** Ids that the titles of a test file cite. A scenario's title is a line `[ID] words`. */
export function citedIds(file, text) {
  const titles = file.endsWith('.scenario') ? [...text.matchAll(/^\[.*$/gm)].map((match) => match[0]) : titlesOfSource(file, text);
  const ids = titles.flatMap((title) => [...title.matchAll(CITATION)].map((match) => match[1]));
  return [...new Set(ids)].filter((id) => !STANDARDS.test(id));
}

/** Compares the two: `uncovered` rows in order, and `unknown` citations as { id, file }. */
export function compare(defined, citations) {
  const known = new Set(defined);
  const covered = new Set(citations.map(({ id }) => id));
  return { uncovered: defined.filter((id) => !covered.has(id)), unknown: citations.filter(({ id }) => !known.has(id)) };
}
