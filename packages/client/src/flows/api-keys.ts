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

/** Terms of an API key that its owner sets. */
export type ApiKeyTerms = Omit<ChangeApiKeyRequest, 'apiKey'>;

/** The API keys of programs; each call is one guarded operation. */
export interface ApiKeyCommands {
  list(): Promise<Result<ApiKeyListResult>>;
  /** For the selected account. With a public key it creates an RSA key; otherwise the answer contains its secret, only once. */
  create(terms: ApiKeyTerms, publicKey: string | undefined): Promise<Result<CreateApiKeyResult>>;
  change(apiKey: string, terms: ApiKeyTerms): Promise<Result<void>>;
  revoke(apiKey: string): Promise<Result<void>>;
}

const PATH = '/user/private/api-keys';

const done = (answer: Result<unknown>): Result<void> => (answer.ok ? succeeded(undefined) : answer);

/** Never repeated automatically: the secret of a key whose answer was lost is unknown, but the key is listed. */
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
