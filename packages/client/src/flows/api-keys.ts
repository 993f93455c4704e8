import {
  apiKeyListResult,
  changeApiKeyResult,
  createApiKeyResult,
  emptyResult,
  type ApiKeyListResult,
  type ChangeApiKeyRequest,
  type CreateApiKeyResult,
} from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';

/** What the owner of an API key decides about it. */
export type ApiKeyTerms = Omit<ChangeApiKeyRequest, 'apiKey'>;

/** The API keys by which programs trade; each call is one guarded operation. */
export interface ApiKeyCommands {
  list(): Promise<Result<ApiKeyListResult>>;
  /** For the account that is looked at. By a public key it is an RSA key; otherwise the answer has its secret, this once. */
  create(terms: ApiKeyTerms, publicKey: string | undefined): Promise<Result<CreateApiKeyResult>>;
  change(apiKey: string, terms: ApiKeyTerms): Promise<Result<void>>;
  revoke(apiKey: string): Promise<Result<void>>;
}

const PATH = '/user/private/api-keys';

const done = (answer: Result<unknown>): Result<void> => (answer.ok ? succeeded(undefined) : answer);

/** Nothing is sent twice by itself: a key whose answer was lost has a secret that nobody knows, and is in the list. */
export function createApiKeyCommands(http: Http, guard: Guard): ApiKeyCommands {
  return {
    list: () => http.get(PATH, {}, apiKeyListResult),
    create: (terms, publicKey) =>
      guard.runAlone('api-key', () =>
        http.post(
          `${PATH}/create`,
          publicKey === undefined ? { ...terms, kind: 'HMAC' } : { ...terms, kind: 'RSA', publicKey },
          createApiKeyResult,
        ),
      ),
    change: (apiKey, terms) =>
      guard.runAlone('api-key', async () => done(await http.post(`${PATH}/change`, { apiKey, ...terms }, changeApiKeyResult))),
    revoke: (apiKey) => guard.runAlone('api-key', async () => done(await http.post(`${PATH}/revoke`, { apiKey }, emptyResult))),
  };
}
