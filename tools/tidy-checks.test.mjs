// Each check of the self-test, seen red on planted input and green on its repair.
import { describe, expect, it } from 'vitest';
import * as checks from './lib/tidy-checks.mjs';

const unfinished = 'TO' + 'DO';
const machine = `/${'wo' + 'rk'}/main/file.ts`;
const host = `https://${'regi' + 'stry'}.npmjs.org/x`;

describe('the checks of the self-test', () => {
  it('compare package.json and tsconfig.json with layers.cjs', () => {
    const right = {
      workspace: 'packages/client',
      allowed: ['domain', 'protocol'],
      manifest: { dependencies: { '@tapedeck/protocol': '0.1.0', '@tapedeck/domain': '0.1.0', zustand: '5.1.0' } },
      tsconfig: { references: [{ path: '../domain' }, { path: '../protocol' }] },
    };
    expect(checks.referenceProblems(right)).toEqual([]);
    expect(checks.referenceProblems({ ...right, allowed: ['domain'] })).toHaveLength(2);
    expect(checks.referenceProblems({ ...right, tsconfig: {} })).toEqual([
      'packages/client/tsconfig.json references [], layers.cjs allows [domain,protocol]',
    ]);
  });

  it('find folders without a line in the import table, lines without a folder, and imports that lead up', () => {
    expect(checks.levelProblems(['low', 'high', 'tests'], { low: [], high: ['low'] }, ['tests'])).toEqual([]);
    expect(checks.levelProblems(['low', 'new'], { low: ['high'], high: ['low', 'high'] }, ['tests'])).toEqual([
      'new has no line in the import table',
      'high has a line in the import table and no folder',
      'tests has a line in the import table and no folder',
      'low imports high, which does not stand above it',
      'high imports high, which does not stand above it',
    ]);
  });

  it('find versions that are not exact', () => {
    expect(checks.pinProblems('a', { dependencies: { b: '1.2.3', c: '1.0.0-rc.1', d: 'npm:e@1.2.3' } })).toEqual([]);
    for (const version of ['^1.2.3', '~1.2.3', '1.x', 'latest', '*', 'file:../b', 'npm:e@^1.2.3'])
      expect(checks.pinProblems('a', { devDependencies: { b: version } })).toHaveLength(1);
  });

  it('find platforms missing from the lock, and install scripts', () => {
    const lock = {
      'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
      'node_modules/a-linux': {},
    };
    expect(checks.lockProblems(lock, [])).toEqual([
      'package-lock.json: node_modules/a lacks a-mac; make the lock again with a version that is complete',
    ]);
    expect(checks.lockProblems({ ...lock, 'node_modules/a/node_modules/a-mac': {} }, [])).toEqual([]);
    expect(checks.lockProblems({ 'node_modules/b': { hasInstallScript: true } }, [])).toHaveLength(1);
    expect(checks.lockProblems({ 'node_modules/b': { hasInstallScript: true } }, ['b'])).toEqual([]);
  });

  it('find files that nothing reaches', () => {
    const files = new Map([
      ['p/src/index.ts', "export { a } from './a.ts';\nexport type B = import('./b.ts').B;\n"],
      ['p/src/a.ts', "import './a.css';\nnew Worker(new URL('./worker.ts', import.meta.url));\nvoid import('./lazy.ts');\n"],
      ['p/src/a.css', '@import "./tokens.css";\n'],
      ['p/src/tokens.css', ''],
      ['p/src/b.ts', ''],
      ['p/src/worker.ts', ''],
      ['p/src/lazy.ts', ''],
      ['p/src/helper.ts', ''],
      ['p/src/a.test.ts', "import './helper.ts';\n"],
      ['p/src/forgotten.ts', "import './a.ts';\n"],
      ['p/src/forgotten.css', ''],
    ]);
    expect(checks.orphanProblems(files, ['p/src/index.ts'])).toEqual([
      'p/src/forgotten.ts is not reachable from an entry or a test',
      'p/src/forgotten.css is not reachable from an entry or a test',
    ]);
  });

  it('find marks of unfinished work, paths of one machine and package hosts', () => {
    expect(checks.wordProblems('a.ts', `// ${unfinished}: later\n`)).toHaveLength(1);
    expect(checks.wordProblems('a.ts', `open('${machine}');\n`)).toHaveLength(1);
    expect(checks.wordProblems('a.md', `from ${host}\n`)).toHaveLength(1);
    expect(checks.wordProblems('a.ts', "get('/v5/order/create'); // a todo list, homework, workers\n")).toEqual([]);
  });

  it('find wire names with a scale', () => {
    expect(checks.scaleProblems('a.ts', 'const leverageE2 = 1;\n')).toHaveLength(1);
    expect(checks.scaleProblems('a.ts', 'body.qtyX;\n')).toHaveLength(1);
    expect(checks.scaleProblems('a.ts', 'const leverage = SCALE_E8;\n')).toEqual([]);
  });

  it('find titles and links of Markdown', () => {
    const exists = (file) => file === 'docs/there.md' || file === 'docs/picture.svg';
    const right = '# One\n\n[a](there.md#part) [b](https://example.org) ![c](picture.svg)\n\n```sh\n# a comment\n```\n';
    expect(checks.markdownProblems('docs/a.md', right, exists)).toEqual([]);
    expect(checks.markdownProblems('docs/a.md', '# One\n\n# Two\n', exists)).toHaveLength(1);
    expect(checks.markdownProblems('docs/a.md', 'none\n', exists)).toHaveLength(1);
    expect(checks.markdownProblems('docs/a.md', '# One\n\n[a](gone.md) <img src="gone.png">\n', exists)).toHaveLength(2);
  });

  it('find texts that lack a language, and texts that nobody shows', () => {
    const english = { buy: 'Buy', orders_one: '{{count}} order', orders_other: '{{count}} orders' };
    const code = "text('buy') + text('orders', { count })";
    expect(checks.textProblems('f', { en: english, 'ja-JP': { buy: '買い', orders_other: '注文' } }, code)).toEqual([]);
    expect(checks.textProblems('f', { en: english, 'ja-JP': { buy: '買い' } }, code)).toEqual(['f/text.ja-JP.json lacks orders']);
    expect(checks.textProblems('f', { en: english, 'ja-JP': { ...english, sell: '売り' } }, code)).toEqual([
      'f/text.ja-JP.json has sell, which English lacks',
    ]);
    expect(
      checks.textProblems('f', { en: { 'status.New': 'New', crossTitle: 'Cross' } }, 'text(`status.${x}`) + text(`${mode}Title`)'),
    ).toEqual([]);
    expect(checks.textProblems('f', { en: { ...english, sell: 'Sell' } }, code)).toEqual(['f/text.en.json: sell is used nowhere']);
  });

  it('find files that grew too long', () => {
    expect(checks.lengthProblems('a.ts', 'x\n'.repeat(500))).toEqual([]);
    expect(checks.lengthProblems('a.ts', 'x\n'.repeat(501))).toHaveLength(1);
    expect(checks.lengthProblems('a.test.ts', 'x\n'.repeat(800))).toEqual([]);
    expect(checks.lengthProblems('a.test.ts', 'x\n'.repeat(801))).toHaveLength(1);
  });
});
