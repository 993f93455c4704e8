import { emptyRequest } from '@tapedeck/protocol';
import { v5Done, v5Route, type V5Route } from '../v5-route.ts';

const MS_PER_S = 1_000;
const NS_DIGITS = '000000';

export const TIME_ROUTE: V5Route = v5Route<object>({
  method: 'GET',
  path: '/v5/market/time',
  cost: 'light',
  access: 'public',
  summary: 'Time of the server.',
  request: emptyRequest,
  answer: (_query, { now }) => {
    const time = now();
    return v5Done({ timeSecond: String(Math.floor(time / MS_PER_S)), timeNano: `${time}${NS_DIGITS}` });
  },
});
