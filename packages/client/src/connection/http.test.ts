import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { ignoredResult, sessionResult } from '@tapedeck/protocol';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';
import { decodeMessage, normaliseAnswer, readAnswer } from './answer.ts';
import { REQUEST_TIMEOUT_MS } from '../constants.ts';
import { createHttp, type HttpOptions } from './http.ts';

function createClient(more: Partial<HttpOptions> = {}) {
  const ports = new FakePorts();
  let over = 0;
  const http = createHttp(ports, {
    origin: 'http://desk',
    language: () => 'de-DE',
    onFailure: ({ code }) => void (over += code === 10007 || code === 10009 || code === 33003 ? 1 : 0),
    ...more,
  });
  return { ports, http, sessionsOver: () => over };
}

describe('requests', () => {
  it('API-01 every request has credentials, JSON headers, platform and language; GET appends a time stamp', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({});
    await http.get('/a/b', { symbol: 'BTCUSDT', cursor: undefined }, ignoredResult);
    await http.post('/c', { one: 1 }, ignoredResult);
    const [get, post] = ports.requests;
    expect(get).toMatchObject({
      method: 'GET',
      url: `http://desk/a/b?symbol=BTCUSDT&timestamp=${ports.now()}`,
      credentials: 'include',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', platform: 'pc', lang: 'de-DE' },
    });
    expect(post).toMatchObject({
      method: 'POST',
      url: 'http://desk/c',
      body: '{"one":1}',
      credentials: 'include',
      headers: { platform: 'pc' },
    });
    expect(post?.headers).not.toHaveProperty('X-Client-Tag');
  });

  it('API-01 a request that is not answered within 10 s is a time-out and is aborted', async () => {
    const { ports, http } = createClient();
    const answer = http.get('/slow', {}, ignoredResult);
    let settled = false;
    void answer.then(() => (settled = true));
    await ports.advance(REQUEST_TIMEOUT_MS - 1);
    expect(settled).toBe(false);
    await ports.advance(1);
    expect(await answer).toEqual({ ok: false, failure: { code: 9000001, message: '' } });
    expect(ports.aborted).toBe(1);
  });

  it.each([
    ['BTCUSDT', 'usdt'],
    ['BTC-29DEC26-60000-C-USDT', 'usdt'],
    ['BTCPERP', 'usdc'],
    ['ETHUSDC', 'usdc'],
    ['BTC-29DEC26', 'usdc'],
    ['BTC-29DEC26-60000-C', 'usdc'],
    ['BTCUSDT-29DEC26', 'usdt'],
    ['BTCUSD', 'inverse'],
    ['BTCUSDZ26', 'inverse'],
    ['BTCUSD-25DEC26', 'inverse'],
    [undefined, 'usdt'],
  ])('API-02 v5 calls about %s carry category, business %s and response-format; others do not', async (symbol, business) => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({});
    await http.get('/contract/v5/order/list', { symbol }, ignoredResult);
    await http.post('/fapi/beehive/private/v1/common/order/close-all', { symbol }, ignoredResult);
    await http.post('/contract/v5/order/create', symbol === undefined ? undefined : { symbol }, ignoredResult);
    await http.get('/user/public/session', { symbol }, ignoredResult);
    await http.post('/v3/private/user/member/pref-setting', { symbol }, ignoredResult);
    const wrapped = { category: 'fbu', business, 'response-format': 'hump' };
    const added: unknown = ports.requests.map(({ url }) => {
      const parameters = (url.split('?')[1] ?? '').split('&').filter((part) => part !== '' && !/^(symbol|timestamp)=/.test(part));
      return Object.fromEntries(parameters.map((part) => part.split('=')));
    });
    expect(added).toEqual([wrapped, wrapped, wrapped, {}, {}]);
  });

  it('API-02 the lists of instruments decide the business, and the coin where there is no symbol', async () => {
    const { ports, http } = createClient({ business: (symbol) => (symbol === 'ODDUSDT' ? 'inverse' : undefined) });
    ports.route = () => answerOf({});
    await http.get('/contract/v5/order/list', { symbol: 'ODDUSDT' }, ignoredResult);
    await http.get('/contract/v5/product/option-symbol-list', { baseCoin: 'BTC', settleCoin: 'USDC' }, ignoredResult);
    expect(ports.requests.map(({ url }) => /business=(\w+)/.exec(url)?.[1])).toEqual(['inverse', 'usdc']);
  });

  it('API-02 calls about the margin of a position name their business in a header', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({});
    await http.post('/private/position/set-auto-add-margin', { symbol: 'BTC-29DEC26' }, ignoredResult);
    await http.post('/private/position/add-margin', { symbol: 'BTCUSD' }, ignoredResult);
    await http.post('/contract/v5/order/create', { symbol: 'BTCUSD' }, ignoredResult);
    expect(ports.requests.map(({ headers }) => headers['business'])).toEqual(['usdc', 'inverse', undefined]);
  });

  it('ERR-05 a change whose answer is lost may have been made; a question leaves nothing in doubt', async () => {
    const { ports, http } = createClient();
    ports.route = () => 'broken';
    const doubt = { ok: false, failure: { code: 9000000, message: '', unsettled: true } };
    expect(await http.post('/order', {}, ignoredResult)).toEqual(doubt);
    expect(await http.post('/preview', {}, ignoredResult, { reads: true })).toEqual({ ok: false, failure: { code: 9000000, message: '' } });
    ports.route = () => answerOf(undefined, 110007, 'x');
    expect(await http.post('/order', {}, ignoredResult)).toEqual({ ok: false, failure: { code: 110007, message: 'x' } });
  });

  it('tags order calls with a new random id each time', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({});
    await http.post('/order', {}, ignoredResult, { tagged: true });
    await http.post('/order', {}, ignoredResult, { tagged: true });
    const tags = ports.requests.map((request) => request.headers['X-Client-Tag']);
    expect(tags[0]).toMatch(/^[0-9a-z]{16}$/);
    expect(tags[0]).not.toBe(tags[1]);
  });

  it('leaves no timer behind when the answer came', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({});
    await http.get('/a', {}, ignoredResult);
    expect(ports.timerCount).toBe(0);
  });

  it('says which field of an answer is not as declared', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({ loggedIn: 'yes' });
    const answer = await http.get('/user/public/session', {}, sessionResult);
    expect(answer).toMatchObject({ ok: false, failure: { code: 9000002, message: expect.stringContaining('loggedIn') as string } });
  });

  it('tells that the session is over by its three codes', async () => {
    const { ports, http, sessionsOver } = createClient();
    for (const code of [10007, 10009, 33003, 10001]) {
      ports.route = () => answerOf(undefined, code, 'no');
      await http.get('/private', {}, ignoredResult);
    }
    expect(sessionsOver()).toBe(3);
  });
});

describe('answers', () => {
  it('API-03 code and message come in both spellings', () => {
    expect(normaliseAnswer({ ret_code: 0, ret_msg: 'OK', result: 1 })).toMatchObject({
      code: 0,
      message: 'OK',
      result: 1,
      hasError: false,
    });
    expect(normaliseAnswer({ retCode: 110007, retMsg: 'no balance' })).toMatchObject({
      code: 110007,
      message: 'no balance',
      hasError: true,
    });
    expect(normaliseAnswer({ ret_code: '10001', ret_msg: 'text code' })).toMatchObject({ code: 10001, hasError: true });
  });

  it('API-03 messages are URI-decoded; a stray % does not throw', () => {
    expect(decodeMessage('not%20enough%20%E2%82%AC')).toBe('not enough €');
    expect(decodeMessage('100% of it')).toBe('100% of it');
    expect(normaliseAnswer({ ret_code: 1, ret_msg: '%E0%A4%A' }).message).toBe('%E0%A4%A');
  });

  it('API-03 what is not an object gives code 500 and hasError', () => {
    for (const body of [null, 7, 'text', true, [], undefined]) expect(normaliseAnswer(body)).toMatchObject({ code: 500, hasError: true });
    expect(readAnswer('<html>502</html>')).toMatchObject({ code: 500, hasError: true });
    expect(normaliseAnswer({})).toMatchObject({ code: 9000000, hasError: true });
  });

  it('API-03 only code 0 is success; a failed call is a failure with the code, never an exception', async () => {
    const { ports, http } = createClient();
    ports.route = () => answerOf({ ignored: true }, 110007, 'balance');
    expect(await http.get('/a', {}, ignoredResult)).toEqual({ ok: false, failure: { code: 110007, message: 'balance' } });
    ports.route = () => 'broken';
    expect(await http.get('/a', {}, ignoredResult)).toEqual({ ok: false, failure: { code: 9000000, message: '' } });
    ports.route = () => ({ status: 503, body: '{"ret_code":0,"ret_msg":"","result":{}}' });
    expect(await http.get('/a', {}, ignoredResult)).toMatchObject({ ok: false, failure: { code: 500 } });
  });

  it('API-03 no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (message, body) => {
        expect(typeof decodeMessage(message)).toBe('string');
        const read = readAnswer(body);
        expect(read.hasError).toBe(read.code !== 0);
      }),
    );
  });
});
