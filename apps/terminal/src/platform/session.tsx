import { StateMessage } from '@tapedeck/ui';
import { createStore, USUAL_ACCOUNT, type AccountTraits, type Loadable } from '@tapedeck/client';
import type { SessionResult, VenueItem } from '@tapedeck/protocol';
import { STRATEGY_KINDS } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { useCommonText } from './texts.tsx';
import { useSelected } from './use-readable.ts';

export type LoginState = 'unknown' | 'in' | 'out';

function loginState(session: Loadable<SessionResult>): LoginState {
  if (session.status === 'idle') return 'unknown';
  if (session.status === 'error') return session.data?.loggedIn === true ? 'in' : 'unknown';
  if (session.data === undefined) return 'unknown';
  return session.data.loggedIn ? 'in' : 'out';
}

export function useLoginState(): LoginState {
  return useSelected(useClient().session.state, loginState);
}

/** Kind and mode of the account; the defaults for visitors. */
export function useAccountTraits(): AccountTraits {
  const user = useSelected(useClient().session.state, (session) => (session.status === 'idle' ? undefined : session.data?.user));
  return useMemo(() => (user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo }), [user]);
}

/** Capabilities of the exchange; all until they are known. */
export function useOffers(): Pick<VenueItem, 'marginModes' | 'positionModes' | 'strategies' | 'copyTrading' | 'lending'> {
  return useSelected(useClient().session.state, (session) => (session.status === 'idle' ? undefined : session.data?.venue)) ?? EVERYTHING;
}

const EVERYTHING: ReturnType<typeof useOffers> = {
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  strategies: STRATEGY_KINDS,
  copyTrading: true,
  lending: true,
};

/** Whether the log-in dialog is open. */
export const loginAsked = createStore(false);

/** Opens the log-in dialog, which explains all ways to log in. */
export const askToLogIn = (): void => loginAsked.set(true);

/** Prompt of a private panel for visitors. */
export function LoginPrompt() {
  const text = useCommonText();
  return (
    <StateMessage title={text('logInNeeded')} detail={text('logInNeededDetail')} action={{ label: text('logIn'), onPress: askToLogIn }} />
  );
}
