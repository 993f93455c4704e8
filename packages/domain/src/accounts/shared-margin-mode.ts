import { isInverse, isOption, isSpot, type Instrument } from '../instruments/instrument.ts';
import type { AccountKind } from './account.ts';

/**
 * Whether the account keeps the contract in one margin mode with others: a unified account of the first kind has one for all contracts that
 * are margined in their quote coin. The others choose contract by contract.
 */
export const sharesMarginMode = (kind: AccountKind, instrument: Pick<Instrument, 'kind'>): boolean =>
  kind === 'UTA' && !isInverse(instrument) && !isOption(instrument) && !isSpot(instrument) && instrument.kind !== 'FuturesSpread';
