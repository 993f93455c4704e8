// fast-check as the unit tests have it: every run draws the same cases, so that a change stands or falls by what it changed. Other cases
// are drawn on demand: `TAPEDECK_SEED=12345 npm run unit -- packages/exchange`.
import fastCheck from '../../node_modules/fast-check/lib/fast-check.js';

fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: Number(process.env.TAPEDECK_SEED ?? 20_260) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fastCheck;
