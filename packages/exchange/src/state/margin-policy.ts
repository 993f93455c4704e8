import type { AccountKind } from '@tapedeck/domain';

/** How each kind of account is margined: the only place that distinguishes kinds. */
export interface MarginPolicy {
  /** All coins margin all positions: coins can be borrowed, and each counts as collateral unless its owner turns that off. */
  readonly unified: boolean;
  /** Positions and orders are margined together by their scenario losses: contracts have no mode or leverage to choose. */
  readonly portfolio: boolean;
}

export const MARGIN_POLICIES: Readonly<Record<AccountKind, MarginPolicy>> = {
  regular: { unified: false, portfolio: false },
  UTA: { unified: true, portfolio: false },
  UTA2: { unified: true, portfolio: false },
  PM: { unified: true, portfolio: true },
};
