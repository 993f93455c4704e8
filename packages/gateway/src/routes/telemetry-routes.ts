import { clientLogRequest, clientMetricsRequest, emptyResult } from '@tapedeck/protocol';
import type { ClientLogRequest, ClientMetricsRequest } from '@tapedeck/protocol';
import { done, later } from '../answers.ts';
import { withoutPersonalData } from '../telemetry.ts';
import { route, type Route } from './route.ts';

export const TELEMETRY_ROUTES: readonly Route[] = [
  route<ClientMetricsRequest>({
    method: 'POST',
    path: '/contract/v5/telemetry/metrics',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Accepts measurements of the client, at most 60 items a minute from all clients together, without user data.',
    request: clientMetricsRequest,
    result: emptyResult,
    answer: ({ items }, { telemetry, telemetryBudget }) => {
      const wait = telemetryBudget.take(items.length);
      if (wait !== undefined) return later('tooManyRequests', wait);
      telemetry.metrics(items);
      return done({});
    },
  }),
  route<ClientLogRequest>({
    method: 'POST',
    path: '/contract/v5/telemetry/logger',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Accepts tracing codes and uncaught rejections of the client; personal data is removed before they are logged.',
    request: clientLogRequest,
    result: emptyResult,
    answer: ({ items }, { telemetry, telemetryBudget }) => {
      const wait = telemetryBudget.take(items.length);
      if (wait !== undefined) return later('tooManyRequests', wait);
      telemetry.traces(items.map((item) => (item.message === undefined ? item : { ...item, message: withoutPersonalData(item.message) })));
      return done({});
    },
  }),
];
