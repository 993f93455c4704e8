// The unit tests of the packages with every mutant of the chosen files in the sources: see tools/mutants.mjs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFirst } from '../lib/long-first.mjs';
import { root } from '../lib/repository.mjs';
import { mutate } from './mutate.mjs';

const plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN, 'utf8'));
const chosen = new Set(plan.mutants);
const local = (name) => fileURLToPath(new URL(name, import.meta.url));

const mutants = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, module) {
    const file = path.relative(root, module.split('?')[0]).replaceAll(path.sep, '/');
    const first = plan.files[file];
    return first === undefined ? undefined : { code: mutate(file, code, first, chosen).code, map: null };
  },
};

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules', '.vite-mutants'),
  plugins: [mutants],
  test: {
    name: 'mutants',
    environment: 'node',
    include: plan.tests,
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 1,
    runner: local('test-runner.mjs'),
    setupFiles: [local('setup.mjs')],
    alias: { 'fast-check': path.join(root, 'tools/lib/fast-check.mjs') },
    sequence: { sequencer: longFirst(plan.tests) },
    reporters: [{}],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
