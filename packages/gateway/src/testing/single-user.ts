import type { ApiKeyService, Session, SessionPort, UserPort } from '../ports.ts';
import { FakeApiKeys } from './fake-api-keys.ts';

/** Session and user ports for an exchange that one person has to themselves: always logged in, one account, nothing kept. */
export function singleUser(session: Session): {
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly apiKeyService: ApiKeyService;
} {
  const preferences = new Map<string, string | number | boolean>();
  return {
    apiKeyService: new FakeApiKeys(),
    sessions: {
      needsPassphrase: false,
      registrationOpen: false,
      login: () => Promise.resolve(session),
      register: () => Promise.resolve('closed'),
      changePassword: () => Promise.resolve('refused'),
      logout: () => Promise.resolve(),
    },
    users: {
      accounts: () => [{ account: session.account, kind: session.accountKind, isDemo: session.isDemo }],
      userOf: () => session.user,
      switchAccount: () => Promise.resolve(session),
      paperFunds: () => Promise.resolve({ retryAfterMs: 86_400_000 }),
      preferences: () => Object.fromEntries(preferences),
      changePreferences: (_user, changes) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value === null) preferences.delete(key);
          else preferences.set(key, value);
        }
        return 'done';
      },
    },
  };
}
