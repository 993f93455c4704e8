import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneModule } from './lib/one-module.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'one-module-'));
  writeFileSync(path.join(folder, 'double.ts'), 'export const double = (count: number): number => count * 2;\n');
  writeFileSync(
    path.join(folder, 'long.test.ts'),
    "import { expect, it } from 'vitest';\nimport { double } from './double.ts';\nit('doubles', () => expect(double(2)).toBe(4));\n",
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

async function loaded(name, plugins = []) {
  const watched = [];
  const { load } = oneModule(['long.test.ts'], plugins);
  const module = await load.call({ addWatchFile: (file) => watched.push(path.basename(file)) }, path.join(folder, name));
  return { module, watched };
}

describe('a long test as one module', () => {
  it('holds what it imports, without the packages, and is loaded again when one of its files changes', async () => {
    const { module, watched } = await loaded('long.test.ts');
    expect(module.code).toContain('count * 2');
    expect(module.code).toMatch(/from ["']vitest["']/);
    expect(module.code).not.toContain('./double');
    expect(watched.sort()).toEqual(['double.ts', 'long.test.ts']);
  });

  it('holds files imported as text, and is loaded again when they change', async () => {
    writeFileSync(path.join(folder, 'story.scenario'), 'buys "1" BTC\n');
    writeFileSync(path.join(folder, 'long.test.ts'), "import story from './story.scenario?raw';\nexport const told = story;\n");
    const { module, watched } = await loaded('long.test.ts');
    expect(module.code).toContain(JSON.stringify('buys "1" BTC\n'));
    expect(watched).toContain('story.scenario');
  });

  it('leaves all other files alone', async () => {
    expect((await loaded('double.ts')).module).toBeUndefined();
  });

  it('takes in what other plugins make of its sources, such as planted bugs', async () => {
    const plant = { name: 'plant', transform: (code) => ({ code: code.replace('* 2', '* 3'), map: null }) };
    expect((await loaded('long.test.ts', [plant])).module.code).toContain('count * 3');
  });
});
