import { randomBytes } from 'node:crypto';
import type {
  ApiKey,
  ApiKeyService,
  ApiKeyNotMade,
  ApiKeyPort,
  ApiKeyTerms,
  Caller,
  KeyRefused,
  Session,
  SignedText,
} from '@tapedeck/gateway';
import type { Identity } from './identity.ts';
import type { StoredApiKey } from './identity-records.ts';
import { readAddresses } from './key-addresses.ts';
import { checkByHmac, checkByRsa, readPublicKey, type SignatureCheck } from './key-proof.ts';
import type { SecretBox } from './secret-box.ts';
import { sessionOf } from './session-of.ts';

export const API_KEYS_PER_USER_MAX = 20;
const ID_BYTES = 8;
const SECRET_BYTES = 32;
/** Minimum interval between stored times of use. */
const USED_EVERY_MS = 60_000;

const UNKNOWN: KeyRefused = { code: 10003, message: 'API key is invalid.' };
const EXPIRED: KeyRefused = { code: 33004, message: 'Your api key has expired.' };
const ELSEWHERE: KeyRefused = { code: 10010, message: "Unmatched IP, please check your API key's bound IP addresses." };
const wrongSignature = (text: string): KeyRefused => ({ code: 10004, message: `error sign! origin_string[${text}]` });

const NOTHING: Caller['scopes'] = new Set();
const SCOPES: Readonly<Record<ApiKeyTerms['scope'], Caller['scopes']>> = {
  read: new Set(['read'] as const),
  trade: new Set(['read', 'trade'] as const),
};

/** Values derived once from a stored key. */
interface OpenedKey {
  readonly stored: StoredApiKey;
  /** Absent if the secret can no longer be read. */
  readonly isSignature: SignatureCheck | undefined;
  readonly allows: (address: string) => boolean;
}

/** The API keys of all users: created and revoked by their owners, checked on each request of a program. */
export class ApiKeys implements ApiKeyPort, ApiKeyService {
  readonly perUser = API_KEYS_PER_USER_MAX;
  readonly #identity: Identity;
  readonly #box: SecretBox;
  readonly #now: () => number;
  readonly #opened = new Map<string, OpenedKey>();
  /** Last use of each key in this run; the stored value is coarser. */
  readonly #used = new Map<string, number>();

  constructor(identity: Identity, box: SecretBox, now: () => number) {
    this.#identity = identity;
    this.#box = box;
    this.#now = now;
  }

  /** The signature is checked first, so that a caller without the secret learns nothing about a key. */
  verify({ apiKey: id, text, signature, client }: SignedText): Caller | KeyRefused {
    const key = this.#open(id);
    if (key?.isSignature === undefined) return UNKNOWN;
    if (!key.isSignature(text, signature)) return wrongSignature(text);
    if (this.#isExpired(key.stored)) return EXPIRED;
    if (!key.allows(client)) return ELSEWHERE;
    const session = this.#sessionOf(key.stored);
    if (session === undefined) return UNKNOWN;
    this.#touch(key.stored);
    return new LiveCaller(id, session, { scopes: () => this.#scopesOf(id, client), session: () => this.#sessionOf(key.stored) });
  }

  isValid(id: string): boolean {
    const key = this.#open(id);
    return key?.isSignature !== undefined && !this.#isExpired(key.stored);
  }

  list(user: number): readonly ApiKey[] {
    return this.#identity
      .apiKeysOf(user)
      .map((stored) => this.#describe(stored))
      .reverse();
  }

  create(session: Session, terms: ApiKeyTerms, publicKey?: string): ReturnType<ApiKeyService['create']> {
    const wrong = this.#wrongWith(terms);
    if (wrong !== undefined) return wrong;
    const read = publicKey === undefined ? undefined : readPublicKey(publicKey);
    if (read !== undefined && 'wrong' in read) return { field: 'publicKey', why: read.wrong };
    if (this.#identity.apiKeysOf(session.user).length >= this.perUser) return 'full';
    const id = `TD${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`;
    const secret = read === undefined ? randomBytes(SECRET_BYTES).toString('base64url') : undefined;
    const proof = secret === undefined ? { publicKey: read?.pem ?? '' } : { sealedSecret: this.#box.seal(secret, id) };
    const stored: StoredApiKey = { id, user: session.user, account: session.account, ...storedTerms(terms), ...proof, madeAt: this.#now() };
    this.#identity.write([{ type: 'ApiKeyMade', ...stored }]);
    return { key: this.#describe(stored), secret };
  }

  change(user: number, id: string, terms: ApiKeyTerms): ApiKey | ApiKeyNotMade | undefined {
    if (this.#identity.apiKey(id)?.user !== user) return undefined;
    const wrong = this.#wrongWith(terms);
    if (wrong !== undefined) return wrong;
    this.#identity.write([{ type: 'ApiKeyChanged', id, ...storedTerms(terms) }]);
    const changed = this.#identity.apiKey(id);
    return changed === undefined ? undefined : this.#describe(changed);
  }

  revoke(user: number, id: string): boolean {
    if (this.#identity.apiKey(id)?.user !== user) return false;
    this.#identity.write([{ type: 'ApiKeyRevoked', id }]);
    this.#opened.delete(id);
    this.#used.delete(id);
    return true;
  }

  #wrongWith({ addresses, expiresAt }: ApiKeyTerms): ApiKeyNotMade | undefined {
    const read = readAddresses(addresses);
    if ('wrong' in read) return { field: 'addresses', why: `has '${read.wrong}', which is not an IP address or network` };
    const isPast = expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && expiresAt > this.#now());
    return isPast ? { field: 'expiresAt', why: 'must be in the future' } : undefined;
  }

  #open(id: string): OpenedKey | undefined {
    const stored = this.#identity.apiKey(id);
    if (stored === undefined) {
      // Revoked, here or by a password change: the secret does not stay in memory.
      this.#opened.delete(id);
      return undefined;
    }
    const known = this.#opened.get(id);
    if (known?.stored === stored) return known;
    const addresses = readAddresses(stored.addresses);
    const isSignature = known?.isSignature ?? this.#checkOf(stored);
    const opened: OpenedKey = { stored, isSignature, allows: 'wrong' in addresses ? () => false : addresses.allows };
    this.#opened.set(id, opened);
    return opened;
  }

  #checkOf({ id, publicKey, sealedSecret }: StoredApiKey): SignatureCheck | undefined {
    if (publicKey !== undefined) return checkByRsa(publicKey);
    const secret = this.#box.unseal(sealedSecret ?? '', id);
    return secret === undefined ? undefined : checkByHmac(secret);
  }

  #isExpired({ expiresAt }: StoredApiKey): boolean {
    return expiresAt !== undefined && this.#now() >= expiresAt;
  }

  #scopesOf(id: string, client: string): Caller['scopes'] {
    const key = this.#open(id);
    return key?.allows(client) === true && this.isValid(id) ? SCOPES[key.stored.scope] : NOTHING;
  }

  #sessionOf({ id, user: owner, account }: StoredApiKey): Session | undefined {
    const user = this.#identity.user(owner);
    return user === undefined ? undefined : { ...sessionOf({ id: `key ${id}`, account }, user), apiKey: id };
  }

  #touch({ id, usedAt }: StoredApiKey): void {
    const now = this.#now();
    this.#used.set(id, now);
    if (now - (usedAt ?? 0) >= USED_EVERY_MS) this.#identity.note([{ type: 'ApiKeyUsed', id, at: now }]);
  }

  #describe(stored: StoredApiKey): ApiKey {
    const { id, user, account, name, scope, addresses, expiresAt, madeAt, publicKey, usedAt } = stored;
    const owned = this.#identity.user(user)?.accounts.find((one) => one.account === account);
    return {
      id,
      kind: publicKey === undefined ? 'HMAC' : 'RSA',
      name,
      scope,
      addresses,
      expiresAt,
      state: this.#stateOf(stored),
      account: owned ?? { account, kind: 'UTA2', isDemo: false },
      createdAt: madeAt,
      lastUsedAt: this.#used.get(id) ?? usedAt,
    };
  }

  #stateOf(stored: StoredApiKey): ApiKey['state'] {
    if (this.#open(stored.id)?.isSignature === undefined) return 'secretLost';
    return this.#isExpired(stored) ? 'expired' : 'active';
  }
}

/** An absent expiry is not a field of the record. */
const storedTerms = ({
  name,
  scope,
  addresses,
  expiresAt,
}: ApiKeyTerms): Pick<StoredApiKey, 'name' | 'scope' | 'addresses' | 'expiresAt'> => ({
  name,
  scope,
  addresses,
  ...(expiresAt !== undefined && { expiresAt }),
});

/** Reads its fields on each use, for connections that stay open. */
class LiveCaller implements Caller {
  readonly keyId: string;
  readonly #first: Session;
  readonly #look: { readonly scopes: () => Caller['scopes']; readonly session: () => Session | undefined };

  constructor(
    keyId: string,
    first: Session,
    look: { readonly scopes: () => Caller['scopes']; readonly session: () => Session | undefined },
  ) {
    this.keyId = keyId;
    this.#first = first;
    this.#look = look;
  }

  get scopes(): Caller['scopes'] {
    return this.#look.scopes();
  }

  get session(): Session {
    return this.#look.session() ?? this.#first;
  }
}
