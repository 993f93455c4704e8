import { lots, type ExitKind, type Money } from '@tapedeck/domain';
import type { FormRules } from '../kernel/form.ts';
import { LEGS, type TpslAction, type TpslContext, type TpslDraft } from './tpsl-form.ts';
import { tpslIssues, type TpslIssue } from './tpsl-issues.ts';
import { legLots, reduceTpsl } from './tpsl-reducer.ts';
import { estimatedProfit } from './tpsl-values.ts';

/** What a form of exits is read against. */
export interface TpslFormContext extends TpslContext {
  /** Of a partial entry: lots that each way out may still have, less what other entries have. */
  readonly freeOf?: Readonly<Record<ExitKind, number>>;
}

/** The draft beside its position or order; what is free depends on the ways out that were typed. */
export interface TpslReading {
  readonly draft: TpslDraft;
  readonly context: TpslContext;
}

/** What each way out is estimated to earn; `undefined` where it is not known, and of a take-profit that would be a loss. */
export type TpslPreview = Readonly<Record<ExitKind, Money | undefined>>;

/** The ways out that have a price. */
export const chosenLegs = (draft: TpslDraft): readonly ExitKind[] => LEGS.filter((leg) => draft[leg].text !== '');

function contextOf(draft: TpslDraft, { freeOf, ...context }: TpslFormContext): TpslContext {
  if (freeOf === undefined) return context;
  const chosen = chosenLegs(draft);
  return { ...context, free: lots(Math.min(...(chosen.length === 0 ? LEGS : chosen).map((leg) => freeOf[leg]))) };
}

const readTpsl = (draft: TpslDraft, context: TpslFormContext): TpslReading => ({ draft, context: contextOf(draft, context) });

function tpslPreview({ draft, context }: TpslReading): TpslPreview {
  const earned = (leg: ExitKind) => estimatedProfit(leg, draft[leg], context, legLots(draft, leg, context) ?? lots(0));
  return { takeProfit: earned('takeProfit'), stopLoss: earned('stopLoss') };
}

const LEAVES: ReadonlySet<TpslAction['type']> = new Set(['left', 'percentChosen', 'limitLeft']);

/** The form of the TP/SL of a position, or of an order that brings one along. */
export const tpslRules: FormRules<TpslDraft, TpslAction, TpslFormContext, TpslReading, TpslIssue, TpslPreview> = {
  read: readTpsl,
  reduce: ({ draft, context, of }, action) => reduceTpsl(draft, action, of(context.side).context),
  errors: ({ context, of }) => {
    const reading = of(context.side);
    return tpslIssues(reading.draft, reading.context);
  },
  preview: tpslPreview,
  keepsRefusal: ({ type }) => LEAVES.has(type),
};
