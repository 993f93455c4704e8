import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Browser tests: the built server, a real Chromium. One file at a time: two browsers on two cores measure each other. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../node_modules/.vite-e2e', import.meta.url)),
  test: {
    name: 'e2e',
    root: fileURLToPath(new URL('.', import.meta.url)),
    environment: 'node',
    include: ['**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    setupFiles: ['support/after-each.ts'],
    fileParallelism: false,
    maxWorkers: 1,
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 45_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
  },
});
