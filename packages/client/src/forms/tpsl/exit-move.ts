import { lots, type ExitKind, type Money, type Price } from '@tapedeck/domain';
import { fieldPrice } from '../price-input/price-step.ts';
import { editingTpsl, freeLots, fullEntry, openingMode, partialEntries, type TpslEntry } from './tpsl-entries.ts';
import type { TpslContext, TpslDraft, TpslHabits } from './tpsl-form.ts';
import { tpslIssues, type TpslIssue } from './tpsl-issues.ts';
import { emptyTpsl, legLots, reduceTpsl } from './tpsl-reducer.ts';
import { estimatedProfit } from './tpsl-values.ts';
import type { PositionExits } from '@tapedeck/domain';

/** An exit at a price chosen on the chart, as the TP/SL dialog would hold it. */
export interface ExitMove {
  readonly kind: ExitKind;
  readonly draft: TpslDraft;
  readonly context: TpslContext;
  /** `undefined` for a take-profit at a loss. */
  readonly profit: Money | undefined;
  readonly problem: TpslIssue | undefined;
  readonly warning: TpslIssue | undefined;
  /** Price of the exit that is replaced; '' without one. */
  readonly before: string;
}

/** A long's take-profit is above the market price and its stop-loss below; for a short, the opposite. */
export function exitKindAt(at: Price, { side, reference }: Pick<TpslContext, 'side' | 'reference'>): ExitKind | undefined {
  if (reference === undefined || at === reference) return undefined;
  return (side === 'Buy') === at > reference ? 'takeProfit' : 'stopLoss';
}

function moved(kind: ExitKind, start: TpslDraft, context: TpslContext, at: Price): ExitMove {
  const draft = reduceTpsl(start, { type: 'typed', leg: kind, text: fieldPrice(at, context.instrument) }, context);
  const size = legLots(draft, kind, context);
  const limit = kind === 'takeProfit' ? 'takeProfitLimit' : 'stopLossLimit';
  const issues = tpslIssues(draft, context).filter(({ field }) => field === kind || field === limit || field === 'quantity');
  return {
    kind,
    draft,
    context,
    profit: size && estimatedProfit(kind, draft[kind], context, size),
    problem: issues.find(({ severity }) => severity === 'error'),
    warning: issues.find(({ severity }) => severity === 'warning'),
    before: start[kind].trigger,
  };
}

/** The exit that a dragged position line sets: for the entire position, or for the quantity that partial entries leave. */
export function newExit(at: Price, exits: PositionExits, context: TpslContext, habits: TpslHabits): ExitMove | undefined {
  const kind = exitKindAt(at, context);
  if (kind === undefined) return undefined;
  const byPrice: TpslHabits = { ...habits, takeProfitInput: 'PRICE', stopLossInput: 'PRICE' };
  const whole = fullEntry(exits);
  if (whole !== undefined) return moved(kind, editingTpsl('Full', whole, context, byPrice), context, at);
  const empty = emptyTpsl(openingMode(exits), context, byPrice);
  if (empty.mode === 'Full') return moved(kind, empty, context, at);
  const free: TpslContext = { ...context, free: lots(freeLots(exits, context.quantity)[kind]) };
  return moved(kind, reduceTpsl(empty, { type: 'quantityShareChosen', percent: 100 }, free), free, at);
}

const has = (entry: TpslEntry, id: number): boolean => entry.takeProfit?.orderId === id || entry.stopLoss?.orderId === id;

/** An existing exit at another trigger price; `undefined` if the position has no such exit. */
export function movedExit(
  orderId: number,
  at: Price,
  { exits, context, habits }: { readonly exits: PositionExits; readonly context: TpslContext; readonly habits: TpslHabits },
): ExitMove | undefined {
  const whole = fullEntry(exits);
  const mode = whole !== undefined && has(whole, orderId) ? 'Full' : 'Partial';
  const entry = mode === 'Full' ? whole : partialEntries(exits).find((one) => has(one, orderId));
  if (entry === undefined) return undefined;
  const kind: ExitKind = entry.takeProfit?.orderId === orderId ? 'takeProfit' : 'stopLoss';
  const free = freeLots(exits, context.quantity, entry)[kind];
  const own = mode === 'Full' ? context : { ...context, free: lots(free) };
  return moved(kind, editingTpsl(mode, entry, own, habits), own, at);
}
