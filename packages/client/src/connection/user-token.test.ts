import { sessionResult, readWire } from '@tapedeck/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import { dataOf } from '../store/loadable.ts';
import { FAKE_VENUE, FakeDesk } from '../testing/fake-desk.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';
import { createUserToken } from './user-token.ts';

const SECRET = 'k3-secret_of-the-session';
let ports: FakePorts;
let desk: FakeDesk;

/** A page; the desk hands out the token at log-in, as the server does when requested. */
async function page({ agent = 'Browser/1', token = SECRET }: { agent?: string; token?: string | null } = {}) {
  ports.agent = agent;
  desk.overrides.set('/user/public/login', () => {
    desk.overrides.delete('/user/public/session');
    return answerOf({ ...session, ...(token !== null && { token }) });
  });
  const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
  return client;
}

const session = {
  ...{ loggedIn: true, needsPassphrase: false, registrationOpen: true, market: { source: 'simulated', label: '1', speed: 1 } },
  venue: FAKE_VENUE,
  user: {
    ...{ id: '100', username: 'trader-01', accountKind: 'UTA2', isDemo: false, vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
    accounts: [{ id: '100', accountKind: 'UTA2', isDemo: false }],
  },
};
const headers = () => ports.requests.at(-1)?.headers ?? {};

beforeEach(() => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
});

describe('the token of a log-in', () => {
  it('API-04 is kept in a cookie for 10080 minutes and carried by every request, and is no part of the session on screen', async () => {
    const client = await page();
    expect(headers()).not.toHaveProperty('usertoken');
    expect(readWire(sessionResult, session).ok).toBe(true);
    const answer = await client.session.login({ passphrase: 'open sesame' });
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.stringify([answer, dataOf(client.session.state.get())])).not.toContain(SECRET);
    expect(ports.kept.get('usertoken')).toEqual({ value: SECRET, minutes: 10_080 });
    await client.histories.orders('');
    expect(headers()).toMatchObject({ usertoken: SECRET });
  });

  it('API-04 a page that finds the cookie sends the header from its first request on', async () => {
    ports.cookies.set('usertoken', SECRET, 10_080);
    await page();
    expect(ports.requests[0]?.headers).toMatchObject({ usertoken: SECRET });
  });

  it('API-04 in the mobile app it is carried though cookies of scripts are refused; elsewhere the session cookie alone is sent', async () => {
    for (const [agent, carried] of [
      ['Mozilla/5.0 TapedeckApp/3.1', SECRET],
      ['Mozilla/5.0', undefined],
    ] as const) {
      const client = await page({ agent });
      await client.session.login({ passphrase: 'open sesame' });
      ports.kept.clear();
      await client.histories.orders('');
      expect(headers()['usertoken'], agent).toBe(carried);
    }
  });

  it('API-04 without a token in the body, or with one that is none, nothing is kept', async () => {
    for (const token of [null, '', 'x; Domain=example.org', 'short']) {
      await (await page({ token })).session.login({ passphrase: 'open sesame' });
      expect(ports.kept.size).toBe(0);
    }
  });

  it.each([10007, 10009, 33003])('ERR-02 is forgotten when %i says that the session is over', async (code) => {
    const client = await page();
    await client.session.login({ passphrase: 'open sesame' });
    desk.overrides.set('/contract/v5/order/history', () => answerOf(undefined, code, 'over'));
    await client.histories.orders('');
    expect(ports.kept.size).toBe(0);
    await client.histories.executions('');
    expect(headers()).not.toHaveProperty('usertoken');
  });

  it('API-04 a log-out forgets it', async () => {
    const client = await page({ agent: 'TapedeckApp/3' });
    await client.session.login({ passphrase: 'open sesame' });
    await client.session.logout();
    expect(ports.kept.size).toBe(0);
    await client.histories.orders('');
    expect(headers()).not.toHaveProperty('usertoken');
  });
});

it('CAT-01 its end is the last 8 characters, and none without a token', async () => {
  ports = new FakePorts();
  const token = createUserToken({ cookies: ports.cookies, agent: 'Browser/1' });
  expect(token.tail()).toBeUndefined();
  token.keep(SECRET);
  expect(token.tail()).toBe(SECRET.slice(-8));
});

describe('traces of the start', () => {
  it('API-09 CAT-07 a list of contracts that cannot be had is traced by its code', async () => {
    desk.overrides.set('/contract/v5/product/brief-symbol-list', () => 'broken');
    for (const list of ['all', 'v2', 'v3']) desk.overrides.set(`/spot/api/basic/symbol_list_${list}`, () => 'broken');
    const client = await page();
    await expect.poll(() => client.markets.catalogue.get().status).toBe('error');
    await ports.advance(2_000);
    desk.overrides.set('/contract/v5/product/brief-symbol-list', () => answerOf({ version: 1 }));
    await ports.advance(12_000);
    const codes = desk.calls
      .filter(({ path }) => path === '/contract/v5/telemetry/logger')
      .flatMap(({ body }) => (body as { items: { code: number }[] }).items.map(({ code }) => code));
    expect(new Set(codes)).toEqual(
      new Set([10011505, 10011506, 10011507, 10011501].concat([1, 4, 6, 8, 12, 13, 14].map((step) => 11_511_500 + step))),
    );
  });
});
