import { lots, type ExitKind, type Money } from '@tapedeck/domain';
import type { FormRules } from '../kernel/form.ts';
import { LEGS, type TpslAction, type TpslContext, type TpslDraft } from './tpsl-form.ts';
import { tpslIssues, type TpslIssue } from './tpsl-issues.ts';
import { legLots, reduceTpsl } from './tpsl-reducer.ts';
import { estimatedProfit } from './tpsl-values.ts';

/** Inputs of a TP/SL form. */
export interface TpslFormContext extends TpslContext {
  /** Partial entries only: the lots that other entries leave free for each kind of exit. */
  readonly freeOf?: Readonly<Record<ExitKind, number>>;
}

/** The draft with its position or order; the free quantity depends on the legs that were typed. */
export interface TpslReading {
  readonly draft: TpslDraft;
  readonly context: TpslContext;
}

/** Estimated P&L of each leg; `undefined` if unknown, and for a take-profit at a loss. */
export type TpslPreview = Readonly<Record<ExitKind, Money | undefined>>;

/** The exits with a price. */
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

/** The TP/SL form of a position, or of an order with attached TP/SL. */
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
