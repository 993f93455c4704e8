// The import gate. Every rule is generated from layers.cjs; tools/gates.test.mjs plants each forbidden import and sees it flagged.
const { LAYERS, PURE, NEUTRAL, EXCHANGE_DENY, CHART_DENY, CHART_ENGINES, CLIENT_DENY, TERMINAL_DENY } = require('./layers.cjs');

const full = (name) => Object.keys(LAYERS).find((workspace) => workspace.endsWith(`/${name}`));
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** Tests may use vitest, fast-check and node: modules. */
const TESTS = '[.]test[.]tsx?$|/testing/';

const inside = (root, prefix, deny, comment) =>
  Object.entries(deny).map(([folder, others]) => ({
    name: `${prefix}:${folder}`,
    severity: 'error',
    comment,
    from: { path: `^${root}/src/${folder}[/.]`, pathNot: TESTS },
    to: { path: `^${root}/src/(${others.join('|')})[/.]` },
  }));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'Two files that need each other to run are one idea: join them, or move what both need into a third file below. Types may refer to each other.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'type-import'] } },
    },
    {
      name: 'no-relative-reach',
      severity: 'error',
      comment:
        'Another workspace is entered by its name (@tapedeck/...), through its front door: export what you need from its index.ts. Only configurations of the build, which Node runs, cannot import a workspace by its name.',
      from: { path: '^((?:packages|apps)/[^/]+)/', pathNot: '[.]config[.]ts$' },
      to: { path: '^(?:packages|apps)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'no-import-of-tests',
      severity: 'error',
      comment: 'A test file is nobody’s library. Put shared helpers of tests into a testing/ folder of the package.',
      from: {},
      to: { path: '[.]test[.]tsx?$' },
    },
    {
      name: 'no-undeclared-npm',
      severity: 'error',
      comment:
        'A package is declared (exact version) in the package.json of the workspace that imports it; npm’s hoisting hides the omission.',
      from: { path: '^(packages|apps)/', pathNot: `${TESTS}|[.]config[.](ts|mjs)$` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    ...Object.entries(LAYERS).map(([workspace, allowed]) => ({
      name: `layer:${workspace}`,
      severity: 'error',
      comment: `${workspace} may import ${allowed.join(', ') || 'no other workspace'}. Imports point down: move the shared part into a lower package, or hand the value in as an argument.`,
      from: { path: `^${workspace}/src/` },
      to: { path: '^(packages|apps)/', pathNot: [workspace, ...allowed.map(full)].map((folder) => `^${folder}/`) },
    })),
    ...PURE.map((name) => ({
      name: `pure:${name}`,
      severity: 'error',
      comment: `${name} replays bit for bit, so it depends on no npm package and no node: module. Files, sockets and clocks belong to apps/server; their results enter as fields of a command.`,
      from: { path: `^packages/${name}/src/`, pathNot: TESTS },
      to: { pathNot: '^(packages|apps)/' },
    })),
    ...Object.entries(NEUTRAL).map(([name, packages]) => ({
      name: `neutral:${name}`,
      severity: 'error',
      comment: `${name} runs in Node and in the browser. Declare a port (an interface) and let apps/server or apps/terminal hand in the implementation; an npm package that runs in both is added to NEUTRAL in layers.cjs.`,
      from: { path: `^packages/${name}/src/`, pathNot: TESTS },
      to: { pathNot: ['^(packages|apps)/', ...packages.map((npm) => `(^|/)node_modules/${escaped(npm)}/`)] },
    })),
    ...inside(
      'packages/exchange',
      'exchange',
      EXCHANGE_DENY,
      'EXCHANGE_IMPORTS in layers.cjs says which parts of the exchange know each other. packages/exchange/src/engine is where they meet: pass the value through it, or return an outcome that it acts on.',
    ),
    ...inside(
      'packages/chart',
      'chart',
      CHART_DENY,
      'The page (host) and the frame live in two documents and share only the message protocol: put the shape into packages/chart/src/bridge.',
    ),
    {
      name: 'chart:own-engine',
      severity: 'error',
      comment: 'The chart draws on its own canvases behind the ChartEngine port: other chart libraries are peers of the benchmarks only.',
      from: { path: '^(packages|apps)/' },
      to: { path: `(^|/)node_modules/(${CHART_ENGINES.map(escaped).join('|')})/` },
    },
    ...inside(
      'packages/client',
      'client',
      CLIENT_DENY,
      'raw <- calculators <- selectors <- facade: raw mirrors the server, each next layer is derived from the one before. Compute in the higher layer.',
    ),
    ...inside(
      'apps/terminal',
      'terminal',
      TERMINAL_DENY,
      'platform <- intents <- widgets <- features <- pages <- app: move the shared piece down, or hand it in from above.',
    ),
    {
      name: 'terminal:no-cross-feature',
      severity: 'error',
      comment:
        'A feature can be deleted without touching another. What two features share goes into widgets or intents, packages/ui or packages/client.',
      from: { path: '^apps/terminal/src/features/([^/]+)/' },
      to: { path: '^apps/terminal/src/features/', pathNot: '^apps/terminal/src/features/$1/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count too
    // Never `exclude` built or linked folders: that silently drops every edge between packages.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
};
