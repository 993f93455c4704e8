import { describe, expect, test } from 'vitest';
import { REFUSALS, money, type RefusalReason } from '@tapedeck/domain';
import { jsonSchemaOf } from '@tapedeck/protocol';
import { FAILURES, type Failure } from '../answers.ts';
import type { GatewayResponse, Session } from '../ports.ts';
import { ACCOUNT, fakePosition, units } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';
import { ORDER_CASES, OWN_CASES, WITHOUT_OWN, type Case } from '../testing/refused-calls.ts';
import { SIGNAL, VALID } from '../testing/valid-calls.ts';
import type { Route } from './route.ts';
import { ROUTES } from './table.ts';

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;
const isBatch = ({ path }: Route): boolean => path.endsWith('-batch');
/** Chart programs have their own form of errors; the exchange does not refuse a paper credit. */
const ofOtherShape = ({ path }: Route): boolean => path.startsWith('/udf/');
const PAPER_FUNDS = '/contract/v5/account/paper-funds';

const trader = (changes: Partial<Session> = {}): Session =>
  sessionOf(ACCOUNT, { labels: { vipLevel: 0, proLevel: 0, copyRole: 'leader', isTrial: false }, ...changes });

function newWorld(): World {
  const world = createWorld();
  const state = world.venue.accounts.get(ACCOUNT);
  const position = fakePosition({ account: ACCOUNT, marginMode: 'isolated', margin: money(units('30')) });
  if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, positions: [position] });
  world.users.opened.push({ account: 110, kind: 'regular', isDemo: false });
  return world;
}

/** Everything that a call could have changed. */
const traces = ({ venue, users, apiKeys, steps, sessions, telemetry }: World): string =>
  JSON.stringify(
    [venue.commands, apiKeys.list(1), steps.time, users.opened, users.funded, [...users.kept], sessions.ended, telemetry],
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );

function ask(world: World, route: Route, input: object, session: Session = trader()): Promise<GatewayResponse> {
  if (route.method === 'POST') return world.post(route.path, input, session);
  return world.get(route.path, input as Record<string, string>, session);
}

/** Status, code and message of a reason or of a field that is not correct. */
function expected(says: Case['says']): readonly [number, number, string] {
  if (typeof says === 'object') return [400, 10001, `The parameter ${says.field} `];
  if (says in FAILURES) {
    const { status, code, message } = FAILURES[says as Failure];
    return [status, code, message];
  }
  const { code, message } = REFUSALS[says as RefusalReason];
  return [200, code, message];
}

const said = ({ status, body }: GatewayResponse): readonly [number, number, string] => [status, body.ret_code, body.ret_msg];

/** The result of a refusal holds the figures of its message, for programs, and nothing else. */
const outcome = ({ body }: GatewayResponse): unknown => {
  const values: readonly unknown[] = Object.values(body.result as Readonly<Record<string, unknown>>);
  return values.every((value) => typeof value === 'string' && body.ret_msg.includes(value)) ? 'told' : body.result;
};

/** The call is refused so, by its name and message, and leaves nothing behind: no command, no session, no file. */
async function mustRefuse(world: World, route: Route, one: Pick<Case, 'changes' | 'as' | 'says'>): Promise<void> {
  const fields = Object.entries({ ...VALID[route.path], ...one.changes });
  const input = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const before = traces(world);
  const answer = await ask(world, route, input, trader(one.as));
  const [status, code, message] = expected(one.says);
  const context = `${nameOf(route)} ${JSON.stringify(one.changes)}`;
  expect(said(answer), context).toEqual([status, code, expect.stringContaining(message)]);
  // A chart program receives errors in the form of its protocol.
  const own = route.path.startsWith('/udf/') ? JSON.stringify({ s: 'error', errmsg: answer.body.ret_msg }) : undefined;
  expect([answer.session, answer.content?.parts, outcome(answer)], context).toEqual([undefined, own, 'told']);
  // Without an answer from the exchange, the effect is unknown.
  if (one.says !== 'serverError') expect(traces(world), context).toBe(before);
}

const schemaOf = (route: Route) =>
  jsonSchemaOf(route.request) as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
    readonly required?: readonly string[];
  };

/** A type that no field has: a repeated query parameter, a nested list in a body. */
const wrong = (type: string | undefined): unknown => (type === 'array' || type === 'object' ? 'x' : [['x']]);

describe('refusals', () => {
  test.each(ROUTES)('API-06 E8 $method $path refuses each field that is missing or of another type, by its name', async (route) => {
    const { properties = {}, required = [] } = schemaOf(route);
    for (const [field, { type }] of Object.entries(properties))
      await mustRefuse(newWorld(), route, { changes: { [field]: wrong(type) }, says: { field } });
    for (const field of required) await mustRefuse(newWorld(), route, { changes: { [field]: undefined }, says: { field } });
    if (route.method === 'GET') return;
    for (const body of ['text', 7, true, [], [{}]]) {
      const world = newWorld();
      const before = traces(world);
      expect(said(await world.post(route.path, body, trader()))).toEqual(expected('bodyNotJson'));
      expect(traces(world)).toBe(before);
    }
  });

  test.each(ROUTES.filter((route) => 'symbol' in (schemaOf(route).properties ?? {})))(
    'API-06 E8 $method $path knows no other symbols than there are',
    async (route) => {
      const changes = { symbol: 'NOSUCHUSDT' };
      if (!ofOtherShape(route)) return mustRefuse(newWorld(), route, { changes, says: 'symbolUnknown' });
      const { content } = await ask(newWorld(), route, { ...VALID[route.path], ...changes });
      expect(JSON.parse(String(content?.parts))).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    },
  );

  test.each(ROUTES.filter(({ effect }) => effect === 'trade'))(
    'API-06 E8 $method $path answers every refusal of the exchange with its code and message',
    async (route) => {
      for (const [name, { code, message }] of Object.entries(REFUSALS)) {
        const world = newWorld();
        const reason = name as RefusalReason;
        world.venue.respond = () => ({ refusal: { reason } });
        world.users.refuses = { reason };
        const { status, body } = await ask(world, route, VALID[route.path] ?? {}, route.path === SIGNAL ? undefined : trader());
        expect(status).toBe(200);
        if (isBatch(route)) expect(body).toMatchObject({ ret_code: 0, result: { list: [{ code, msg: message, orderId: '' }] } });
        else expect([body.ret_code, body.ret_msg, body.result]).toEqual([code, message, {}]);
        expect(world.venue.commands.length).toBe(route.path === PAPER_FUNDS ? 0 : 1);
      }
    },
  );

  test.each(ROUTES.filter(({ closedOnTrial }) => closedOnTrial === true))('API-07 E8 $method $path is closed on trial', async (route) => {
    const labels = { ...trader().labels, isTrial: true };
    await mustRefuse(newWorld(), route, { as: { labels }, says: 'onTrial' });
  });

  test('API-06 every route is in the table of its own refusals, or in the list of those that have none', () => {
    const without = ROUTES.map(nameOf).filter((name) => OWN_CASES[name] === undefined);
    expect(without.sort()).toEqual(WITHOUT_OWN);
    expect(Object.keys(OWN_CASES).filter((name) => !ROUTES.some((route) => nameOf(route) === name))).toEqual([]);
  });

  test.each(Object.entries(OWN_CASES))('API-06 E8 %s: each refusal of its own', async (name, cases) => {
    const route = ROUTES.find((one) => nameOf(one) === name);
    if (route === undefined) throw new Error(`there is no ${name}`);
    for (const one of cases) {
      const world = newWorld();
      one.given?.(world);
      // Effects of an earlier call do not count for this one.
      if (one.before !== undefined) await ask(world, route, { ...VALID[route.path], ...one.before });
      await mustRefuse(world, route, one);
    }
  });

  test.each(ROUTES.filter(isBatch))(
    'API-06 E9 $method $path refuses an item for what refuses it alone, and does the others',
    async (route) => {
      const single = route.path.replace('-batch', '');
      const valid = VALID[single];
      for (const { changes, given, says } of OWN_CASES[`POST ${single}`] ?? []) {
        if (says === 'serverError') continue;
        const world = newWorld();
        given?.(world);
        const { body } = await ask(world, route, {
          request: [
            { ...valid, ...changes },
            { ...valid, ...(given === undefined ? {} : changes) },
          ],
        });
        const [, code, message] = expected(says);
        const row = { code, msg: expect.stringContaining(message), orderId: '' };
        const list = (body.result as { readonly list: readonly object[] }).list;
        expect(list[0], JSON.stringify(changes)).toMatchObject(row);
        expect(list[1]).toMatchObject(given === undefined ? { code: 0 } : row);
        expect(world.venue.commands.length).toBe(given === undefined ? 1 : 0);
      }
    },
  );

  test('API-06 every reason and every field that the sources of the routes name has a case here', () => {
    const sources = Object.entries(import.meta.glob(['./*.ts', '!./*.test.ts'], { query: '?raw', import: 'default', eager: true }));
    const named = (pattern: RegExp): string[] => sources.flatMap(([, text]) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
    const cases = [...Object.values(OWN_CASES).flat(), ...ORDER_CASES];
    const reasons = new Set<string>(cases.map(({ says }) => (typeof says === 'string' ? says : '')));
    // Covered for every route above and in the access test.
    for (const general of ['symbolUnknown', 'notLoggedIn', 'parameter', 'stepsNot']) reasons.add(general);
    const fields = new Set<string>(cases.map(({ says }) => (typeof says === 'object' ? says.field : '')));
    expect(sources.length).toBeGreaterThan(20);
    expect(named(/\b(?:refusal|failed)\('(\w+)'/g).filter((reason) => !reasons.has(reason))).toEqual([]);
    expect(named(/\b(?:badParameter|WireMalformed)\('(\w+)'/g).filter((field) => !fields.has(field))).toEqual([]);
  });
});
