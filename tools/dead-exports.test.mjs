// Code that only tests use is not part of the product: use it or remove it. The first test shows that the gate detects planted exports.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadExportProblems } from './lib/dead-exports.mjs';
import { filesBelow, readJson, root } from './lib/repository.mjs';

const { LAYERS } = createRequire(import.meta.url)('../layers.cjs');

const PLANTED = new Map(
  Object.entries({
    'packages/one/src/index.ts':
      "export { used, tested, Shape, idle } from './rules.ts';\nexport { again as renamed } from './rules.ts';\n",
    'packages/one/src/rules.ts': [
      'export const used = 1;',
      'export const tested = 2;',
      'export function recursive(depth) { return recursive(depth - 1); }',
      'export const [left, right] = [3, 4];',
      'export const own = 5;',
      'export const sum = own + left;',
      'export interface Shape { readonly side: number }',
      'export type Unused = Shape;',
      'export const idle = 6;',
      'export const again = 7;',
      'const local = 8;',
      'export { local as listed };',
    ].join('\n'),
    'packages/one/src/rules.test.ts':
      "import { recursive, right, sum } from './rules.ts';\nimport { tested } from './index.ts';\nexport const helper = [recursive, right, sum, tested];\n",
    'packages/one/src/testing/fixture.ts': 'export const fixture = 1;\n',
    'apps/two/src/main.ts':
      "import { used, type Shape } from '@x/one';\nconst load = () => import('./late.tsx').then((module) => module.Late);\nimport * as rest from './rest.ts';\nconsole.log(used, load, rest.named as Shape);\n",
    'apps/two/src/late.tsx': 'export const Late = () => null;\nexport const Never = () => null;\n',
    'apps/two/src/rest.ts': 'export const named = 1;\nexport const unnamed = 2;\n',
  }),
);

describe('exports that only tests use', () => {
  it('are found, through an index too, and nothing else is', () => {
    const packages = new Map([['@x/one', 'packages/one/src/index.ts']]);
    expect(deadExportProblems(PLANTED, packages).sort()).toEqual(
      [
        'packages/one/src/index.ts hands on idle, which nothing takes',
        'packages/one/src/index.ts hands on renamed, which nothing takes',
        ...['tested', 'recursive', 'right', 'sum', 'Unused', 'idle', 'again', 'listed'].map(
          (name) => `packages/one/src/rules.ts exports ${name}, which no production code uses`,
        ),
        'apps/two/src/late.tsx exports Never, which no production code uses',
        'apps/two/src/rest.ts exports unnamed, which no production code uses',
      ].sort(),
    );
  });

  it('are none in this repository', () => {
    const files = new Map(
      filesBelow('')
        .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
        .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
    );
    const packages = new Map(
      Object.keys(LAYERS).flatMap((workspace) => {
        const { name, exports = {} } = readJson(`${workspace}/package.json`);
        return Object.entries(exports).map(([entry, file]) => [name + entry.slice(1), path.posix.join(workspace, file)]);
      }),
    );
    expect(packages.size).toBeGreaterThan(10);
    expect(deadExportProblems(files, packages)).toEqual([]);
  });
});
