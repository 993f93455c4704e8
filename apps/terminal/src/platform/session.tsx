import { StateMessage } from '@tapedeck/ui';
import { USUAL_ACCOUNT, type AccountTraits, type Loadable } from '@tapedeck/client';
import type { SessionResult } from '@tapedeck/protocol';
import { useCallback, useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { reportFailure } from './notifications.ts';
import { useCommonText } from './texts.tsx';
import { cell, useSelected } from './use-readable.ts';

export type LoginState = 'unknown' | 'in' | 'out';

function loginState(session: Loadable<SessionResult>): LoginState {
  if (session.status === 'idle') return 'unknown';
  if (session.status === 'error') return session.data?.loggedIn === true ? 'in' : 'unknown';
  if (session.data === undefined) return 'unknown';
  return session.data.loggedIn ? 'in' : 'out';
}

export function useLoginState(): LoginState {
  return useSelected(useClient().session, loginState);
}

/** Kind and mode of the account; the usual ones while nobody is logged in. */
export function useAccountTraits(): AccountTraits {
  const user = useSelected(useClient().session, (session) => (session.status === 'idle' ? undefined : session.data?.user));
  return useMemo(() => (user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo }), [user]);
}

/** Whether the log-in dialog is asked for; set when the account has a passphrase. */
export const passphraseAsked = cell(false);

/** Logs in at once where no passphrase is needed, and opens the dialog otherwise. */
export function useLogin(): () => void {
  const client = useClient();
  return useCallback(() => {
    const session = client.session.get();
    const needsPassphrase = session.status !== 'idle' && session.data?.needsPassphrase === true;
    if (needsPassphrase) passphraseAsked.set(true);
    else
      void client.login().then((result) => {
        if (!result.ok) reportFailure(result.failure);
      });
  }, [client]);
}

/** What a private panel shows to a visitor. */
export function LoginPrompt() {
  const text = useCommonText();
  const login = useLogin();
  return <StateMessage title={text('logInNeeded')} detail={text('logInNeededDetail')} action={{ label: text('logIn'), onPress: login }} />;
}
