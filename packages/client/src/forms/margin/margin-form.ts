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

export type MarginMove = 'add' | 'remove';

export interface MarginDraft {
  readonly move: MarginMove;
  readonly text: string;
}

/**
 * Whether the switch of auto add margin is on offer: of an isolated position with a size and an entry price, which of a USDC perpetual is
 * the session's (specification, section 4).
 */
export function canAutoAddMargin(record: PositionRecord): boolean {
  return record.marginMode === 'isolated' && lotCount(record.size) > 0 && record.entryValue > ZERO_MONEY;
}

/** The most that can be moved: in, what may leave the cash; out, what the exchange would let go at this mark price. */
export function mostMovable(
  move: MarginMove,
  position: { readonly instrument: Instrument; readonly record: PositionRecord; readonly mark: Price | undefined },
  transferable: Money | undefined,
): Money | undefined {
  if (move === 'add') return transferable === undefined ? undefined : maxMoney(ZERO_MONEY, transferable);
  return position.mark === undefined ? undefined : removableMargin(position.instrument, position.record, position.mark);
}

/** The signed amount that the draft moves; `undefined` when it is none above 0, or more than can be moved. */
export function readMarginMove({ move, text }: MarginDraft, most: Money | undefined): Money | undefined {
  const units = parseDecimal(text.trim());
  if (units === undefined || units <= 0n || (most !== undefined && units > moneyUnits(most))) return undefined;
  return money(move === 'add' ? units : -units);
}
