import { rate, type Instrument } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { formPositionIndex } from '../order/order-command.ts';
import type { AlgoRequest } from './algo-form.ts';
import type { AlgoReading } from './algo-reading.ts';

const PERCENT = 100n;

function pairRequest({ draft, context, side, quantity, upper, lower }: AlgoReading): AlgoRequest | undefined {
  const { instrument, settings } = context;
  if (quantity === undefined || upper === undefined || lower === undefined) return undefined;
  const positionIndex = formPositionIndex(settings, side, draft.reduceOnly);
  const kind = draft.pairKind;
  return { type: 'pair', terms: { instrument, kind, positionIndex, quantity, upper, lower, reduceOnly: draft.reduceOnly } };
}

function strategyRequest({ draft, context, side, quantity, plan }: AlgoReading): AlgoRequest | undefined {
  const { instrument, settings } = context;
  if (quantity === undefined || plan === undefined) return undefined;
  // A grid trades both sides of one position.
  const reduceOnly = plan.kind !== 'Grid' && draft.reduceOnly;
  const positionIndex = plan.kind === 'Grid' ? 0 : formPositionIndex(settings, side, reduceOnly);
  return { type: 'strategy', terms: { instrument, side, positionIndex, reduceOnly, quantity, plan } };
}

const keyOf = ({ symbol }: Instrument, positionIndex: number): string => `${symbol}:${positionIndex}`;

function exitRequest({ draft, context, position, trailing }: AlgoReading): AlgoRequest | undefined {
  if (position === undefined) return undefined;
  const positionKey = keyOf(context.instrument, position.positionIndex);
  if (draft.kind === 'MmRateClose') {
    const units = numberIn(draft.texts.rate ?? '');
    return units === undefined ? undefined : { type: 'marginRate', positionKey, rate: rate(units / PERCENT) };
  }
  return 'issue' in trailing ? undefined : { type: 'trailing', positionKey, terms: trailing.terms };
}

/** The request that a side's button sends; `undefined` while the form is incomplete. */
export function algoRequest(reading: AlgoReading): AlgoRequest | undefined {
  switch (reading.draft.kind) {
    case 'Trailing':
    case 'MmRateClose':
      return exitRequest(reading);
    case 'Oco':
      return pairRequest(reading);
    default:
      return strategyRequest(reading);
  }
}
