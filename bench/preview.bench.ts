import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { compete, finish, perSecond, report } from './measure.ts';
import { comparePreviews, decimalTerms, previewByDecimal, previewByDomain, previewCases } from './order-preview.ts';

const CASES = 1_000_000;
const TIMED = 50_000;
const SEED = 11;

const markets = LINEAR_INSTRUMENTS.map((instrument) => ({ instrument, terms: decimalTerms(instrument) }));
let compared = 0;
for (const [at, { instrument, terms }] of markets.entries()) {
  for (const order of previewCases(instrument, Math.ceil(CASES / markets.length), SEED + at)) {
    comparePreviews(order, previewByDomain(instrument, order), previewByDecimal(terms, order));
    compared += 1;
  }
}
console.log(`order preview: equal to decimal.js on ${compared} random orders of ${markets.length} instruments`);

const first = markets[0];
if (first === undefined) throw new Error('no instruments');
const { instrument, terms } = first;
const orders = previewCases(instrument, TIMED, SEED);
const kept = { ours: 0n, theirs: 0 };
const result = compete({
  warmups: 2,
  rounds: 9,
  ours: () => {
    for (const order of orders) kept.ours += previewByDomain(instrument, order).liquidation;
  },
  theirs: () => {
    for (const order of orders) kept.theirs += previewByDecimal(terms, order).liquidation.s;
  },
});
console.log(`order preview: ours ${perSecond(TIMED, result.ours)}, decimal.js ${perSecond(TIMED, result.theirs)}`);
report('order preview against decimal.js', result.ratios, 10);
finish();
