import { apiOf, type Api } from './api.ts';
import { openPage } from './guarded-page.ts';

/** Somebody else at the exchange, with paper money: what they trade moves the price. */
export async function otherTrader(origin: string, username: string): Promise<Api> {
  const { context } = await openPage(origin);
  const api = apiOf(context, origin);
  await api.post('/user/public/register', { username, password: `of ${username} alone` });
  await api.post('/contract/v5/account/switch', { accountKind: 'UTA2', isDemo: true });
  return api;
}
