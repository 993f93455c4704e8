// Selects mutants and their tests, and records the results.

/** Long tests, which run for seconds; shorter tests kill the same mutants first. */
const LONG = /simulation|twins|fuzz|order-book\.test|derivatives\/|world\.test|venue-paper/;
const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));
const packageOf = (file) => file.split('/').slice(0, 2).join('/');
/** Packages whose unit tests run the rules of another one. */
const USERS = {
  'packages/domain': [
    'packages/domain',
    'packages/exchange',
    'packages/client',
    'packages/gateway',
    'packages/market-sim',
    'packages/venue-paper',
  ],
  'packages/exchange': ['packages/exchange', 'packages/market-sim', 'packages/venue-paper', 'packages/gateway'],
};

/** Test files in the order in which they are asked: those beside the sources, then those of the package, then those of its users. */
export function chooseTests(sources, files, only = []) {
  const packages = [...new Set(sources.map(packageOf))];
  const users = [...new Set(packages.flatMap((name) => USERS[name]))];
  const folders = new Set(sources.map(folderOf));
  const rank = (file) => (LONG.test(file) ? 100 : 0) + (folders.has(folderOf(file)) ? 0 : 10) + users.indexOf(packageOf(file));
  return files
    .filter((file) => /\.test\.ts$/.test(file) && users.includes(packageOf(file)))
    .filter((file) => only.length === 0 || only.some((start) => file.startsWith(start)))
    .sort((a, b) => rank(a) - rank(b));
}

/** `count` of the list, the same for the same seed, in the order of the list. */
export function drawn(list, count, seed) {
  let state = (seed + 1) >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const keyed = list.map((one, index) => ({ one, index, key: random() })).sort((a, b) => a.key - b.key);
  return keyed
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ one }) => one);
}

/** By folder: how many were tried, killed and explained; `score` in percent of those that can be killed. */
export function scoreOf(tried) {
  const rows = new Map();
  for (const { file, by, why } of tried) {
    const folder = folderOf(file);
    const row = rows.get(folder) ?? { folder, mutants: 0, killed: 0, explained: 0 };
    row.mutants += 1;
    if (by !== undefined) row.killed += 1;
    else if (why !== undefined) row.explained += 1;
    rows.set(folder, row);
  }
  return [...rows.values()].map((row) => ({ ...row, score: score(row) }));
}

const score = ({ mutants, killed, explained }) => (mutants === explained ? 100 : Math.floor((1_000 * killed) / (mutants - explained)) / 10);
