import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { derived, type Readable } from '../store/readable.ts';
import { createPreference } from './preference.ts';

/** Whether reversing asks first. */
export interface ReverseTip {
  /** True: a press reverses without a dialog. */
  readonly hidden: Readable<boolean>;
  choose(hidden: boolean): void;
  /** Takes what the account has kept. */
  load(): Promise<void>;
}

export function createReverseTip(ports: ClientPorts, http: Http): ReverseTip {
  const status = createPreference(ports, http, { key: 'reverseClickTipStatus', stored: 'tapedeck.reverse.tip', initial: 'show' });
  return {
    hidden: derived([status.value], (value) => value === 'hide'),
    choose: (hidden) => status.choose(hidden ? 'hide' : 'show'),
    load: () => status.load(),
  };
}
