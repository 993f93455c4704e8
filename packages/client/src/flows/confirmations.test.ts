import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import { FakeDesk } from '../testing/fake-desk.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';

const PREFERENCE = '/v3/private/user/member/pref-setting';
let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

async function start(): Promise<TerminalClient> {
  const started = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  started.start();
  await ports.advance(0);
  return started;
}
const off = ({ notices }: TerminalClient = client): string[] => [...notices.confirmations.off.get()].sort();
const sent = () => desk.calls.filter((call) => call.path === PREFERENCE && call.body !== undefined).map((call) => call.body);

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  client = await start();
});

describe('questions that are turned off', () => {
  it('HND-02 each is by its kind alone, and kept with the account', async () => {
    expect(off()).toEqual([]);
    client.notices.confirmations.choose('marketClose', false);
    client.notices.confirmations.choose('cancelAll', false);
    expect(off()).toEqual(['cancelAll', 'marketClose']);
    client.notices.confirmations.choose('marketClose', true);
    expect(off()).toEqual(['cancelAll']);
    await ports.advance(1_000);
    expect(sent()).toEqual([{ upsert_keys: { confirmationsOff: 'cancelAll' } }]);
    // On this machine at once.
    expect(off(await start())).toEqual(['cancelAll']);
  });

  it('HND-02 are taken from the account at log-in, unknown words aside', async () => {
    desk.overrides.set(PREFERENCE, () => answerOf({ keys: { confirmationsOff: 'closeAll,everything' } }));
    expect(off(await start())).toEqual(['closeAll']);
  });

  it('HND-02 NTF-02 REV-06 one request at log-in brings every preference of the account', async () => {
    desk.overrides.set(PREFERENCE, () =>
      answerOf({ keys: { confirmationsOff: 'closeAll', doubleConfirm: 'createOrderNotifyClose', reverseClickTipStatus: 'hide' } }),
    );
    desk.calls.length = 0;
    const started = await start();
    expect(desk.calls.filter(({ path }) => path === PREFERENCE)).toHaveLength(1);
    expect(off(started)).toEqual(['closeAll', 'reverse']);
    expect([...started.notices.closed.closed.get()]).toEqual(['createOrderNotifyClose']);
  });

  it('HND-02 REV-06 a reversal keeps its own preference', async () => {
    client.notices.confirmations.choose('reverse', false);
    expect(off()).toEqual(['reverse']);
    expect(client.notices.reverseTip.hidden.get()).toBe(true);
    await ports.advance(1_000);
    expect(sent()).toEqual([{ upsert_keys: { reverseClickTipStatus: 'hide' } }]);
    client.notices.reverseTip.choose(false);
    expect(off()).toEqual([]);
  });
});

describe('a cancel of several orders', () => {
  it.each([
    [{ keepProtective: true }, { keepProtective: true }],
    [
      { symbol: 'BTCUSDT', keepProtective: false },
      { symbol: 'BTCUSDT', keepProtective: false },
    ],
    [
      { tab: 'condition', keepProtective: true },
      { type: 'Conditions', keepProtective: true },
    ],
    [
      { tab: 'oco', keepProtective: true },
      { type: 'TakeProfitStopLossOCO', keepProtective: true },
    ],
  ] as const)('HND-02 %j says what it means', async (scope, body) => {
    await client.orders.cancelAll(scope);
    expect(desk.calls.filter(({ path }) => path === '/contract/v5/order/cancel-all').map((call) => call.body)).toEqual([body]);
  });
});
