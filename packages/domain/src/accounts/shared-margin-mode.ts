import { isInverse, isOption, isSpot, type Instrument } from '../instruments/instrument.ts';
import type { AccountKind } from './account.ts';

/**
 * Whether the account keeps the contract in one margin mode with others: a UTA account has one mode for all contracts
 * margined in their quote coin. Other accounts choose per contract.
 */
export const sharesMarginMode = (kind: AccountKind, instrument: Pick<Instrument, 'kind'>): boolean =>
  kind === 'UTA' && !isInverse(instrument) && !isOption(instrument) && !isSpot(instrument) && instrument.kind !== 'FuturesSpread';
