import { describe, expect, test } from 'vitest';
import { envelope, jsonSchemaOf, udfError, type JsonSchema, parseWire } from '@tapedeck/protocol';
import { HistoryUnavailable } from '@tapedeck/venue';
import { openApiDocument } from '../docs/open-api.ts';
import { createWorld, type World } from '../testing/fake-world.ts';
import { ROUTES } from './table.ts';

const document = openApiDocument('0');

/** The schema that the document has for the answer of a status. */
function documented(path: string, status: number): JsonSchema | undefined {
  const response: { readonly content?: Readonly<Record<string, object>> } | undefined = document.paths[path]?.['get']?.responses[status];
  return (response?.content?.['application/json'] as { readonly schema: JsonSchema } | undefined)?.schema;
}

const NEWEST = { symbol: 'BTCUSDT', resolution: '1', to: '5' };
const failing =
  (error: Error) =>
  (world: World): void => {
    world.venue.bars = () => {
      throw error;
    };
  };
const broken = failing(new Error('secret'));
const away = failing(new HistoryUnavailable());
const nothing = (): void => undefined;

/** For each route, one call per failure status. */
const CASES: readonly (readonly [path: string, query: Readonly<Record<string, string>>, given: (world: World) => void, status: number])[] =
  [
    ['/udf/symbols', {}, nothing, 400],
    ['/udf/symbols', { symbol: 'btc' }, nothing, 400],
    ['/udf/search', { limit: 'x' }, nothing, 400],
    ['/udf/history', { ...NEWEST, resolution: '7' }, nothing, 400],
    ['/udf/history', { symbol: 'BTCUSDT', resolution: '1' }, nothing, 400],
    ['/udf/history', NEWEST, broken, 500],
    ['/udf/history', NEWEST, away, 503],
  ];

describe('errors of the routes for chart programs', () => {
  test.each(CASES)('BOT-03 %s with %j is what the OpenAPI document says', async (path, query, given, status) => {
    const world = createWorld();
    given(world);
    const answer = await world.get(path, query);
    expect(answer.status).toBe(status);
    expect(documented(path, status)).toEqual(jsonSchemaOf(udfError));
    const error = parseWire(udfError, JSON.parse(answer.content?.parts as string));
    expect(error.errmsg).not.toContain('secret');
    // The same words as the envelope has.
    expect(error.errmsg).toBe(parseWire(envelope, answer.body).ret_msg);
  });

  test('BOT-03 an unknown symbol is told with status 200, which the document says too', async () => {
    for (const [path, query] of [
      ['/udf/symbols', { symbol: 'NOPE' }],
      ['/udf/history', { ...NEWEST, symbol: 'NOPE' }],
    ] as const) {
      const answer = await createWorld().get(path, query);
      expect(parseWire(udfError, JSON.parse(answer.content?.parts as string))).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
      const schema = document.paths[path]?.['get']?.responses[200];
      expect(JSON.stringify(schema)).toContain(JSON.stringify(jsonSchemaOf(udfError)));
    }
  });

  test('BOT-03 every status that the document has for them is of their form, but for a request that never arrived', () => {
    const paths = ROUTES.filter(({ complaint }) => complaint !== undefined).map(({ path }) => path);
    expect(paths).toEqual(['/udf/config', '/udf/symbols', '/udf/search', '/udf/history']);
    for (const path of paths) {
      const statuses = Object.keys(document.paths[path]?.['get']?.responses ?? {}).map(Number);
      for (const status of statuses.filter((one) => one !== 200 && one !== 408)) {
        expect(documented(path, status), `${path} ${status}`).toEqual(jsonSchemaOf(udfError));
      }
    }
  });
});
