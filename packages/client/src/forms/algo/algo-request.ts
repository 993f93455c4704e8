import { opposite, rate, type Instrument, type Side } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { formPositionIndex, typedLots } from '../order/order-command.ts';
import { readTrailing } from '../trailing/trailing-form.ts';
import type { AlgoContext, AlgoDraft, AlgoRequest } from './algo-form.ts';
import { draftLeg, draftPlan } from './algo-plan.ts';
import { closablePosition } from './algo-positions.ts';

const PERCENT = 100n;

function pairRequest(draft: AlgoDraft, side: Side, { instrument, settings }: AlgoContext): AlgoRequest | undefined {
  const quantity = typedLots(draft.texts.quantity ?? '', instrument);
  const upper = draftLeg(draft, 'upper', side, instrument);
  const lower = draftLeg(draft, 'lower', draft.pairKind === 'BidirectionalTpSl' ? opposite(side) : side, instrument);
  if (quantity === undefined || upper === undefined || lower === undefined) return undefined;
  const positionIndex = formPositionIndex(settings, side, draft.reduceOnly);
  const kind = draft.pairKind;
  return { type: 'pair', terms: { instrument, kind, positionIndex, quantity, upper, lower, reduceOnly: draft.reduceOnly } };
}

function strategyRequest(draft: AlgoDraft, side: Side, { instrument, settings }: AlgoContext): AlgoRequest | undefined {
  const quantity = typedLots(draft.texts.quantity ?? '', instrument);
  const plan = draftPlan(draft, instrument);
  if (quantity === undefined || plan === undefined) return undefined;
  // A grid trades both sides of one position.
  const reduceOnly = plan.kind !== 'Grid' && draft.reduceOnly;
  const positionIndex = plan.kind === 'Grid' ? 0 : formPositionIndex(settings, side, reduceOnly);
  return { type: 'strategy', terms: { instrument, side, positionIndex, reduceOnly, quantity, plan } };
}

const keyOf = ({ symbol }: Instrument, positionIndex: number): string => `${symbol}:${positionIndex}`;

function exitRequest(draft: AlgoDraft, side: Side, context: AlgoContext): AlgoRequest | undefined {
  const { instrument, last } = context;
  const position = closablePosition(side, context);
  if (position === undefined) return undefined;
  const positionKey = keyOf(instrument, position.positionIndex);
  if (draft.kind === 'MmRateClose') {
    const units = numberIn(draft.texts.rate ?? '');
    return units === undefined ? undefined : { type: 'marginRate', positionKey, rate: rate(units / PERCENT) };
  }
  const { distance = '', activation = '' } = draft.texts;
  const read = readTrailing({ by: draft.trailBy, distance, activation }, { instrument, side: position.side, last });
  return 'issue' in read ? undefined : { type: 'trailing', positionKey, terms: read.terms };
}

/** What a side's button would send; `undefined` while the form is incomplete. */
export function algoRequest(draft: AlgoDraft, side: Side, context: AlgoContext): AlgoRequest | undefined {
  switch (draft.kind) {
    case 'Trailing':
    case 'MmRateClose':
      return exitRequest(draft, side, context);
    case 'Oco':
      return pairRequest(draft, side, context);
    default:
      return strategyRequest(draft, side, context);
  }
}
