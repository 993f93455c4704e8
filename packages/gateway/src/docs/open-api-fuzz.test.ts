import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '@tapedeck/domain';
import { envelope, type JsonSchema, readWire } from '@tapedeck/protocol';
import { FAILURES } from '../answers.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';
import { openApiDocument, type OpenApiOperation } from './open-api.ts';

const CODES = new Set<number>([0, ...Object.values(REFUSALS).map(({ code }) => code), ...Object.values(FAILURES).map(({ code }) => code)]);
const DEPTH_MAX = 4;
/** Texts that hurt elsewhere. */
const HOSTILE = [
  '',
  '%',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "'; DROP TABLE orders --",
  '<img onerror=1>',
  '9'.repeat(60),
  '1e9',
  '-0',
  'NaN',
  '__proto__',
];
const hostile = fc.oneof(fc.constantFrom<unknown>(...HOSTILE, null, true, -1, 1e21, [], {}), fc.jsonValue());

/** Values that a schema of the document takes. */
function valid(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (variants !== undefined) return fc.oneof(...variants.map((variant) => valid(variant, depth + 1)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as readonly unknown[]));
  switch (depth > DEPTH_MAX ? 'deep' : schema['type']) {
    case 'string':
      return texts(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: 0, max: 1e9 });
    case 'array':
      return fc.array(valid((schema['items'] ?? {}) as JsonSchema, depth + 1), { maxLength: 3 });
    case 'object':
      return objects(schema, depth);
    default:
      return fc.jsonValue();
  }
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const patterns = [schema['pattern'], ...((schema['allOf'] ?? []) as readonly JsonSchema[]).map((part) => part['pattern'])].filter(
    (pattern) => typeof pattern === 'string',
  );
  // Values known to the test world are frequent enough to reach deeper checks.
  const known = fc.constantFrom('BTCUSDT', 'ETHUSDT', '64000', '0.01', '1', '7');
  const [pattern] = patterns;
  return pattern === undefined ? fc.oneof(known, fc.string({ maxLength: 12 })) : fc.oneof(known, fc.stringMatching(new RegExp(pattern)));
}

function objects(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const required = (schema['required'] ?? []) as readonly string[];
  const model = Object.fromEntries(properties.map(([name, part]) => [name, valid(part, depth + 1)]));
  return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly effect: string | undefined;
  readonly input: fc.Arbitrary<unknown>;
}

function callOf(method: string, path: string, operation: OpenApiOperation): Call {
  const body = operation.requestBody?.content['application/json']?.schema;
  const query: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
    required: (operation.parameters ?? []).filter(({ required }) => required).map(({ name }) => name),
  };
  const right = valid(body ?? query);
  // One field of a right input is replaced, or everything is.
  const nearly = fc.tuple(right, fc.nat(), hostile).map(([input, which, value]) => {
    const fields = Object.keys(input as object);
    const field = fields[which % Math.max(1, fields.length)];
    return field === undefined ? value : { ...(input as object), [field]: value };
  });
  return { method: method.toUpperCase(), path, effect: operation['x-effect'], input: fc.oneof(right, nearly, hostile) };
}

const CALLS = Object.entries(openApiDocument('0').paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => callOf(method, path, operation)),
);

const SIGNAL = '/contract/v5/strategy/signal';

describe('calls made from the OpenAPI document', () => {
  test.each(CALLS)('API-06 E8 S-22 $method $path: valid, near-valid and invalid', async ({ method, path, effect, input }) => {
    const prototype = Object.getOwnPropertyNames(Object.prototype).join();
    await fc.assert(
      fc.asyncProperty(input, fc.boolean(), async (data, loggedIn) => {
        const world = createWorld();
        const query = (typeof data === 'object' && data !== null ? data : {}) as Record<string, string>;
        const session = loggedIn ? sessionOf() : undefined;
        const answer = await world.call({ method, path, query, body: data, session });
        expect(readWire(envelope, answer.body).ok).toBe(true);
        expect(CODES).toContain(answer.body.ret_code);
        expect(world.faults).toEqual([]);
        // A refusal changed nothing: no command, no money, no preference, no session that ended.
        if (answer.body.ret_code !== 0) {
          expect([world.venue.commands, world.users.funded, [...world.users.kept], world.sessions.ended]).toEqual([[], [], [], []]);
          expect(answer.session).toBeUndefined();
        }
        if (effect !== 'trade') expect(world.venue.commands).toEqual([]);
        // A signal comes without a session: its token names the account, and its secret is checked by the exchange.
        if (path !== SIGNAL) for (const command of world.venue.commands) expect(command.account).toBe(100);
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototype);
      }),
      { numRuns: 60 },
    );
  });
});
