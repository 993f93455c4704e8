import { jsonSchemaOf, udfError } from '@tapedeck/protocol';
import { describe, expect, test } from 'vitest';
import { FAILURES } from '../answers.ts';
import { ROUTES } from '../routes/table.ts';
import { openApiDocument } from './open-api.ts';

const document = openApiDocument('1.2.3', [
  { method: 'GET', cost: 'probe', path: '/healthz', summary: 'Alive.', contentType: 'text/plain', otherwise: { 503: 'Not now.' } },
]);

/** Every `$ref` of the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : references(part)));
}

describe('the OpenAPI document', () => {
  test('BOT-03 names every route once, with an id of its own, and the routes of the transport', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual([...ROUTES.map(({ method, path }) => `${method} ${path}`), 'GET /healthz'].toSorted());
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('BOT-03 describes what the schemas check: required fields, patterns, lengths', () => {
    const candles = document.paths['/contract/v5/market/candles']?.['get'];
    expect(candles?.parameters?.find(({ name }) => name === 'symbol')).toMatchObject({ required: true, schema: { maxLength: 40 } });
    expect(candles?.parameters?.find(({ name }) => name === 'to')).toMatchObject({ required: false, schema: { pattern: '^\\d{1,15}$' } });
    const create = document.paths['/contract/v5/order/create']?.['post'];
    const body = create?.requestBody?.content['application/json']?.schema;
    expect(body).toMatchObject({ type: 'object', properties: { side: { enum: ['Buy', 'Sell'] } } });
    expect(body?.['required']).toEqual(expect.arrayContaining(['symbol', 'side', 'orderType']));
  });

  test('BOT-03 says which routes need a session, and which a banned user may not call', () => {
    for (const route of ROUTES) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      expect(operation?.security).toEqual(route.access === 'user' ? [{ session: [] }] : []);
      expect(operation?.['x-effect']).toBe(route.effect);
      const { 401: strangers, 403: closed } = operation?.responses ?? {};
      expect(strangers !== undefined).toBe(route.access === 'user' || route.path === '/user/public/login');
      expect(JSON.stringify(closed).includes('banned')).toBe(route.effect === 'trade');
      // By its name, or by its words where the route has a form of its own for errors.
      expect(JSON.stringify(closed)).toMatch(/hostUnknown|does not use this host name/);
    }
  });

  test('BOT-03 names each status that a route answers: of bodies only where there is one, of log-ins, trials and closed registration', () => {
    const statuses = (path: string, method: string): string[] => Object.keys(document.paths[path]?.[method]?.responses ?? {});
    expect(statuses('/contract/v5/market/candles', 'get')).toEqual(['200', '400', '403', '408', '429', '500', '503']);
    expect(statuses('/contract/v5/order/create', 'post')).toEqual(['200', '400', '401', '403', '408', '413', '415', '429', '500']);
    const closed = (path: string, method: string): string => JSON.stringify(document.paths[path]?.[method]?.responses['403']);
    expect(closed('/user/public/register', 'post')).toContain('registrationClosed');
    expect(closed('/contract/v5/history/export', 'get')).toContain('onTrial');
    expect(statuses('/healthz', 'get')).toEqual(['200', '503']);
  });

  test.each(['config', 'symbols', 'search', 'history'])('BOT-03 tells errors of /udf/%s in the form of chart programs', (name) => {
    const answers = document.paths[`/udf/${name}`]?.['get']?.responses ?? {};
    const error = jsonSchemaOf(udfError);
    expect(answers['400']).toMatchObject({ content: { 'application/json': { schema: error } } });
    expect(JSON.stringify(answers['200'])).toContain(JSON.stringify(error));
  });

  test('BOT-03 BOT-04 each 429 tells of the header Retry-After', () => {
    const { responses } = document.components as { readonly responses: Readonly<Record<string, object>> };
    const header = { headers: { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } } };
    for (const [failure, { status }] of Object.entries(FAILURES)) {
      if (status === 429) expect(responses[failure]).toMatchObject(header);
      else expect(responses[failure]).not.toHaveProperty('headers');
    }
    // Two failures of one status are one answer.
    expect(document.paths['/contract/v5/account/paper-funds']?.['post']?.responses['429']).toMatchObject(header);
  });

  test('BOT-03 every reference leads somewhere, and every failure has its code as example', () => {
    const { responses } = document.components as { readonly responses: Readonly<Record<string, object>> };
    expect(Object.keys(responses)).toEqual(Object.keys(FAILURES));
    for (const reference of references(document.paths)) expect(Object.keys(responses)).toContain(reference.split('/').at(-1));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
