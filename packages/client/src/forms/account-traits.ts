import type { AccountKind } from '@tapedeck/domain';

/** What of the account changes the rules of the forms (specification, section 6). */
export interface AccountTraits {
  readonly kind: AccountKind;
  readonly isDemo: boolean;
}

/** The account that the exchange inside opens for everybody. */
export const USUAL_ACCOUNT: AccountTraits = { kind: 'UTA2', isDemo: false };

export const isUnified = ({ kind }: AccountTraits): boolean => kind !== 'regular';
/** Portfolio margin has no leverage to speak of: no ROI, no sliders, no cost. */
export const isPortfolioMargin = ({ kind }: AccountTraits): boolean => kind === 'PM';
