import type { Session } from '@tapedeck/gateway';
import type { StoredSession } from './identity-records.ts';
import type { User } from './identity-state.ts';

/** Session data that routes receive for a user and the selected account. */
export function sessionOf({ id, account: number }: Pick<StoredSession, 'id' | 'account'>, user: User): Session {
  const account = user.accounts.find((one) => one.account === number);
  return {
    id,
    user: user.id,
    account: number,
    username: user.username,
    accountKind: account?.kind ?? 'UTA2',
    isDemo: account?.isDemo ?? false,
    banned: user.banned,
    labels: user.labels,
  };
}
