import { visitorProfileResult } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import { createStore, type Readable } from '../store/readable.ts';

/** Whether the visitor is banned; false until the server has answered. */
export interface VisitorCheck {
  readonly isBanned: Readable<boolean>;
  load(): void;
}

export function createVisitorCheck(http: Http, language: () => string): VisitorCheck {
  const isBanned = createStore(false);
  return {
    isBanned,
    load() {
      void http.get('/contract/v5/settings/visitor-profile', { lang: language() }, visitorProfileResult, 'quiet').then((answer) => {
        if (answer.ok) isBanned.set(answer.value.isBanned);
      });
    },
  };
}
