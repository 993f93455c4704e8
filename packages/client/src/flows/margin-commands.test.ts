import { money } from '@tapedeck/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import { dataOf } from '../store/loadable.ts';
import { FakeDesk, positionItem } from '../testing/fake-desk.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';

const ADD = '/private/position/add-margin';
const PREVIEW = '/private/position/pre-add-margin';

let desk: FakeDesk;
let client: TerminalClient;
let key: string;

beforeEach(async () => {
  const ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem({ isIsolated: true, positionBalance: '100' }));
  desk.overrides.set(ADD, () => answerOf({}));
  desk.overrides.set(PREVIEW, () => answerOf({ positionBalance: '125.5', liqPrice: '45000.0' }));
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
  key = dataOf(client.positions.keys.get())?.[0] ?? '';
});

const bodies = (path: string) => desk.calls.filter((call) => call.path === path).map((call) => call.body);

describe('margin moved by hand', () => {
  it('POS-08 is asked for and moved as an amount times 1e8, below 0 when it is taken out', async () => {
    const amount = money(2_550_000_000n);
    expect(await client.positions.previewMargin(key, amount)).toMatchObject({ ok: true, value: { margin: money(12_550_000_000n) } });
    expect(await client.positions.addMargin(key, amount)).toMatchObject({ ok: true });
    expect(await client.positions.addMargin(key, money(-1n))).toMatchObject({ ok: true });
    const of = { symbol: 'BTCUSDT', positionIdx: 0 };
    expect(bodies(PREVIEW)).toEqual([{ ...of, addToPositionBalanceE8: '2550000000' }]);
    expect(bodies(ADD)).toMatchObject([
      { ...of, addToPositionBalanceE8: '2550000000' },
      { ...of, addToPositionBalanceE8: '-1' },
    ]);
  });

  it('POS-08 of a position that is not there sends nothing', async () => {
    expect((await client.positions.addMargin('ETHUSDT:0', money(1n))).ok).toBe(false);
    expect((await client.positions.previewMargin('ETHUSDT:0', money(1n))).ok).toBe(false);
    expect([...bodies(ADD), ...bodies(PREVIEW)]).toEqual([]);
  });
});
