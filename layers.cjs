// Who may import whom. The only place where it is written: the import gate (.dependency-cruiser.cjs), the lint rules,
// the repository's self-test and the drawn map (docs/pictures/packages.svg) all read this file.

/** Workspace folder -> short names of the workspaces that it may import. Imports point down only. */
const LAYERS = {
  'packages/domain': [],
  'packages/i18n': [],
  'packages/exchange': ['domain'],
  'packages/venue': ['domain'],
  'packages/protocol': ['domain'],
  'packages/chart': ['domain'],
  'packages/ui': ['domain', 'i18n'],
  'packages/market-sim': ['domain', 'exchange'],
  'packages/client': ['domain', 'protocol'],
  'packages/venue-paper': ['domain', 'venue', 'exchange', 'market-sim'],
  'packages/gateway': ['domain', 'protocol', 'venue'],
  'apps/server': ['domain', 'protocol', 'venue', 'venue-paper', 'gateway'],
  'apps/terminal': ['domain', 'protocol', 'client', 'chart', 'ui', 'i18n'],
};

/** The level on which the map draws a workspace; an import always leads to a lower one. */
const LEVELS = [
  ['domain', 'i18n'],
  ['exchange', 'venue', 'protocol', 'chart', 'ui'],
  ['market-sim', 'client'],
  ['venue-paper'],
  ['gateway'],
  ['server', 'terminal'],
];

/** One line per workspace, for the map and the documents. */
const PURPOSE = {
  domain: 'trading vocabulary and maths',
  i18n: 'languages, keys, formats',
  exchange: 'apply(state, command) → events',
  venue: 'the port to an exchange',
  protocol: 'wire shapes and codecs',
  chart: 'the chart in a frame',
  ui: 'tokens and primitives',
  'market-sim': 'the seeded simulated market',
  client: 'data layer without React',
  'venue-paper': 'the port on the built-in exchange',
  gateway: 'routes without a transport',
  server: 'listeners, journal, history',
  terminal: 'the React application',
};

/** Deterministic: no npm package, no node: module, no DOM, no clock, no randomness, no timers, no async. */
const PURE = ['domain', 'exchange', 'market-sim'];

/** Run in Node and in the browser; sockets, fetch, clocks and timers are handed in. Only these npm packages, which do too. */
const NEUTRAL = {
  protocol: ['valibot', '@valibot/to-json-schema'],
  venue: [],
  'venue-paper': [],
  gateway: [],
  client: [],
  i18n: [],
};

/**
 * packages/exchange/src: every folder, from the lowest level up -> the folders that it imports, all of which stand above it here. engine/
 * is where the parts meet. Tests live beside them; what only tests use stands last.
 */
const EXCHANGE_IMPORTS = {
  codec: [],
  matching: ['codec'],
  ledger: ['codec'],
  funding: ['codec'],
  triggers: [],
  prices: ['codec', 'matching'],
  state: ['codec', 'matching', 'ledger', 'funding', 'triggers', 'prices'],
  margin: ['state'],
  commands: ['codec', 'state'],
  snapshot: ['codec', 'ledger', 'triggers', 'state'],
  audit: ['triggers', 'state', 'margin', 'commands'],
  funds: ['codec', 'ledger', 'state', 'margin', 'commands'],
  settings: ['codec', 'state', 'margin', 'commands', 'funds'],
  exits: ['codec', 'triggers', 'state', 'margin'],
  fills: ['matching', 'triggers', 'state', 'margin', 'exits'],
  contracts: ['ledger', 'state', 'margin', 'funds', 'exits', 'fills'],
  spot: ['state', 'margin', 'funds', 'exits', 'fills'],
  orders: ['codec', 'matching', 'triggers', 'state', 'margin', 'exits', 'fills', 'contracts', 'spot'],
  strategies: ['codec', 'matching', 'state', 'margin', 'commands', 'exits', 'fills', 'orders'],
  copying: ['codec', 'state', 'margin', 'commands', 'settings', 'fills', 'orders'],
  liquidation: ['ledger', 'state', 'margin', 'funds', 'settings', 'exits', 'fills', 'contracts', 'orders'],
  settlement: ['ledger', 'state', 'funds', 'exits', 'fills', 'contracts', 'liquidation'],
  house: ['codec', 'matching', 'ledger', 'state', 'commands', 'exits', 'contracts', 'orders', 'liquidation'],
  engine: [
    'codec',
    'matching',
    'state',
    'margin',
    'commands',
    'snapshot',
    'audit',
    'funds',
    'settings',
    'exits',
    'orders',
    'strategies',
    'copying',
    'liquidation',
    'settlement',
    'house',
  ],
};
const EXCHANGE_TESTS = ['scenarios', 'testing', 'reference'];

/** The same as folder -> the folders that it never imports. */
const EXCHANGE_DENY = Object.fromEntries(
  Object.entries(EXCHANGE_IMPORTS).map(([folder, imports]) => [
    folder,
    [...Object.keys(EXCHANGE_IMPORTS), ...EXCHANGE_TESTS].filter((other) => other !== folder && !imports.includes(other)),
  ]),
);

/** packages/chart/src: host and frame live in two documents and share only bridge. */
const CHART_DENY = {
  bridge: ['host', 'frame'],
  host: ['frame'],
  frame: ['host'],
};

/** Chart libraries: peers to be measured against, never part of the product (docs/decisions/0032). */
const CHART_ENGINES = ['klinecharts', 'lightweight-charts'];

/** packages/client/src: raw <- calculators <- selectors <- facade. */
const CLIENT_DENY = {
  raw: ['calculators', 'selectors', 'facade', 'forms', 'flows'],
  calculators: ['selectors', 'facade', 'forms', 'flows'],
  selectors: ['facade', 'flows'],
};

/**
 * apps/terminal/src, from the lowest level up; a folder imports those before it. platform: infrastructure; intents: what one feature asks of
 * another; widgets: what trading features share; features never import one another; pages put features together; app: shell and routes.
 */
const TERMINAL_LEVELS = ['platform', 'intents', 'widgets', 'features', 'pages', 'app'];

/** The same as folder -> the folders that it never imports. */
const TERMINAL_DENY = Object.fromEntries(TERMINAL_LEVELS.slice(0, -1).map((folder, level) => [folder, TERMINAL_LEVELS.slice(level + 1)]));

module.exports = {
  LAYERS,
  LEVELS,
  PURPOSE,
  PURE,
  NEUTRAL,
  EXCHANGE_IMPORTS,
  EXCHANGE_TESTS,
  EXCHANGE_DENY,
  CHART_DENY,
  CHART_ENGINES,
  CLIENT_DENY,
  TERMINAL_LEVELS,
  TERMINAL_DENY,
};
