// npm run market-probes [-- FIRST]: what rules would earn that look for the known traps of simulated markets, before fees, beside what their
// round trips cost. A rule that earns more than that, and not by chance, fails.
import { floorProbes } from './floor-probes.ts';
import { pathProbes, type Probe } from './path-probes.ts';

const FIRST_SEED = Number(process.argv[2] ?? 901);
const SEEDS = 5;
/** Beyond this many standard errors, chance is an unlikely reason. */
const CHANCE = 3;

const { rules, watched } = floorProbes(FIRST_SEED, SEEDS);
const probes: readonly Probe[] = [...pathProbes(FIRST_SEED, SEEDS), ...rules];
console.log(`Seeds ${FIRST_SEED} to ${FIRST_SEED + SEEDS - 1}.\n`);
console.log('| rule | trades | bp before fees (t) | fees, bp |\n| --- | --- | --- | --- |');
let paying = 0;
for (const { name, tally, cost } of probes) {
  console.log(`| ${name} | ${tally.count} | ${tally.mean.toFixed(2)} (${tally.t.toFixed(1)}) | ${cost} |`);
  if (tally.mean > cost && tally.t > CHANCE) paying += 1;
}
console.log(`\nA book has ${watched.mean.toFixed(0)}% more within ten basis points once it is watched (t ${watched.t.toFixed(1)}).`);
console.log(paying === 0 ? 'No rule earns its fees.' : `${paying} rules earn their fees.`);
process.exitCode = paying === 0 ? 0 : 1;
