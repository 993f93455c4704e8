import { ACCOUNT_ROUTES } from './account/account-routes.ts';
import { LENDING_ROUTES } from './account/lending-routes.ts';
import { LOG_ROUTES } from './account/log-routes.ts';
import { POSITION_ROUTES } from './account/position-routes.ts';
import { SPOT_MARGIN_ROUTES } from './account/spot-margin-routes.ts';
import { RECORD_ROUTES } from './asset/record-routes.ts';
import { TRANSFER_ROUTES } from './asset/transfer-routes.ts';
import { MARKET_ROUTES } from './market/market-routes.ts';
import { SPREAD_MARKET_ROUTES } from './spread/spread-market-routes.ts';
import { SPREAD_ORDER_ROUTES } from './spread/spread-order-routes.ts';
import { TRADE_ROUTES } from './trade/trade-routes.ts';
import { USER_ROUTES } from './user/user-routes.ts';
import type { V5Route } from './v5-route.ts';

/** Every route of the public v5 API. */
export const V5_ROUTES: readonly V5Route[] = [
  ...MARKET_ROUTES,
  ...TRADE_ROUTES,
  ...POSITION_ROUTES,
  ...ACCOUNT_ROUTES,
  ...LOG_ROUTES,
  ...LENDING_ROUTES,
  ...SPOT_MARGIN_ROUTES,
  ...TRANSFER_ROUTES,
  ...RECORD_ROUTES,
  ...USER_ROUTES,
  ...SPREAD_MARKET_ROUTES,
  ...SPREAD_ORDER_ROUTES,
];
