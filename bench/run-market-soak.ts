// npm run market-soak [-- COMMANDS]: two runs of random commands against the simulated market: the same to the byte, money kept, bounds kept.
import { soak } from './market-soak.ts';

const SEED = 601;
const COMMANDS = 2_000_000;

const count = Number(process.argv[2] ?? COMMANDS);
const began = Date.now();
const first = soak(SEED, count);
console.log(
  `${first.commands} commands of seed ${SEED} in ${((Date.now() - began) / 1_000).toFixed(0)} s: ${first.trades} trades, ${first.liquidations} liquidations, ` +
    `money conserved; perpetuals at most ${(first.perpetualBasis * 100).toFixed(3)}% from their index, spot ${(first.spotBasis * 100).toFixed(3)}%`,
);
for (const violation of new Set(first.violations)) console.log(violation);
const same = Buffer.compare(first.state, soak(SEED, count).state) === 0;
console.log(same ? 'A second run came to the same state, byte for byte.' : 'A second run came to another state.');
process.exitCode = same && first.violations.length === 0 ? 0 : 1;
