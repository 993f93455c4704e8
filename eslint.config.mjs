// Bans of this repository. Every published rule is in .oxlintrc.json: oxlint reads types
// through the native compiler, in a tenth of the time.
import { createRequire } from 'node:module';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { regexRules } from './tools/lint/regexes.mjs';
import { plugin as tapedeck } from './tools/lint/rules.mjs';

const require = createRequire(import.meta.url);
const { PURE, NEUTRAL } = require('./layers.cjs');

const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**', 'packages/exchange/src/reference/**', 'e2e/**', 'bench/**'];
const SCREENS = ['apps/terminal/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'];
/** Where outside data is decoded, so where JSON.parse and the like may stand. */
const BORDERS = [
  'packages/protocol/src/**/*.ts',
  'packages/client/src/{connection,storage,ports}/**/*.ts',
  'packages/gateway/src/**/*.ts',
  'packages/chart/src/{bridge,frame/store,host/store}/**/*.ts',
  'apps/server/src/**/*.ts',
];
const sources = (names) => names.map((name) => `packages/${name}/src/**/*.ts`);

/** Bans that hold everywhere. Every message names what to use instead. */
const EVERYWHERE = [
  { selector: 'ExportDefaultDeclaration', message: 'Name the export: a default export has a different name at every import.' },
  { selector: 'ExportAllDeclaration', message: 'List the names in index.ts: the front door of a package is read, not discovered.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals, or a const object with `as const`.' },
  {
    selector: "MemberExpression[property.name='innerHTML'], MemberExpression[property.name='outerHTML']",
    message: 'Build nodes, or set textContent: markup from a string is a way in for foreign scripts.',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Render nodes: markup from a string is a way in for foreign scripts.',
  },
];

const CASTS = [
  {
    selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
    message: 'Go through a constructor or a check in packages/domain/src/values: `as unknown as` switches the types off.',
  },
];

/** Opaque numbers and exact money: raw arithmetic stays in domain/src/values. */
const ARITHMETIC = [
  {
    selector: "CallExpression[callee.property.name='toFixed']",
    message: 'Use the formatters of packages/domain/src/values: toFixed rounds binary doubles.',
  },
  {
    selector: "CallExpression[callee.name='parseFloat']",
    message: 'Parse with decimal text of packages/domain/src/values: a double cannot carry money.',
  },
];

const PARSING = [
  {
    selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
    message: 'Outside data is decoded once, at the border, by a schema (protocol, connection, storage or journal folders).',
  },
];

const DETERMINISM = [
  {
    selector: "MemberExpression[object.name='Date'], NewExpression[callee.name='Date'], CallExpression[callee.name='Date']",
    message: 'Time enters as a field of a command (Timestamp).',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Draw from the seeded generator in the state (market-sim/src/random).',
  },
  {
    selector:
      "MemberExpression[object.name='Math'][property.name=/^(exp|expm1|log|log2|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|cbrt|hypot)$/]",
    message: 'Its last bit differs between engines. Use integers, or the shared routine built from + - * / and Math.sqrt.',
  },
  {
    selector: "BinaryExpression[operator='**']",
    message: 'Its last bit differs between engines. Multiply, or use a table of powers in domain/src/values.',
  },
  {
    selector:
      ':function[async=true], AwaitExpression, ForOfStatement[await=true], NewExpression[callee.name="Promise"], MemberExpression[object.name="Promise"]',
    message: 'The state machine is synchronous: reading and waiting happen outside, results arrive as commands.',
  },
  {
    selector: "MemberExpression[property.name='localeCompare'], MemberExpression[property.name=/^toLocale/]",
    message: 'Depends on the machine’s language. Compare code units, format in packages/i18n.',
  },
];

const AMBIENT = [
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'WebSocket',
  'crypto',
  'performance',
  'structuredClone',
  'Buffer',
  'globalThis',
  'Intl',
  'Worker',
].map((name) => ({
  name,
  message: 'A pure package has no surroundings: the value enters as a field of a command or an argument.',
}));

const NEUTRAL_AMBIENT = ['process', 'Buffer', 'window', 'document', 'localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
  name,
  message: 'This package runs in Node and in the browser: declare a port and let the app hand it in.',
}));

const STORAGE = ['localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
  name,
  message: 'Stored data is outside data: use the storage port in apps/terminal/src/platform, which validates what it reads.',
}));

const LITERAL_TEXT = [
  { selector: 'JSXText[value=/[A-Za-z]{2,}/]', message: 'Text on screen comes from packages/i18n: t(key).' },
  {
    selector: 'JSXAttribute[name.name=/^(aria-label|aria-description|title|placeholder|alt|label)$/] > Literal[value=/[A-Za-z]{2,}/]',
    message: 'Text on screen comes from packages/i18n: t(key).',
  },
];

const ban = (...groups) => ['error', ...groups.flat()];

const SIZES = {
  'max-lines': ['error', { max: 500 }],
  'tapedeck/short-functions': ['error', { max: 70 }],
  complexity: ['error', { max: 13, variant: 'modified' }],
  'tapedeck/few-parameters': ['error', { exported: 4, own: 6 }],
};

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', 'data/', 'sandbox/', 'e2e/output/', 'bench/output/', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  { files: ['**/*.{js,mjs,cjs}'], rules: { 'max-lines': SIZES['max-lines'], complexity: SIZES.complexity } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { tapedeck },
    languageOptions: { parser: tseslint.parser },
    rules: { ...SIZES, 'no-restricted-syntax': ban(EVERYWHERE, CASTS, PARSING) },
  },
  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'tapedeck/short-functions': ['error', { max: 120 }],
    },
  },
  { files: ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], ignores: TESTS, ...regexRules },
  { files: BORDERS, rules: { 'no-restricted-syntax': ban(EVERYWHERE, CASTS) } },
  {
    files: SCREENS,
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ban(EVERYWHERE, CASTS, PARSING, LITERAL_TEXT), 'no-restricted-globals': ban(STORAGE) },
  },
  {
    files: ['apps/terminal/src/platform/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ban(EVERYWHERE, CASTS, LITERAL_TEXT), 'no-restricted-globals': 'off' },
  },
  { files: sources(Object.keys(NEUTRAL)), ignores: TESTS, rules: { 'no-restricted-globals': ban(NEUTRAL_AMBIENT) } },
  {
    files: sources(PURE),
    ignores: TESTS,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ban(EVERYWHERE, CASTS, PARSING, DETERMINISM, ARITHMETIC),
      'no-restricted-globals': ban(AMBIENT),
      'tapedeck/named-rounding': 'error',
    },
  },
  {
    // Values, and the formulas beside them, are where opaque values are opened.
    files: ['packages/domain/src/{values,margin,funding}/**/*.ts'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ban(EVERYWHERE, PARSING, DETERMINISM) },
  },
  {
    files: ['packages/domain/src/values/**/*.ts'],
    ignores: TESTS,
    rules: { 'tapedeck/named-rounding': 'off' },
  },

  // Tests and tools of tests are free in length.
  {
    files: TESTS.filter((glob) => !glob.includes('mjs')).flatMap((glob) =>
      glob.endsWith('**') ? [`${glob}/*.ts`, `${glob}/*.tsx`] : [glob],
    ),
    rules: {
      'no-restricted-syntax': ban(EVERYWHERE),
      'max-lines': ['error', { max: 800 }],
      'tapedeck/short-functions': 'off',
      complexity: 'off',
      'tapedeck/few-parameters': 'off',
    },
  },
  // Configuration files are read by tools that expect a default export.
  {
    files: ['*.ts', '**/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off', 'tapedeck/few-parameters': 'off', 'tapedeck/short-functions': 'off' },
  },
);
