import { opposite, type Lots, type PairLeg, type PositionRecord, type Side, type StrategyPlan } from '@tapedeck/domain';
import type { FormReadings } from '../kernel/readings.ts';
import { typedLots } from '../order/order-command.ts';
import { readTrailing, type TrailingReading } from '../trailing/trailing-form.ts';
import type { AlgoContext, AlgoDraft } from './algo-form.ts';
import { draftLeg, draftPlan } from './algo-plan.ts';
import { closablePosition } from './algo-positions.ts';

/** One side of the algo-order form, read once: errors, preview and request are derived from this alone. */
export interface AlgoReading {
  readonly draft: AlgoDraft;
  readonly context: AlgoContext;
  readonly side: Side;
  readonly quantity: Lots | undefined;
  /** `undefined` while the form is incomplete, and for kinds that are not strategies. */
  readonly plan: StrategyPlan | undefined;
  /** The open position that the side would close. */
  readonly position: PositionRecord | undefined;
  /** The two orders of a pair; each `undefined` while it is incomplete. */
  readonly upper: PairLeg | undefined;
  readonly lower: PairLeg | undefined;
  readonly trailing: TrailingReading;
}

export type AlgoReadings = FormReadings<AlgoDraft, AlgoContext, AlgoReading>;

export function readAlgo(draft: AlgoDraft, context: AlgoContext, side: Side): AlgoReading {
  const { instrument, last } = context;
  const { quantity = '', distance = '', activation = '' } = draft.texts;
  const lowerSide = draft.pairKind === 'BidirectionalTpSl' ? opposite(side) : side;
  return {
    draft,
    context,
    side,
    quantity: typedLots(quantity, instrument),
    plan: draftPlan(draft, instrument),
    position: closablePosition(side, context),
    upper: draftLeg(draft, 'upper', side, instrument),
    lower: draftLeg(draft, 'lower', lowerSide, instrument),
    trailing: readTrailing({ by: draft.trailBy, distance, activation }, { instrument, side: opposite(side), last }),
  };
}
