import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '@tapedeck/domain';
import { envelope, readWire } from '@tapedeck/protocol';
import { FAILURES } from '../answers.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';
import { ROUTES } from './table.ts';

const CODES = new Set<number>([0, ...Object.values(REFUSALS).map(({ code }) => code), ...Object.values(FAILURES).map(({ code }) => code)]);
const STATUSES = new Set<number>([200, ...Object.values(FAILURES).map(({ status }) => status)]);

const FIELDS = [
  'symbol',
  'side',
  'orderType',
  'qty',
  'qtyX',
  'price',
  'timeInForce',
  'reduceOnly',
  'closeOnTrigger',
  'positionIdx',
  'leverage',
  'leverageE2',
  'type',
  'orderLinkId',
  'source',
  'orderId',
  'triggerPrice',
  'triggerBy',
  'triggerDirection',
  'tpSlMode',
  'takeProfit',
  'stopLoss',
  'tpOrderType',
  'limitTakeProfit',
  'maxSlippage',
  'maxSlippageType',
  'trailValue',
  'trailingStopPercentageE4',
  'timeWindow',
  'request',
  'upper',
  'lower',
  'strategyType',
  'strategyId',
  'shownQty',
  'interval',
  'parts',
  'cells',
  'lowerPrice',
  'upperPrice',
  'spread',
  'farSymbol',
  'token',
  'buyLeverage',
  'sellLeverage',
  'marginMode',
  'mode',
  'passphrase',
  'filter',
  'resolution',
  'series',
  'to',
  'limit',
  'cursor',
  'lang',
  '__proto__',
  'constructor',
  'toString',
  'category',
  'business',
  'account',
];

/** Values that nearly fit, fit, or are meant to hurt. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'BTCUSDT',
    'ETHUSDT',
    'NOPE',
    'Buy',
    'Sell',
    'Limit',
    'Market',
    '0.01',
    '64000.1',
    '64000.15',
    '0',
    '-1',
    '-0',
    '1e5',
    'NaN',
    'Infinity',
    '10',
    '12.5',
    '1000',
    'GoodTillCancel',
    'Partial',
    'Iceberg',
    'Grid',
    'TickSize',
    'MarkPrice',
    `100-7-${'a'.repeat(32)}`,
    [{ symbol: 'BTCUSDT', orderId: '1' }],
    { side: 'Buy', triggerPrice: '65000', orderType: 'Market' },
    'PostOnly',
    'cross',
    'isolated',
    'BothSide',
    '5',
    '1D',
    '1M',
    'trade',
    'form',
    '',
    ' ',
    '%',
    '%00',
    '\u0000',
    '\ud800',
    '<script>',
    "'; drop table",
    '9'.repeat(40),
    `0.${'0'.repeat(37)}1`,
    '9'.repeat(41),
    '__proto__',
    null,
    undefined,
    true,
    false,
    0,
    1,
    2,
    -1,
    1e21,
    Number.NaN,
    [],
    {},
    [['BTCUSDT']],
    { toString: 'x' },
  ),
  fc.string(),
  fc.jsonValue(),
);
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12, noNullPrototype: false });
const nearlyAnOrder = fields.map((changes) => ({
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '64000',
  ...changes,
}));
const input = fc.oneof(fields, nearlyAnOrder, nearlyAnOrder, fc.jsonValue());

describe('fuzz', () => {
  test('API-06 any input to any route is answered with a code of the catalogue, reports no fault and leaves nothing behind', async () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype).join();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ROUTES), input, fc.boolean(), async (route, data, loggedIn) => {
        const world = createWorld();
        const query = typeof data === 'object' && data !== null ? (data as Record<string, string>) : {};
        const session = loggedIn ? sessionOf() : undefined;
        const answer = await world.call({ method: route.method, path: route.path, query, body: data, session });
        expect(readWire(envelope, answer.body).ok).toBe(true);
        expect(CODES.has(answer.body.ret_code)).toBe(true);
        expect(STATUSES.has(answer.status)).toBe(true);
        expect(world.faults).toEqual([]);
        if (answer.body.ret_code !== 0 || route.effect !== 'trade') expect(world.venue.commands).toEqual([]);
        for (const command of world.venue.commands) expect(command.account).toBe(100);
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototype);
      }),
      { numRuns: 1500 },
    );
  });

  test('API-06 any method and path are answered', async () => {
    const world = createWorld();
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (method, path) => {
        const answer = await world.call({ method, path, session: sessionOf() });
        expect([answer.status, answer.body.ret_code]).toEqual([404, 10017]);
      }),
    );
  });
});
