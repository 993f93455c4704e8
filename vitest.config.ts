import { defineConfig } from 'vitest/config';
import { plantedBug } from './tools/lib/planted-bugs.mjs';

const inBrowser = ['packages/ui', 'packages/chart', 'apps/terminal'];
const inNode = ['packages/!(ui|chart)', 'apps/!(terminal)', 'bench'];

/** Unit tests. Browser tests have their own configuration in e2e/. */
export default defineConfig({
  test: {
    // One file at a time per worker; two workers fit the smallest machine the tests are meant for.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        plugins: [plantedBug()],
        test: {
          name: 'node',
          environment: 'node',
          include: [...inNode.map((folder) => `${folder}/src/**/*.test.{ts,tsx}`), 'bench/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'happy-dom',
          // The tokens are read as text by the test of their contrast; other styles stay out.
          css: { include: [/tokens\.css/] },
          include: inBrowser.map((folder) => `${folder}/src/**/*.test.{ts,tsx}`),
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          include: ['tools/**/*.test.mjs'],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
