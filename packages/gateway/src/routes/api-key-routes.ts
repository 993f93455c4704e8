import {
  apiKeyListResult,
  changeApiKeyRequest,
  changeApiKeyResult,
  createApiKeyRequest,
  createApiKeyResult,
  emptyRequest,
  emptyResult,
  revokeApiKeyRequest,
} from '@tapedeck/protocol';
import type {
  ApiKeyItem,
  ApiKeyListResult,
  ChangeApiKeyRequest,
  CreateApiKeyRequest,
  CreateApiKeyResult,
  RevokeApiKeyRequest,
} from '@tapedeck/protocol';
import { badParameter, done, failed, type Reply } from '../answers.ts';
import type { ApiKey, ApiKeyNotMade, ApiKeyTerms, Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

function itemOf(key: ApiKey): ApiKeyItem {
  const { id, kind, name, scope, addresses, expiresAt, state, account, createdAt, lastUsedAt } = key;
  return {
    apiKey: id,
    kind,
    name,
    scope,
    addresses: [...addresses],
    ...(expiresAt !== undefined && { expiresAtE3: expiresAt }),
    state,
    account: String(account.account),
    accountKind: account.kind,
    isDemo: account.isDemo,
    createdAtE3: createdAt,
    ...(lastUsedAt !== undefined && { lastUsedAtE3: lastUsedAt }),
  };
}

const termsOf = ({ name, scope, addresses, expiresAtE3 }: Omit<ChangeApiKeyRequest, 'apiKey'>): ApiKeyTerms => ({
  name,
  scope,
  addresses,
  expiresAt: expiresAtE3,
});

function notMade(reason: ApiKeyNotMade): Reply {
  if (reason === 'full') return failed('apiKeysFull');
  return badParameter(reason.field === 'expiresAt' ? 'expiresAtE3' : reason.field, reason.why);
}

const isRefused = (outcome: object | ApiKeyNotMade): outcome is ApiKeyNotMade => outcome === 'full' || 'why' in outcome;

function create(request: CreateApiKeyRequest, { apiKeyService }: Services, session: Session): Reply {
  const { kind, publicKey } = request;
  if (kind === 'RSA' && publicKey === undefined) return badParameter('publicKey', 'is missing');
  if (kind === 'HMAC' && publicKey !== undefined) return badParameter('publicKey', 'belongs to RSA keys only');
  const made = apiKeyService.create(session, termsOf(request), publicKey);
  if (isRefused(made)) return notMade(made);
  const { key, secret } = made;
  return done({ key: itemOf(key), ...(secret !== undefined && { secret }) } satisfies CreateApiKeyResult);
}

function change(request: ChangeApiKeyRequest, { apiKeyService }: Services, session: Session): Reply {
  const changed = apiKeyService.change(session.user, request.apiKey, termsOf(request));
  if (changed === undefined) return failed('apiKeyUnknown');
  return isRefused(changed) ? notMade(changed) : done({ key: itemOf(changed) });
}

export const API_KEY_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/user/private/api-keys',
    cost: 'light',
    access: 'user',
    effect: 'none',
    summary: 'The API keys of the user, newest first, without their secrets.',
    request: emptyRequest,
    result: apiKeyListResult,
    answer: (_query, { apiKeyService }, session) =>
      done({ limit: apiKeyService.perUser, list: apiKeyService.list(session.user).map(itemOf) } satisfies ApiKeyListResult),
  }),
  route<CreateApiKeyRequest>({
    method: 'POST',
    path: '/user/private/api-keys/create',
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Creates an API key for the account of the session; only this answer contains its secret.',
    request: createApiKeyRequest,
    result: createApiKeyResult,
    fails: ['apiKeysFull'],
    answer: create,
  }),
  route<ChangeApiKeyRequest>({
    method: 'POST',
    path: '/user/private/api-keys/change',
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Sets the name, scope, addresses and expiry of an API key.',
    request: changeApiKeyRequest,
    result: changeApiKeyResult,
    fails: ['apiKeyUnknown'],
    answer: change,
  }),
  route<RevokeApiKeyRequest>({
    method: 'POST',
    path: '/user/private/api-keys/revoke',
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Revokes an API key; requests and connections that use it end at once.',
    request: revokeApiKeyRequest,
    result: emptyResult,
    fails: ['apiKeyUnknown'],
    answer: ({ apiKey }, { apiKeyService }, session) => (apiKeyService.revoke(session.user, apiKey) ? done({}) : failed('apiKeyUnknown')),
  }),
];
