import type { GatewayResponse } from '../ports.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { API_KEY_ROUTES } from './api-key-routes.ts';
import { BATCH_ROUTES } from './batch-routes.ts';
import { COPY_ROUTES } from './copy-routes.ts';
import { HISTORY_ROUTES } from './history-routes.ts';
import { MARGIN_ROUTES } from './margin-routes.ts';
import { ASSET_ROUTES } from './asset-routes.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { SETTLEMENT_ROUTES } from './settlement-routes.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { POSITION_ROUTES } from './position-routes.ts';
import { PRODUCT_ROUTES } from './product-routes.ts';
import type { Route } from './route.ts';
import { SPOT_LIST_ROUTES } from './spot-list-routes.ts';
import { STEP_ROUTES } from './step-routes.ts';
import { STOP_ROUTES } from './stop-routes.ts';
import { STRATEGY_ROUTES } from './strategy-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { TELEMETRY_ROUTES } from './telemetry-routes.ts';
import { UDF_ROUTES } from './udf-routes.ts';
import { USER_ROUTES } from './user-routes.ts';

/** All routes; any other path answers 10017. */
export const ROUTES: readonly Route[] = [
  ...PRODUCT_ROUTES,
  ...SPOT_LIST_ROUTES,
  ...SESSION_ROUTES,
  ...USER_ROUTES,
  ...API_KEY_ROUTES,
  ...MARKET_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...ORDER_ROUTES,
  ...BATCH_ROUTES,
  ...POSITION_ROUTES,
  ...MARGIN_ROUTES,
  ...STOP_ROUTES,
  ...COPY_ROUTES,
  ...STRATEGY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...HISTORY_ROUTES,
  ...UDF_ROUTES,
  ...ASSET_ROUTES,
  ...TELEMETRY_ROUTES,
  ...STEP_ROUTES,
];

const COMPLAINT_OF_PATH = new Map(ROUTES.flatMap(({ path, complaint }) => (complaint === undefined ? [] : [[path, complaint] as const])));

/** A failure in the form of its path, for paths without an envelope. */
export function inFormOf(path: string, response: GatewayResponse): GatewayResponse {
  const complaint = response.body.ret_code === 0 ? undefined : COMPLAINT_OF_PATH.get(path);
  return complaint === undefined ? response : { ...response, content: complaint.write(response.body.ret_msg) };
}

/** The methods of a path; undefined for an unknown path. */
export const METHODS_OF_PATH: ReadonlyMap<string, readonly string[]> = new Map(
  ROUTES.map(({ path }) => [path, ROUTES.filter((other) => other.path === path).map(({ method }) => method)]),
);
