import { V5_PATHS, METHODS_OF_PATH } from '@tapedeck/gateway';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfigFromFile } from 'vite';
import { root } from './lib/repository.mjs';

test('npm run play hands every call of the terminal on to the server', async () => {
  const file = path.join(root, 'apps/terminal/vite.config.ts');
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, file);
  const handedOn = Object.keys(loaded?.config.server?.proxy ?? {});
  const called = [...METHODS_OF_PATH.keys(), ...V5_PATHS];
  expect(called.length).toBeGreaterThan(100);
  expect(called.filter((one) => !handedOn.some((start) => one.startsWith(start)))).toEqual([]);
});
