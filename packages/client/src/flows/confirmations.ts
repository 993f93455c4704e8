import { derived, type Readable } from '../store/readable.ts';
import type { Preferences } from './preferences.ts';
import type { ReverseTip } from './reverse-tip.ts';

/** Actions that cannot be undone, or that a slip can trigger, and therefore ask for confirmation. */
export const CONFIRMATION_KINDS = ['marketClose', 'closeAll', 'cancelAll', 'reverse', 'moveOrder', 'setExit', 'sendBracket'] as const;
export type ConfirmationKind = (typeof CONFIRMATION_KINDS)[number];

/** The confirmations that the user has turned off. A reversal has its own preference, which other programs of the user read too. */
export interface Confirmations {
  readonly off: Readable<ReadonlySet<ConfirmationKind>>;
  choose(kind: ConfirmationKind, asks: boolean): void;
}

const kindsIn = (text: string): readonly ConfirmationKind[] => CONFIRMATION_KINDS.filter((kind) => text.split(',').includes(kind));

export function createConfirmations({ preference }: Pick<Preferences, 'preference'>, reverseTip: ReverseTip): Confirmations {
  const kept = preference({ key: 'confirmationsOff', stored: 'tapedeck.confirmations.off', initial: '' });
  return {
    off: derived([kept.value, reverseTip.hidden], (text, reverse): ReadonlySet<ConfirmationKind> => {
      const off = new Set(kindsIn(text));
      if (reverse) off.add('reverse');
      else off.delete('reverse');
      return off;
    }),
    choose(kind, asks) {
      const others = kindsIn(kept.value.get()).filter((own) => own !== kind);
      if (kind === 'reverse') reverseTip.choose(!asks);
      else kept.choose([...others, ...(asks ? [] : [kind])].join(','));
    },
  };
}
