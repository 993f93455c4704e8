export { BTCUSDT, DOGEUSDT, ETHUSDT, LINEAR_INSTRUMENTS, SOLUSDT, XRPUSDT } from './instruments/linear-instruments.ts';
export { linearPerpetual, riskLadder, type LadderRow, type LinearPerpetualTerms } from './instruments/linear-perpetual.ts';
