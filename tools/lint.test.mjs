// The lint bans, seen red: each planted line is flagged by the rule that bans it, and its allowed twin is not.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './lib/processes.mjs';
import { root } from './lib/repository.mjs';

const OPAQUE = "export interface Opaque<Name extends string> { readonly tag: Name }\nexport declare const price: Opaque<'Price'>;\n";

/** Files of the temporary tree: every line marked with `// rule` must be flagged by it, no other line may be. */
const PLANTED = {
  'packages/domain/src/values/opaque.ts': OPAQUE,
  'packages/domain/src/values/divide.ts': 'export const half = (value: bigint): bigint => value / 2n;\n',
  'packages/exchange/src/ambient.ts': [
    "import { price } from '../../domain/src/values/opaque.ts';",
    'export const now = (): number => Date.now(); // no-restricted-syntax',
    'export const day = (): Date => new Date(0); // no-restricted-syntax',
    'export const chance = (): number => Math.random(); // no-restricted-syntax',
    'export const growth = (x: number): number => Math.exp(x); // no-restricted-syntax',
    'export const power = (x: number): number => x ** 3; // no-restricted-syntax',
    'export const root = (x: number): number => Math.sqrt(x);',
    'export const later = async (): Promise<void> => { await Promise.resolve(); }; // no-restricted-syntax',
    'export const read = (text: string): unknown => JSON.parse(text); // no-restricted-syntax',
    'export const shown = (x: number): string => x.toFixed(2); // no-restricted-syntax',
    'export const share = (value: bigint): bigint => value / 3n; // tapedeck/named-rounding',
    'export const ratio = (value: number): number => value / 3;',
    'export const minus = (): unknown => -price; // typescript/no-unsafe-unary-minus',
    'export const cast = (x: number): string => x as unknown as string; // no-restricted-syntax',
    'export const log = (): void => { console.log(1); }; // no-restricted-globals',
    'export const wait = (): void => { setTimeout(log, 1); }; // no-restricted-globals',
    'export const first = (list: number[]): number => list[0]!; // typescript/no-non-null-assertion',
    'export const loose = (x: any): void => { void x; }; // typescript/no-explicit-any',
    'export const many = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e; // tapedeck/few-parameters',
    'const own = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;',
    'export const five = (x: number): number => own(x, x, x, x, x);',
    "export * from './other.ts'; // no-restricted-syntax",
    'export default 1; // no-restricted-syntax',
  ].join('\n'),
  'packages/exchange/src/long.ts': [
    'export function long(x: number): number { // tapedeck/short-functions',
    '  let sum = 0;',
    ...Array.from({ length: 70 }, () => '  sum += x;'),
    '  return sum;',
    '}',
    'export function factory(x: number): { one: () => number; two: () => number } {',
    '  let sum = x;',
    ...['one', 'two'].flatMap((name) => [
      `  function ${name}(): number {`,
      ...Array.from({ length: 50 }, () => '    sum += x;'),
      '    return sum;',
      '  }',
    ]),
    '  return { one, two };',
    '}',
    '',
  ].join('\n'),
  'packages/exchange/src/other.ts': 'export const other = 1;\n',
  'packages/client/src/calculators/total.ts': [
    'export const kept = (): string | null => localStorage.getItem("a"); // no-restricted-globals',
    'export const read = (text: string): unknown => JSON.parse(text); // no-restricted-syntax',
  ].join('\n'),
  'packages/client/src/connection/decode.ts': 'export const read = (text: string): unknown => JSON.parse(text);\n',
  'apps/terminal/src/features/tape/tape.tsx': [
    'export function Tape() {',
    '  return (',
    '    <div',
    '      title="Recent trades" // no-restricted-syntax',
    '    >',
    '      Trades',
    '      <span dangerouslySetInnerHTML={{ __html: "x" }} /> {/* no-restricted-syntax */}',
    '    </div>',
    '  );',
    '}',
    'export const paint = (node: HTMLElement): void => { node.innerHTML = ""; }; // no-restricted-syntax',
    'export const kept = (): string | null => localStorage.getItem("a"); // no-restricted-globals',
  ].join('\n'),
  'apps/server/src/work.ts': [
    'declare const work: () => Promise<void>;',
    'declare const later: (task: () => void) => void;',
    'export function begin(): void {',
    '  work(); // typescript/no-floating-promises',
    '  void work();',
    '  later(work); // typescript/no-misused-promises',
    '  later(() => void work());',
    '}',
  ].join('\n'),
  'apps/terminal/src/platform/storage.ts': [
    'export const kept = (): unknown => JSON.parse(localStorage.getItem("a") ?? "null");',
    'export const run = (text: string): unknown => eval(text); // no-eval',
  ].join('\n'),
};

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    lib: ['ES2023', 'DOM'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['packages', 'apps'],
};
const BANS =
  /^(no-restricted-|tapedeck\/|no-eval|typescript\/no-(non-null-assertion|explicit-any|floating-promises|misused-promises|unsafe-unary-minus)$)/;

/** Reports of oxlint for the tree. A rule's code reads `plugin(rule)`, and `eslint(rule)` for rules of the language itself. */
async function typedResults() {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { output } = await capture(
    process.execPath,
    [oxlint, '--config', path.join(root, '.oxlintrc.json'), '--type-aware', '--format=json', 'packages', 'apps'],
    {
      cwd: tree,
    },
  );
  return JSON.parse(output).diagnostics.map(({ filename, labels, code, message }) => ({
    file: filename,
    line: labels[0].span.line,
    rule: code.replace(/^eslint\((.*)\)$/, '$1').replace(/^([\w-]+)\((.*)\)$/, '$1/$2'),
    message,
  }));
}

let tree;
let results;
beforeAll(async () => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'lint-'));
  writeFileSync(path.join(tree, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  for (const [file, text] of Object.entries(PLANTED)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  }
  const eslint = new ESLint({ cwd: tree, overrideConfigFile: path.join(root, 'eslint.config.mjs') });
  const byPattern = (await eslint.lintFiles(['packages', 'apps'])).flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => ({ file: path.relative(tree, filePath), line, rule: ruleId ?? message, message })),
  );
  results = [...byPattern, ...(await typedResults())];
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('the lint bans', () => {
  it.each(Object.keys(PLANTED))('flag what is banned, and nothing else, in %s', (file) => {
    const found = results.filter((result) => result.file === file && BANS.test(result.rule));
    const expected = PLANTED[file].split('\n').flatMap((line, index) => {
      const rule = /(?:\/\/|\/\*) ([\w@/-]+)(?: \*\/\})?$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${index + 1}: ${rule}`];
    });
    // Literal text inside an element starts on the line of the tag before it.
    if (file.endsWith('tape.tsx')) expected.push('5: no-restricted-syntax');
    expect([...new Set(found.map(({ line, rule }) => `${line}: ${rule}`))].sort()).toEqual(expected.sort());
  });

  it('name the replacement in every message', () => {
    const messages = results.filter(({ rule }) => /^(no-restricted-|tapedeck\/)/.test(rule));
    expect(messages.length).toBeGreaterThan(15);
    for (const { message } of messages) expect(message.length, message).toBeGreaterThan(30);
  });
});
