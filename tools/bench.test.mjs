import { expect, test } from 'vitest';
import { filesBelow } from './lib/repository.mjs';
import { bundleForNode } from './run.mjs';

test('every bench can be built', async () => {
  const benches = ['bench', 'apps', 'packages'].flatMap((folder) => filesBelow(folder)).filter((file) => file.endsWith('.bench.ts'));
  expect(benches.length).toBeGreaterThan(5);
  for (const file of benches) expect(await bundleForNode(file), file).toMatch(/main\.mjs$/);
}, 60_000);
