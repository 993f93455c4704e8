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
    const send = (): Promise<{ readonly body: { readonly ret_code: number } }> => world.post('/contract/v5/telemetry/metrics', { items });
    const codes: number[] = [];
    for (let call = 0; call < 4; call += 1) codes.push((await send()).body.ret_code);
    expect(codes).toEqual([0, 0, 0, 10006]);
    expect((await world.post('/contract/v5/telemetry/logger', { items: [{ kind: 'trace', code: 1 }] })).body.ret_code).toBe(10006);
    world.now += 60_000;
    expect((await send()).body.ret_code).toBe(0);
  });

  test('API-09 what could tell a person is cut out of a message, and so is what could forge a log line', () => {
    const cut = [
      ['mail alice@example.org now', 'mail <mail> now'],
      ['GET https://desk/x?token=abc failed', 'GET <address> failed'],
      ['session 9f86d081884c7d65 is over', 'session <token> is over'],
      ['balance 123456.78 USDT', 'balance <number> USDT'],
      ['one\ntwo\u001b[31m three\r\n', 'one two [31m three '],
      ['TypeError: x is not a function', 'TypeError: x is not a function'],
    ];
    for (const [text = '', clean] of cut) expect(withoutPersonalData(text)).toBe(clean);
  });

  test('odd telemetry is refused', async () => {
    for (const body of [{}, { items: 'x' }, { items: [{ name: 'A', value: 1 }] }, { items: [{ name: 'a', value: -1 }] }]) {
      expect((await world.post('/contract/v5/telemetry/metrics', body)).body.ret_code).toBe(10001);
    }
    expect(world.telemetry).toEqual([]);
  });
});
