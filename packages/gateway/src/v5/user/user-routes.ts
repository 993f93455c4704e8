import { v5Nothing } from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

/** Terms and permissions of the calling key. */
function queryApi(_query: object, { apiKeyService, now }: Services, { keyId, scopes, session }: Caller): V5Reply {
  const key = apiKeyService.list(session.user).find(({ id }) => id === keyId);
  const trades = scopes.has('trade');
  const list = (...names: string[]): readonly string[] => (trades ? names : []);
  const expiresAt = key?.expiresAt;
  return v5Done({
    id: keyId,
    note: key?.name ?? '',
    apiKey: keyId,
    readOnly: trades ? 0 : 1,
    secret: '',
    permissions: {
      ContractTrade: list('Order', 'Position'),
      Spot: list('SpotTrade'),
      Wallet: list('AccountTransfer'),
      Options: list('OptionsTrade'),
      Derivatives: list('DerivativesTrade'),
      Exchange: [],
      Earn: [],
      CopyTrading: [],
      BlockTrade: [],
      NFT: [],
      Affiliate: [],
    },
    ips: key === undefined || key.addresses.length === 0 ? ['*'] : key.addresses,
    type: 1,
    deadlineDay: expiresAt === undefined ? -1 : Math.max(0, Math.floor((expiresAt - now()) / 86_400_000)),
    expiredAt: expiresAt === undefined ? '' : new Date(expiresAt).toISOString(),
    createdAt: key === undefined ? '' : new Date(key.createdAt).toISOString(),
    unified: 0,
    uta: 1,
    userID: session.user,
    inviterID: 0,
    vipLevel: session.labels.vipLevel === 0 ? 'No VIP' : `VIP-${session.labels.vipLevel}`,
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_DEFAULT',
    kycRegion: '',
  });
}

export const USER_ROUTES: readonly V5Route[] = [
  v5Route<object>({
    method: 'GET',
    path: '/v5/user/query-api',
    cost: 'light',
    access: 'read',
    limit: 10,
    summary: 'Terms of the API key in use.',
    request: v5Nothing,
    answer: queryApi,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/user/get-member-type',
    cost: 'light',
    access: 'read',
    limit: 10,
    summary: 'Wallets of the user.',
    request: v5Nothing,
    answer: (_query, _services, { session }) => v5Done({ accounts: [{ uid: String(session.user), accountType: ['UNIFIED', 'FUND'] }] }),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/user/query-sub-members',
    cost: 'light',
    access: 'read',
    limit: 10,
    summary: 'Sub-accounts: there are none.',
    request: v5Nothing,
    answer: () => v5Done({ subMembers: [] }),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/system/status',
    cost: 'light',
    access: 'public',
    summary: 'Maintenance: none is planned.',
    request: v5Nothing,
    answer: () => v5Done({ list: [] }),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/announcements/index',
    cost: 'light',
    access: 'public',
    summary: 'Announcements: there are none.',
    request: v5Nothing,
    answer: () => v5Done({ total: 0, list: [] }),
  }),
];
