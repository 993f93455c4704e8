import { SCALE, type ExitKind } from '@tapedeck/domain';
import type { TpslInputType } from './tpsl-form.ts';

type Share = 'percent' | 'roi';

/** Ends of the sliders, in percent. */
export const SLIDER_MAX: Readonly<Record<ExitKind, Readonly<Record<Share, number>>>> = {
  takeProfit: { percent: 25, roi: 150 },
  stopLoss: { percent: 10, roi: 75 },
};

/** Choices under the fields, in percent. */
export const TPSL_PRESETS: Readonly<Record<ExitKind, Readonly<Record<Share, readonly number[]>>>> = {
  takeProfit: { percent: [0, 5, 10, 15, 20, 25], roi: [0, 50, 100, 150] },
  stopLoss: { percent: [0, 5, 10], roi: [0, 25, 50, 75] },
};

export const ROI_STEP = 0.1;
export const PERCENT_STEP = 1;
/** Decimals of a typed percentage or return. */
export const SHARE_DIGITS = 1;

const LARGEST_SHARE = 9_999_999_999n * (SCALE / 10n);
const STOP_LOSS_PERCENT = 999n * (SCALE / 10n);

/** Largest percentage in units of 1e-8 percent: 999,999,999.9; for a stop-loss by price 99.9. */
export function maxShare(kind: ExitKind, share: Share): bigint {
  return kind === 'stopLoss' && share === 'percent' ? STOP_LOSS_PERCENT : LARGEST_SHARE;
}

/** Largest profit that can be typed, in units of 1e-8. */
export const PNL_MAX = 999_999_999n * SCALE;

/** The scale of the slider and the presets for an input type; profit has neither. */
export function shareOf(inputType: TpslInputType): Share | undefined {
  if (inputType === 'PNL') return undefined;
  return inputType === 'ROI' ? 'roi' : 'percent';
}
