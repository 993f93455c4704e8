import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFirst } from './tools/lib/long-first.mjs';
import { oneModule } from './tools/lib/one-module.mjs';
import { plantedBug } from './tools/lib/planted-bugs.mjs';

const inBrowser = ['packages/ui', 'packages/chart', 'apps/terminal'];
const inNode = ['packages/!(ui|chart)'];
/** Their tests start processes, and servers that are open to all of a process. */
const ofServer = ['apps/!(terminal)', 'bench'];
const testsOf = (folders: readonly string[]): string[] =>
  folders.map((folder) => `${folder}${folder === 'bench' ? '' : '/src'}/**/*.test.{ts,tsx}`);

/** Far above the time that a test takes on a slow machine. A test that needs more states it with the reason, as does a file. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

const LONGEST = [
  'exchange-twins.test.ts',
  'kill-points.test.ts',
  'server-process.test.ts',
  'kill-stops.test.ts',
  'stepped-time.test.ts',
  'many-at-once.test.ts',
  'operator.test.ts',
  'gates.test.mjs',
];

/** Tests of the packages that compute for seconds. */
const COMPUTING = [
  'exchange-twins.test.ts',
  'simulation.test.ts',
  'option-simulation.test.ts',
  'spot-simulation.test.ts',
  'stop-simulation.test.ts',
  'whole-simulation.test.ts',
  'recordings.test.ts',
  'order-book.test.ts',
  'derivatives/futures.test.ts',
  'derivatives/options.test.ts',
  'venue-paper/src/world.test.ts',
];

/** One process for the files of a project, and what they put in the place of something else does not outlive their tests. */
const together = { isolate: false, restoreMocks: true, unstubGlobals: true };

/** Draws the same cases in every run. */
const alias = { 'fast-check': fileURLToPath(new URL('tools/lib/fast-check.mjs', import.meta.url)) };

/**
 * Unit tests. Browser tests have their own configuration in e2e/. Files of the packages and of the terminal follow each other in one
 * process, where nothing of theirs outlives them: a process for each would take longer to start than most of them run. Those with a
 * server have their own.
 */
export default defineConfig({
  test: {
    // One file at a time per worker; two workers fit the smallest machine the tests are meant for.
    maxWorkers: 2,
    sequence: { sequencer: longFirst(LONGEST) },
    passWithNoTests: true,
    teardownTimeout: 30_000,
    projects: [
      {
        plugins: [plantedBug(), oneModule(COMPUTING, [plantedBug()])],
        test: {
          name: 'node',
          environment: 'node',
          ...together,
          alias,
          include: testsOf(inNode),
          ...limits,
        },
      },
      {
        plugins: [oneModule(['testing/recover-copy.ts'])],
        test: {
          name: 'server',
          environment: 'node',
          alias,
          include: testsOf(ofServer),
          ...limits,
        },
      },
      {
        // What a build knows; no unit test loads another language from its files.
        define: { __WHOLE_LANGUAGES__: '[]' },
        plugins: [plantedBug()],
        test: {
          name: 'browser',
          ...together,
          setupFiles: [fileURLToPath(new URL('tools/lib/last-frame.mjs', import.meta.url))],
          environment: 'happy-dom',
          // The tokens are read as text by the test of their contrast; other styles stay out.
          css: { include: [/tokens\.css/] },
          alias,
          include: testsOf(inBrowser),
          ...limits,
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          include: ['tools/**/*.test.mjs'],
          ...limits,
        },
      },
    ],
  },
});
