import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFirst } from '../tools/lib/long-first.mjs';
import { oneModule } from '../tools/lib/one-module.mjs';

/** They compute, and open no page. */
const COMPUTING = ['lost-answers', 'portfolio-parity', 'preview-parity', 'preview-parity-products', 'preview-parity-results'];

const LONGEST = [
  'cut-texts',
  'chart-pictures',
  'reports',
  'chart-drawings',
  'trading-story',
  'every-page',
  'chart-alerts',
  'chart',
  'tpsl',
  'painted-book',
  'one-gesture',
  'languages',
  'position-actions',
  'safe-forms',
  'chart-accessible',
];

/** Browser tests: the built server, a real Chromium. Two files at a time: a page waits for its server more than it computes. */
export default defineConfig({
  plugins: [oneModule(COMPUTING.map((name) => `e2e/${name}.test.ts`))],
  cacheDir: fileURLToPath(new URL('../node_modules/.vite-e2e', import.meta.url)),
  test: {
    name: 'e2e',
    root: fileURLToPath(new URL('.', import.meta.url)),
    environment: 'node',
    include: ['**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    setupFiles: ['support/each-test.ts'],
    fileParallelism: true,
    maxWorkers: 2,
    sequence: { sequencer: longFirst(LONGEST.map((name) => `/${name}.test.ts`)) },
    isolate: false,
    // Far above the time that a test takes on a slow machine. A test that needs more states it with the reason, as does a file.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    passWithNoTests: true,
  },
});
