import type { AccountKind } from '@tapedeck/domain';

/** Traits of the account that change the rules of the forms. */
export interface AccountTraits {
  readonly kind: AccountKind;
  readonly isDemo: boolean;
}

/** The default account of the built-in exchange. */
export const USUAL_ACCOUNT: AccountTraits = { kind: 'UTA2', isDemo: false };

export const isUnified = ({ kind }: AccountTraits): boolean => kind !== 'regular';
/** Portfolio margin has no leverage: no ROI, no sliders, no cost. */
export const isPortfolioMargin = ({ kind }: AccountTraits): boolean => kind === 'PM';
