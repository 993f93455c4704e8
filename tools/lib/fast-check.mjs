// fast-check for the unit tests: every run draws the same cases, so that only code changes change results. `TAPEDECK_SEED=12345 npm run
// unit -- packages/exchange` draws others.
import fastCheck from '../../node_modules/fast-check/lib/fast-check.js';

fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: Number(process.env.TAPEDECK_SEED ?? 20_260) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fastCheck;
