import { USUAL_ACCOUNT, type AccountTraits } from '@tapedeck/client';
import { useClient } from '../platform/client-context.tsx';
import { useSelected } from '../platform/use-readable.ts';

/** Traits of the logged-in account that change the rules of the forms. */
export function useAccountTraits(): AccountTraits {
  return useSelected(
    useClient().session.state,
    (session) => {
      const user = session.status === 'idle' ? undefined : session.data?.user;
      return user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo };
    },
    (a, b) => a.kind === b.kind && a.isDemo === b.isDemo,
  );
}
