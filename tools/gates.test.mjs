// Plants every forbidden import and every banned construct in a temporary tree, and checks that exactly those are flagged.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const { LAYERS, PURE, NEUTRAL, EXCHANGE_DENY, CHART_DENY, CLIENT_DENY, TERMINAL_DENY } = require('../layers.cjs');
const gate = require('../.dependency-cruiser.cjs');

const workspaces = Object.keys(LAYERS);
const shortName = (workspace) => workspace.split('/')[1];
let tree;

/** Writes `files` (path -> text) below the temporary tree. */
function plant(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  }
}

/** Violations as "rule: from -> to", in order. */
async function violations() {
  const { output } = await cruise(['packages', 'apps'], {
    ...gate.options,
    baseDir: tree,
    validate: true,
    ruleSet: { forbidden: gate.forbidden },
  });
  return output.summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`).sort();
}

beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'gates-'));
  mkdirSync(path.join(tree, 'node_modules/@tapedeck'), { recursive: true });
  for (const npm of ['klinecharts', 'zod', 'zustand', 'left-pad']) {
    plant({
      [`node_modules/${npm}/package.json`]: JSON.stringify({ name: npm, version: '1.0.0', main: 'index.js' }),
      [`node_modules/${npm}/index.js`]: 'module.exports = {};\n',
    });
  }
  for (const workspace of workspaces) {
    const manifest = {
      name: `@tapedeck/${shortName(workspace)}`,
      version: '0.1.0',
      type: 'module',
      exports: './src/index.ts',
      dependencies: { klinecharts: '1.0.0', zod: '1.0.0', zustand: '1.0.0' },
    };
    for (const other of workspaces) manifest.dependencies[`@tapedeck/${shortName(other)}`] = '0.1.0';
    plant({ [`${workspace}/package.json`]: JSON.stringify(manifest), [`${workspace}/src/index.ts`]: 'export const here = 1;\n' });
    symlinkSync(path.join(tree, workspace), path.join(tree, 'node_modules/@tapedeck', shortName(workspace)));
  }
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));

describe('the import gate', () => {
  it('flags exactly the pairs of workspaces that layers.cjs does not allow, type-only imports too', async () => {
    const forbidden = [];
    for (const workspace of workspaces) {
      for (const other of workspaces) {
        if (other === workspace) continue;
        const name = shortName(other);
        plant({
          [`${workspace}/src/value-${name}.ts`]: `import { here } from '@tapedeck/${name}';\nexport const there = here;\n`,
          [`${workspace}/src/type-${name}.ts`]: `import type { here } from '@tapedeck/${name}';\nexport type There = typeof here;\n`,
        });
        if (LAYERS[workspace].includes(name)) continue;
        forbidden.push(`layer:${workspace}: ${workspace}/src/type-${name}.ts -> ${other}/src/index.ts`);
        forbidden.push(`layer:${workspace}: ${workspace}/src/value-${name}.ts -> ${other}/src/index.ts`);
      }
    }
    expect(await violations()).toEqual(forbidden.sort());
  });

  it('flags a relative path into another workspace, also into an allowed one', async () => {
    plant({ 'packages/exchange/src/reach.ts': "import { here } from '../../domain/src/index.ts';\nexport const there = here;\n" });
    expect(await violations()).toEqual(['no-relative-reach: packages/exchange/src/reach.ts -> packages/domain/src/index.ts']);
  });

  it.each([
    ['packages/exchange', 'exchange', EXCHANGE_DENY],
    ['packages/chart', 'chart', CHART_DENY],
    ['packages/client', 'client', CLIENT_DENY],
    ['apps/terminal', 'terminal', TERMINAL_DENY],
  ])('flags exactly the forbidden pairs of folders inside %s', async (workspace, rule, deny) => {
    const folders = [...new Set([...Object.keys(deny), ...Object.values(deny).flat()])];
    const forbidden = [];
    for (const folder of folders) {
      plant({ [`${workspace}/src/${folder}/state.ts`]: 'export const here = 1;\n' });
      for (const other of folders) {
        if (other === folder) continue;
        plant({
          [`${workspace}/src/${folder}/to-${other}.ts`]: `import { here } from '../${other}/state.ts';\nexport const there = here;\n`,
        });
        if (!deny[folder]?.includes(other)) continue;
        forbidden.push(`${rule}:${folder}: ${workspace}/src/${folder}/to-${other}.ts -> ${workspace}/src/${other}/state.ts`);
      }
    }
    expect(await violations()).toEqual(forbidden.sort());
  });

  it('flags node: modules and npm packages in pure packages, but not in their tests', async () => {
    const forbidden = [];
    for (const name of PURE) {
      plant({
        [`packages/${name}/src/files.ts`]: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
        [`packages/${name}/src/library.ts`]: "import zod from 'zod';\nexport const schema = zod;\n",
        [`packages/${name}/src/files.test.ts`]: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
      });
      forbidden.push(`pure:${name}: packages/${name}/src/files.ts -> fs`);
      forbidden.push(`pure:${name}: packages/${name}/src/library.ts -> node_modules/zod/index.js`);
    }
    expect(await violations()).toEqual(forbidden.sort());
  });

  it('flags node: modules and unlisted npm packages in neutral packages', async () => {
    const forbidden = [];
    for (const [name, allowed] of Object.entries(NEUTRAL)) {
      plant({ [`packages/${name}/src/files.ts`]: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n" });
      forbidden.push(`neutral:${name}: packages/${name}/src/files.ts -> fs`);
      for (const npm of ['zod', 'zustand']) {
        plant({ [`packages/${name}/src/${npm}.ts`]: `import library from '${npm}';\nexport const used = library;\n` });
        if (!allowed.includes(npm)) forbidden.push(`neutral:${name}: packages/${name}/src/${npm}.ts -> node_modules/${npm}/index.js`);
      }
    }
    expect(await violations()).toEqual(forbidden.sort());
  });

  it('flags a chart library anywhere in the product', async () => {
    const text = "import library from 'klinecharts';\nexport const used = library;\n";
    plant({
      'packages/chart/src/frame/engine.ts': text,
      'packages/chart/src/host/engine.ts': text,
      'apps/terminal/src/app/engine.ts': text,
    });
    expect(await violations()).toEqual([
      'chart:own-engine: apps/terminal/src/app/engine.ts -> node_modules/klinecharts/index.js',
      'chart:own-engine: packages/chart/src/frame/engine.ts -> node_modules/klinecharts/index.js',
      'chart:own-engine: packages/chart/src/host/engine.ts -> node_modules/klinecharts/index.js',
    ]);
  });

  it('flags one feature that imports another', async () => {
    plant({
      'apps/terminal/src/features/tape/tape.ts':
        "import { here } from '../order-book/order-book.ts';\nimport { own } from './own.ts';\nexport const there = here + own;\n",
      'apps/terminal/src/features/tape/own.ts': 'export const own = 1;\n',
      'apps/terminal/src/features/order-book/order-book.ts': 'export const here = 1;\n',
    });
    expect(await violations()).toEqual([
      'terminal:no-cross-feature: apps/terminal/src/features/tape/tape.ts -> apps/terminal/src/features/order-book/order-book.ts',
    ]);
  });

  it('flags cycles, imports of tests and undeclared packages', async () => {
    plant({
      'apps/server/src/one.ts': "import { two } from './two.ts';\nexport const one = () => two;\n",
      'apps/server/src/two.ts': "import { one } from './one.ts';\nexport const two = () => one;\n",
      'apps/server/src/helper.test.ts': 'export const helper = 1;\n',
      'apps/server/src/user.ts':
        "import { helper } from './helper.test.ts';\nimport pad from 'left-pad';\nexport const used = [helper, pad];\n",
    });
    const found = await violations();
    expect(found.filter((line) => line.startsWith('no-circular')).length).toBeGreaterThan(0);
    expect(found.filter((line) => !line.startsWith('no-circular'))).toEqual([
      'no-import-of-tests: apps/server/src/user.ts -> apps/server/src/helper.test.ts',
      'no-undeclared-npm: apps/server/src/user.ts -> node_modules/left-pad/index.js',
    ]);
  });
});
