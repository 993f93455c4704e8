import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { derived, type Readable } from '../store/readable.ts';
import { createPreference } from './preference.ts';
import type { ReverseTip } from './reverse-tip.ts';

/** What cannot be taken back, or is done by a gesture that slips easily, and is asked about before it is done. */
export const CONFIRMATION_KINDS = ['marketClose', 'closeAll', 'cancelAll', 'reverse', 'moveOrder', 'setExit', 'sendBracket'] as const;
export type ConfirmationKind = (typeof CONFIRMATION_KINDS)[number];

/** Which questions the user does without. A reversal has a preference of its own, which other programs of the user read too. */
export interface Confirmations {
  readonly off: Readable<ReadonlySet<ConfirmationKind>>;
  choose(kind: ConfirmationKind, asks: boolean): void;
  /** Takes what the account has kept. */
  load(): Promise<void>;
}

const kindsIn = (text: string): readonly ConfirmationKind[] => CONFIRMATION_KINDS.filter((kind) => text.split(',').includes(kind));

export function createConfirmations(ports: ClientPorts, http: Http, reverseTip: ReverseTip): Confirmations {
  const kept = createPreference(ports, http, { key: 'confirmationsOff', stored: 'tapedeck.confirmations.off', initial: '' });
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
    load: () => kept.load(),
  };
}
