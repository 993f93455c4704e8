import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFirst } from '../tools/lib/long-first.mjs';
import { oneModule } from '../tools/lib/one-module.mjs';

/** They compute, and open no page. */
const COMPUTING = ['lost-answers', 'portfolio-parity', 'preview-parity', 'preview-parity-products', 'preview-parity-results'];

const LONGEST = [
  'trading-story',
  'every-page',
  'market-states',
  'one-gesture',
  'tpsl',
  'preview',
  'order-form',
  'position-actions',
  'order-book',
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
    // Generous limits only: the speed of a machine says nothing about the tested behaviour.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    passWithNoTests: true,
  },
});
