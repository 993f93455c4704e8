import { NOT_LOGGED_IN, REPORTS_OFF, SERVER_AWAY } from '../connection/failure-codes.ts';
import { isFlowing } from '../raw/freshness.ts';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import type { TerminalClient } from './terminal-client.ts';

/** Codes of refusals by the terminal itself whose cause does not hold now: the order could be sent again. */
export function passedCauses({ session, markets }: Pick<TerminalClient, 'session' | 'markets'>): Readable<ReadonlySet<number>> {
  return derived(
    [session.freshness, session.state, markets.fallback, markets.pairsFallback],
    (freshness, state, contracts, pairs): ReadonlySet<number> =>
      new Set([
        ...(isFlowing(freshness) ? [REPORTS_OFF] : []),
        ...(contracts === undefined && pairs === undefined ? [SERVER_AWAY] : []),
        ...(dataOf(state)?.loggedIn === true ? [NOT_LOGGED_IN] : []),
      ]),
  );
}
