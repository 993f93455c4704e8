import { ACCOUNT_ROUTES } from './account/account-routes.ts';
import { POSITION_ROUTES } from './account/position-routes.ts';
import { MARKET_ROUTES } from './market/market-routes.ts';
import { TIME_ROUTE } from './market/time-route.ts';
import { TRADE_ROUTES } from './trade/trade-routes.ts';
import type { V5Route } from './v5-route.ts';

/** Every route of the public v5 API. */
export const V5_ROUTES: readonly V5Route[] = [TIME_ROUTE, ...MARKET_ROUTES, ...TRADE_ROUTES, ...POSITION_ROUTES, ...ACCOUNT_ROUTES];
