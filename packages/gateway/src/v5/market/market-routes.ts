import type { V5Route } from '../v5-route.ts';
import { BOOK_ROUTES } from './book-routes.ts';
import { INSTRUMENT_ROUTES } from './instrument-routes.ts';
import { KLINE_ROUTES } from './kline-routes.ts';
import { SETTLEMENT_ROUTES } from './settlement-routes.ts';
import { STATISTICS_ROUTES } from './statistics-routes.ts';
import { TIME_ROUTE } from './time-route.ts';

/** Market data, which needs no signature. */
export const MARKET_ROUTES: readonly V5Route[] = [
  TIME_ROUTE,
  ...INSTRUMENT_ROUTES,
  ...BOOK_ROUTES,
  ...KLINE_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...STATISTICS_ROUTES,
];
