import { visitorProfileResult } from '@tapedeck/protocol';
import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { LOAD_RETRY_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';

/** Whether the visitor is banned; false until the server has answered. */
export interface VisitorCheck {
  readonly isBanned: Readable<boolean>;
  /** Asks until there is an answer. */
  load(): void;
}

export function createVisitorCheck(ports: Pick<ClientPorts, 'setTimer'>, http: Http, language: () => string): VisitorCheck {
  const isBanned = createStore(false);
  const load = async (): Promise<void> => {
    const answer = await http.get('/contract/v5/settings/visitor-profile', { lang: language() }, visitorProfileResult, 'quiet');
    if (answer.ok) isBanned.set(answer.value.isBanned);
    else if (OUTCOME_UNKNOWN.has(answer.failure.code)) ports.setTimer(() => void load(), LOAD_RETRY_MS);
  };
  return { isBanned, load: () => void load() };
}
