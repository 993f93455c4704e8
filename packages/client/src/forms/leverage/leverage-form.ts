import {
  formatDecimal,
  leverage,
  leverageHundredths,
  parseDecimal,
  positionLimit,
  sharesMarginMode,
  type Instrument,
  type Leverage,
  type MarginMode,
  type Money,
  type PositionMode,
} from '@tapedeck/domain';
import { MIN_CROSS_LEVERAGE_HUNDREDTHS } from '../../constants.ts';
import { typedNumber } from '../../inputs/number-input.ts';
import type { AccountTraits } from '../account-traits.ts';

/** Leverage from which the dialog warns. */
export const HIGH_LEVERAGE: Leverage = leverage(2_500n);
export const LEVERAGE_DIGITS = 2;

export interface LeverageRange {
  readonly min: Leverage;
  readonly max: Leverage;
}

/**
 * From the first choice of the contract (1 without choices) to the maximum of its risk limits. Cross margin allows down
 * to 0.01 unless the contract sets a minimum.
 */
export function leverageRange(instrument: Pick<Instrument, 'leverageSections' | 'tiers'>, marginMode: MarginMode): LeverageRange {
  const [first] = instrument.leverageSections;
  const least = first ?? leverage(marginMode === 'cross' ? MIN_CROSS_LEVERAGE_HUNDREDTHS : 100n);
  const most = instrument.tiers.reduce<Leverage>((top, tier) => (tier.maxLeverage > top ? tier.maxLeverage : top), leverage(100n));
  return { min: least, max: most };
}

/** Typed leverage with up to two decimals; `undefined` outside the range. */
export function readLeverage(text: string, { min, max }: LeverageRange): Leverage | undefined {
  const hundredths = parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text, LEVERAGE_DIGITS);
  if (hundredths === undefined || hundredths <= 0n) return undefined;
  const value = leverage(hundredths);
  return value < min || value > max ? undefined : value;
}

/** The dialog's values, as text; in one-way mode both sides share one. */
export interface LeverageDraft {
  readonly mode: PositionMode;
  readonly long: string;
  readonly short: string;
}

export type LeverageAction =
  | { readonly type: 'typed'; readonly side: 'long' | 'short'; readonly text: string }
  | { readonly type: 'left'; readonly side: 'long' | 'short' }
  | { readonly type: 'stepped'; readonly side: 'long' | 'short'; readonly steps: number }
  | { readonly type: 'chosen'; readonly side: 'long' | 'short'; readonly hundredths: bigint };

export const leverageField = (value: Leverage): string => formatDecimal(leverageHundredths(value), LEVERAGE_DIGITS);

const clamped = (hundredths: bigint, { min, max }: LeverageRange): bigint => {
  const [least, most] = [leverageHundredths(min), leverageHundredths(max)];
  return hundredths < least ? least : hundredths > most ? most : hundredths;
};

function nextText(text: string, action: LeverageAction, range: LeverageRange): string {
  const now = parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text, LEVERAGE_DIGITS);
  switch (action.type) {
    case 'typed':
      return typedNumber(action.text, { precision: LEVERAGE_DIGITS });
    case 'left':
      return now === undefined ? '' : formatDecimal(clamped(now, range), LEVERAGE_DIGITS);
    case 'stepped':
      return formatDecimal(clamped((now ?? 0n) + BigInt(action.steps) * 100n, range), LEVERAGE_DIGITS);
    case 'chosen':
      return formatDecimal(clamped(action.hundredths, range), LEVERAGE_DIGITS);
  }
}

export function reduceLeverage(draft: LeverageDraft, action: LeverageAction, range: LeverageRange): LeverageDraft {
  const text = nextText(draft[action.side], action, range);
  if (draft.mode === 'MergedSingle') return { ...draft, long: text, short: text };
  return action.side === 'long' ? { ...draft, long: text } : { ...draft, short: text };
}

/** Summary of one side's leverage. */
export interface LeverageSummary {
  readonly value: Leverage | undefined;
  readonly largestPosition: Money | undefined;
  readonly isHigh: boolean;
}

export function leverageSummary(
  text: string,
  instrument: Pick<Instrument, 'leverageSections' | 'tiers'>,
  range: LeverageRange,
): LeverageSummary {
  const value = readLeverage(text, range);
  return {
    value,
    largestPosition: value && positionLimit(instrument.tiers, value),
    isHigh: value !== undefined && value >= HIGH_LEVERAGE,
  };
}

/** Choices of the quick dropdown: the contract's own, within its risk limits. */
export function quickLeverages(instrument: Pick<Instrument, 'leverageSections' | 'tiers'>, marginMode: MarginMode): readonly Leverage[] {
  const { max } = leverageRange(instrument, marginMode);
  return instrument.leverageSections.filter((section) => section <= max);
}

/**
 * Available margin modes: a UTA account keeps all its linear contracts in one mode, so only that one is offered, and it
 * changes for all of them; UTA2 and regular accounts have both. Portfolio margin has none.
 */
export function marginChoices(account: AccountTraits, instrument: Pick<Instrument, 'kind'>, current: MarginMode): readonly MarginMode[] {
  if (account.kind === 'PM') return [];
  return sharesMarginMode(account.kind, instrument) ? [current] : ['cross', 'isolated'];
}
