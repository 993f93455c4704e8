import type { ApiKey, ApiKeyService, ApiKeyNotMade, ApiKeyTerms, Session, UserAccount } from '../ports.ts';

/** Every user's first key. */
export const FIRST_KEY = 'TD0000000000000001';
const FIRST_ACCOUNT: UserAccount = { account: 100, kind: 'UTA2', isDemo: false };
const SECRET = 'S'.repeat(43);

const termsOfFirst: ApiKeyTerms = { name: 'bot', scope: 'trade', addresses: [], expiresAt: undefined };
const keyOf = (id: string, terms: ApiKeyTerms, account: UserAccount, kind: ApiKey['kind']): ApiKey => ({
  ...terms,
  id,
  kind,
  state: 'active',
  account,
  createdAt: 1_000,
  lastUsedAt: undefined,
});

function wrongWith({ addresses, expiresAt }: ApiKeyTerms): ApiKeyNotMade | undefined {
  if (addresses.includes('somewhere')) return { field: 'addresses', why: "has 'somewhere', which is not an IP address or network" };
  return expiresAt === 1 ? { field: 'expiresAt', why: 'must be in the future' } : undefined;
}

/** Keys in memory that open no door. */
export class FakeApiKeys implements ApiKeyService {
  perUser = 20;
  readonly #keys = new Map<number, ApiKey[]>();

  list(user: number): readonly ApiKey[] {
    return this.#keys.get(user) ?? [keyOf(FIRST_KEY, termsOfFirst, FIRST_ACCOUNT, 'HMAC')];
  }

  create(session: Session, terms: ApiKeyTerms, publicKey?: string): ReturnType<ApiKeyService['create']> {
    const wrong = wrongWith(terms);
    if (wrong !== undefined) return wrong;
    if (publicKey === 'no key') return { field: 'publicKey', why: 'is not an RSA public key in PEM format' };
    const keys = this.list(session.user);
    if (keys.length >= this.perUser) return 'full';
    const account = { account: session.account, kind: session.accountKind, isDemo: session.isDemo };
    const id = `TD${String(keys.length + 1).padStart(16, '0')}`;
    const key = keyOf(id, terms, account, publicKey === undefined ? 'HMAC' : 'RSA');
    this.#keys.set(session.user, [key, ...keys]);
    return { key, secret: publicKey === undefined ? SECRET : undefined };
  }

  change(user: number, id: string, terms: ApiKeyTerms): ApiKey | ApiKeyNotMade | undefined {
    const wrong = wrongWith(terms);
    const known = this.list(user).find((key) => key.id === id);
    if (wrong !== undefined || known === undefined) return wrong;
    const changed = { ...known, ...terms };
    this.#keys.set(
      user,
      this.list(user).map((key) => (key.id === id ? changed : key)),
    );
    return changed;
  }

  revoke(user: number, id: string): boolean {
    const left = this.list(user).filter((key) => key.id !== id);
    if (left.length === this.list(user).length) return false;
    this.#keys.set(user, left);
    return true;
  }
}
