// The checks and test files of each command: `npm test` (the gate) and `npm run test:all`.
import path from 'node:path';
import { filesBelow } from './repository.mjs';
import { SetupFailure } from './setup.mjs';

const TWINS = 'packages/exchange/src/reference/exchange-twins.test.ts';

const SERVER = 'apps/server/src';
const MARKET = 'packages/market-sim/src';

/** Unit test files that only `npm run test:all` runs: they compute for more than five seconds, or start one server after the other. */
export const SLOW = [
  TWINS,
  `${SERVER}/attacked-server.test.ts`,
  `${SERVER}/commit-thread-ends.test.ts`,
  `${SERVER}/engine-worker/step-clock.test.ts`,
  `${SERVER}/history/history-database.test.ts`,
  `${SERVER}/history/history-in-postgres.test.ts`,
  `${SERVER}/history/history-rebuild.test.ts`,
  `${SERVER}/history/history-restart.test.ts`,
  `${SERVER}/hung-disk.test.ts`,
  `${SERVER}/kill-points.test.ts`,
  `${SERVER}/kill-stops.test.ts`,
  `${SERVER}/operator/operator.test.ts`,
  `${SERVER}/operator/upgrade.test.ts`,
  `${SERVER}/programs/ccxt-more.test.ts`,
  `${SERVER}/programs/ccxt-rest.test.ts`,
  `${SERVER}/programs/ccxt-streams.test.ts`,
  `${SERVER}/recorded-month.test.ts`,
  `${SERVER}/server-process.test.ts`,
  `${SERVER}/stepped-time.test.ts`,
  `${SERVER}/upgraded-exchange.test.ts`,
  `${MARKET}/derivatives/futures.test.ts`,
  `${MARKET}/derivatives/option-flow.test.ts`,
  `${MARKET}/derivatives/options.test.ts`,
  `${MARKET}/listings/listings.test.ts`,
  `${MARKET}/live/crowd.test.ts`,
  `${MARKET}/path/price-path.test.ts`,
  `${MARKET}/realism.test.ts`,
];

/** Tests of slow files that the gate runs: a file and the beginning of full titles. */
export const SAMPLES = [
  [TWINS, 'the exchange and the naive second engine'],
  [`${SERVER}/attacked-server.test.ts`, 'without a session OPS-05 S-21 of 200 log-ins at once'],
  [`${SERVER}/history/history-database.test.ts`, 'history in PGlite'],
  [`${SERVER}/kill-points.test.ts`, 'a process that dies between two steps of an order EXC-07 D1 D2 D4 D5 after "journal half written"'],
  [`${SERVER}/kill-points.test.ts`, 'a process that dies between two steps of an order EXC-07 D1 D2 D4 D5 after "turn synced"'],
  [`${SERVER}/operator/upgrade.test.ts`, 'an upgrade OPS-03 EXC-07 begins a new journal with the last state'],
  [`${SERVER}/programs/ccxt-rest.test.ts`, 'ccxt trades BOT-01 a market order fills'],
  [`${SERVER}/server-process.test.ts`, 'durability of the real server OPS-01 a restart keeps orders'],
];

/** Browser test files of the gate: the first actions of a trader and of an attacker. */
export const CORE = [
  'trading-story',
  'order-entry',
  'order-form',
  'orders',
  'tpsl',
  'position-actions',
  'spot-form',
  'options',
  'chart-trade-lines',
  'chart-bracket',
  'phone',
  'routes',
  'accessibility',
  'lost-answers',
  'exchange-away',
  'one-gesture',
  'safe-presses',
  'typed-numbers',
  'hostile-texts',
].map((name) => `e2e/${name}.test.ts`);

/** Tests of other browser test files that the gate runs. */
export const BROWSER_SAMPLES = [
  ['e2e/languages.test.ts', 'the trade page in de-DE'],
  ['e2e/reports.test.ts', 'the private channel, closed with code 1000'],
];

/** Every test file of the repository: what stands nowhere else runs in `npm run test:all`. */
export const testFiles = () => filesBelow('').filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file));

export const isBrowserTest = (file) => file.startsWith('e2e/');

const bin = (file, ...parameters) => [path.join('node_modules', file), ...parameters];

/**
 * A step has a `command`, or test `files`, of which only `samples` run where there are any. `lane`: steps of a lane follow each other, and
 * the two lanes run side by side; steps without one follow alone, since a page that is short of processor time shows nothing of what a
 * trader sees. `after`: steps that must have passed.
 */
const checks = (formatCache) => [
  { name: 'build', lane: 1, command: ['tools/build.mjs'] },
  { name: 'types', lane: 2, command: bin('typescript7/bin/tsc', '-b') },
  { name: 'lint', lane: 2, command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'bans', lane: 2, command: bin('eslint/bin/eslint.js', '.', '--max-warnings=0') },
  // A file's formatting depends on nothing else, so files unchanged since the last good run are not read again.
  {
    name: 'format',
    lane: 2,
    command: bin(
      'prettier/bin/prettier.cjs',
      ...['--check', '--log-level=warn', '--cache', '--cache-strategy', 'content', '--cache-location', formatCache, '.'],
    ),
  },
  {
    name: 'imports',
    lane: 2,
    command: bin('dependency-cruiser/bin/dependency-cruise.mjs', 'packages', 'apps', '--config', '.dependency-cruiser.cjs'),
  },
  { name: 'spec', lane: 2, command: ['tools/spec.mjs'] },
  { name: 'budget', lane: 2, command: ['tools/bundle-budget.mjs'], after: ['build'] },
];

const samplesOf = (samples) => ({ files: [...new Set(samples.map(([file]) => file))], samples });
const E2E = ['--config', 'e2e/vitest.config.ts'];

/** Steps of the gate: everything fast, samples of what is slow, and the browser tests of the first actions. */
export function gate({ formatCache }) {
  const files = testFiles();
  return [
    ...checks(formatCache),
    { name: 'unit', lane: 1, files: files.filter((file) => !isBrowserTest(file) && !SLOW.includes(file)), after: ['build', 'types'] },
    { ...samplesOf(SAMPLES), name: 'samples', lane: 2, environment: { TWIN_COMMANDS: '50000' }, after: ['build'] },
    { name: 'e2e', files: CORE, parameters: E2E, after: ['build'] },
    { ...samplesOf(BROWSER_SAMPLES), name: 'e2e samples', parameters: E2E, after: ['build'] },
  ];
}

/** Steps of the whole: every check and every test file, and the twins over a million commands. */
export function whole({ formatCache }) {
  const files = testFiles();
  return [
    ...checks(formatCache),
    { name: 'unit', lane: 1, files: files.filter((file) => !isBrowserTest(file) && file !== TWINS), after: ['build', 'types'] },
    { name: 'twins', lane: 2, files: [TWINS], environment: { TWIN_COMMANDS: '1000000' } },
    { name: 'e2e', files: files.filter(isBrowserTest), parameters: E2E, after: ['build'] },
  ];
}

/**
 * The chosen part of a plan: the steps of `names` (all when empty), the files whose path contains `files`, the `shard` ("2/4") of the
 * files. Checks belong to the first shard, and the build to each.
 */
export function choose(steps, { names = [], files, shard = '1/1' }) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new SetupFailure(`There is no step ${unknown}; the steps are ${steps.map(({ name }) => name).join(', ')}.`);
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  if (parts === undefined || Number(part) < 1 || Number(part) > Number(parts))
    throw new SetupFailure(`--shard takes a part of the whole, such as 2/4; ${shard} is none.`);
  let place = 0;
  const isOwn = () => place++ % Number(parts) === Number(part) - 1;
  const chosen = steps
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((step) =>
      step.files === undefined ? step : { ...step, files: step.files.filter((file) => file.includes(files ?? '') && isOwn()) },
    )
    .filter((step) => (step.files === undefined ? step.name === 'build' || (files === undefined && part === '1') : step.files.length > 0));
  if (!chosen.some((step) => step.name !== 'build' || names.includes('build')))
    throw new SetupFailure('No check and no test file is chosen.');
  return chosen;
}
