import {
  ZERO_MONEY,
  lotCount,
  maxMoney,
  money,
  moneyUnits,
  parseDecimal,
  removableMargin,
  type Instrument,
  type Money,
  type PositionRecord,
  type Price,
} from '@tapedeck/domain';

import type { FormRules } from '../kernel/form.ts';
import type { FormProblem } from '../kernel/readings.ts';

export type MarginMove = 'add' | 'remove';

export interface MarginDraft {
  readonly move: MarginMove;
  readonly text: string;
}

export type MarginAction = { readonly type: 'moveChosen'; readonly move: MarginMove } | { readonly type: 'typed'; readonly text: string };

/** An isolated position, and the transferable cash. */
export interface MarginContext {
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly mark: Price | undefined;
  readonly transferable: Money | undefined;
}

export interface MarginReading {
  readonly draft: MarginDraft;
  /** Maximum movable amount. */
  readonly most: Money | undefined;
  /** The signed amount of the draft; `undefined` if it is not above 0 or exceeds the maximum. */
  readonly amount: Money | undefined;
}

/**
 * Whether auto add margin is available: for an isolated position with a size and an entry price, which for a USDC
 * perpetual is the session's.
 */
export function canAutoAddMargin(record: PositionRecord): boolean {
  return record.marginMode === 'isolated' && lotCount(record.size) > 0 && record.entryValue > ZERO_MONEY;
}

/** To add: the transferable cash. To remove: the amount that the exchange would release at this mark price. */
function mostMovable(move: MarginMove, { instrument, record, mark, transferable }: MarginContext): Money | undefined {
  if (move === 'add') return transferable && maxMoney(ZERO_MONEY, transferable);
  return mark && removableMargin(instrument, record, mark);
}

function readMargin(draft: MarginDraft, context: MarginContext): MarginReading {
  const most = mostMovable(draft.move, context);
  const units = parseDecimal(draft.text.trim());
  const isMovable = units !== undefined && units > 0n && (most === undefined || units <= moneyUnits(most));
  return { draft, most, amount: isMovable ? money(draft.move === 'add' ? units : -units) : undefined };
}

function marginProblems({ draft, amount }: MarginReading): readonly FormProblem[] {
  return draft.text === '' || amount !== undefined ? [] : [{ field: 'amount' }];
}

/** The form that adds margin to an isolated position or removes it. */
export const marginRules: FormRules<MarginDraft, MarginAction, MarginContext, MarginReading, FormProblem, undefined> = {
  read: readMargin,
  reduce: ({ draft }, action) => (action.type === 'typed' ? { ...draft, text: action.text } : { move: action.move, text: '' }),
  errors: ({ context, of }) => marginProblems(of(context.record.side)),
  // The exchange computes the preview.
  preview: () => undefined,
  keepsRefusal: () => true,
  tells: () => 'atOnce',
};
