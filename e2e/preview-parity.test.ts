import { createGateway, singleUser, type Session } from '@tapedeck/gateway';
import { leverage, money, subtractMoney, type FeeTier } from '@tapedeck/domain';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { PaperVenue } from '@tapedeck/venue-paper';
import { createTerminalClient, initialDraft, leveragePreview, orderFormContext, orderPreview, type TerminalClient } from '@tapedeck/client';
import { expect, it } from 'vitest';
import { FakePorts, settle, type FakeSocket } from '../packages/client/src/testing/fake-ports.ts';

/** The terminal's data layer on the real gateway and the real exchange, in one process with a clock that the test moves. */

const ACCOUNT = 100;
const DEPOSIT = 100_000n * 100_000_000n;
const STEP_MS = 100;

interface Desk {
  readonly client: TerminalClient;
  run(milliseconds: number): Promise<void>;
}

function connectSockets(ports: FakePorts, gateway: ReturnType<typeof createGateway>, session: Session): void {
  const connections = new Map<FakeSocket, { receive(text: string): void }>();
  ports.onSocket = (socket) => {
    const send = (frames: readonly string[]): boolean => {
      for (const frame of frames) socket.text(frame);
      return true;
    };
    const kind = socket.url.includes('/private') ? 'private' : 'public';
    connections.set(
      socket,
      gateway.streams.connect(kind, session, send, (code) => socket.drop(code)),
    );
    socket.accept();
  };
  ports.onSend = (socket, message) => connections.get(socket)?.receive(JSON.stringify(message));
}

/** Of a unified account with several coins, which stand for each other. */
const FURTHER_COINS = [
  ['BTC', 50_000_000n],
  ['USDC', 20_000n * 100_000_000n],
  ['ETH', 10n * 100_000_000n],
] as const;

function openDesk(seed: number, { pooled, tier }: { readonly pooled: boolean; readonly tier: FeeTier }): Desk {
  const ports = new FakePorts();
  const now = (): number => Math.trunc(ports.now());
  const venue = new PaperVenue({ instruments: LINEAR_INSTRUMENTS, seed, now, recorded: false });
  venue.openAccount(ACCOUNT, DEPOSIT);
  for (const [coin, amount] of pooled ? FURTHER_COINS : []) {
    void venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin, amount: money(amount) });
  }
  void venue.apply({ type: 'SetFeeTier', account: ACCOUNT, tier });
  const session: Session = {
    id: 's',
    user: 1,
    account: ACCOUNT,
    username: 'trader-01',
    accountKind: 'UTA2',
    isDemo: false,
    banned: false,
    labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
  };
  const nothing = { rows: [], next: '' };
  const gateway = createGateway({
    venue,
    history: {
      orders: () => Promise.resolve(nothing),
      executions: () => Promise.resolve(nothing),
      transactions: () => Promise.resolve(nothing),
    },
    ...singleUser(session),
    market: { source: 'simulated', label: `seed ${seed}`, speed: 1 },
    clock: { now },
    random: (bytes) => 'ab'.repeat(bytes),
  });
  ports.route = async (request, path) => {
    const url = new URL(request.url, 'http://desk');
    const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
    const answer = await gateway.handle({ method: request.method, path, query: Object.fromEntries(url.searchParams), body, session });
    return { status: answer.status, body: JSON.stringify(answer.body) };
  };
  connectSockets(ports, gateway, session);
  const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en' });
  return {
    client,
    async run(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        await ports.advance(STEP_MS);
        venue.tick();
        await settle();
      }
    },
  };
}

it.each([
  [1, false, 'VIP0'],
  [2, true, 'VIP0'],
  [3, true, 'VIP0'],
  [4, false, 'VIP4'],
  [5, true, 'PRO5'],
] as const)(
  'CAL-01 CST-01 the previewed liquidation price and fee are those of the fill, cross and isolated, seed %i, several coins: %s, %s',
  async (seed, pooled, tier) => {
    const { client, run } = openDesk(seed, { pooled, tier });
    const cash = () => {
      const totals = client.account.totals.get();
      if (totals.status !== 'success') throw new Error('the totals are not there');
      return totals.data.cash.find(([coin]) => coin === 'USDT')?.[1] ?? money(0n);
    };
    await run(1_000);
    client.start();
    await run(1_000);
    const context = orderFormContext(client, client.market('BTCUSDT'));
    await run(3_000);
    let compared = 0;
    let levered = 0;
    for (const [mode, side, quantity] of [
      ['cross', 'Buy', '3.5'],
      ['cross', 'Sell', '0.8'],
      ['isolated', 'Buy', '1.2'],
      ['isolated', 'Sell', '3'],
    ] as const) {
      const keys = client.account.positionKeys.get();
      for (const key of keys.status === 'success' ? keys.data : []) expect((await client.closePosition(key)).ok).toBe(true);
      await run(300);
      await client.setMarginMode('BTCUSDT', mode);
      await run(300);
      for (let time = 0; time < 3; time += 1) {
        const draft = { ...initialDraft('BTCUSDT'), orderType: 'Market', quantity } as const;
        const preview = orderPreview(draft, side, context.get());
        const before = cash();
        const placed = await client.placeOrder(draft, side);
        await settle();
        if (!placed.ok) break;
        expect(client.account.position('BTCUSDT:0').get()?.liquidationPrice).toBe(preview.liquidationAfter);
        if (mode === 'cross') expect(subtractMoney(before, cash())).toBe(preview.openFee);
        if (preview.liquidationAfter !== undefined) compared += 1;
        await run(400);
      }
      for (const times of [500n, 2_000n, 1_000n]) {
        const view = client.account.position('BTCUSDT:0').get();
        const totals = client.account.totalsIn('USDT').get();
        const said = view && leveragePreview(view, totals.status === 'success' ? totals.data : undefined, leverage(times));
        const changed = await client.setLeverage('BTCUSDT', leverage(times), leverage(times));
        await settle();
        const after = client.account.position('BTCUSDT:0').get();
        if (!changed.ok || said === undefined) continue;
        expect([after?.initialMargin, after?.liquidationPrice]).toEqual([said.marginAfter, said.liquidationAfter]);
        levered += 1;
        await run(300);
      }
      await client.setLeverage('BTCUSDT', leverage(1_000n), leverage(1_000n));
    }
    expect(compared).toBeGreaterThan(6);
    expect(levered).toBeGreaterThan(4);
  },
);
