import { derived, type Readable } from '../store/readable.ts';
import type { Preferences } from './preferences.ts';

/** Whether a reversal asks for confirmation. */
export interface ReverseTip {
  /** True: a press reverses without a dialog. */
  readonly hidden: Readable<boolean>;
  choose(hidden: boolean): void;
}

export function createReverseTip({ preference }: Pick<Preferences, 'preference'>): ReverseTip {
  const status = preference({ key: 'reverseClickTipStatus', stored: 'tapedeck.reverse.tip', initial: 'show' });
  return {
    hidden: derived([status.value], (value) => value === 'hide'),
    choose: (hidden) => status.choose(hidden ? 'hide' : 'show'),
  };
}
