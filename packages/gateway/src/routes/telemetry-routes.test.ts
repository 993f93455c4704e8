import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { withoutPersonalData } from '../telemetry.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

describe('telemetry', () => {
  test('API-09 measurements and traces arrive, from visitors too, and say nothing of who sent them', async () => {
    const metrics = { items: [{ name: 'first_paint_ms', value: 812 }] };
    const traces = {
      items: [
        { kind: 'trace', code: 10_011_501 },
        { kind: 'rejection', code: 0, message: 'x of undefined' },
      ],
    };
    expect((await world.post('/contract/v5/telemetry/metrics', metrics)).body.ret_code).toBe(0);
    expect((await world.post('/contract/v5/telemetry/logger', traces, sessionOf())).body.ret_code).toBe(0);
    expect(world.telemetry).toEqual([metrics.items, traces.items]);
  });

  test('API-09 sixty items a minute and no more', async () => {
    const items = Array.from({ length: 20 }, () => ({ name: 'a', value: 1 }));
    const send = () => world.post('/contract/v5/telemetry/metrics', { items });
    const codes: number[] = [];
    for (let call = 0; call < 4; call += 1) codes.push((await send()).body.ret_code);
    expect(codes).toEqual([0, 0, 0, 10006]);
    world.now += 1_000;
    const late = await world.post('/contract/v5/telemetry/logger', { items: [{ kind: 'trace', code: 1 }] });
    expect(late).toMatchObject({ status: 429, retryAfterMs: 59_000 });
    world.now += 60_000;
    expect((await send()).body.ret_code).toBe(0);
  });

  test('API-09 what could tell a person is cut out of a message, and so is what could forge a log line', () => {
    const cut = [
      ['mail alice@example.org now', 'mail <mail> now'],
      ['GET https://desk/x?token=abc failed', 'GET <address> failed'],
      ['session 9f86d081884c7d65 is over', 'session <token> is over'],
      ['balance 123456.78 USDT', 'balance <number> USDT'],
      ['order of 0.5 BTC at 64 for 5BTC, -1e-8 or BTC0.25', 'order of <number> BTC at <number> for <number>BTC, <number> or BTC<number>'],
      ['one\ntwo\u001b[31m three\r\n', 'one two [<number>m three '],
      ['TypeError: x is not a function', 'TypeError: x is not a function'],
    ];
    for (const [text = '', clean] of cut) expect(withoutPersonalData(text)).toBe(clean);
  });

  test('API-09 no figure is left of any message', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), fc.double({ noNaN: true }), (text, amount) => {
        expect(withoutPersonalData(`${text} ${amount} ${text}${amount}`)).not.toMatch(/[0-9]/);
      }),
    );
  });

  test('odd telemetry is refused', async () => {
    for (const body of [{}, { items: 'x' }, { items: [{ name: 'A', value: 1 }] }, { items: [{ name: 'a', value: -1 }] }]) {
      expect((await world.post('/contract/v5/telemetry/metrics', body)).body.ret_code).toBe(10001);
    }
    expect(world.telemetry).toEqual([]);
  });
});
