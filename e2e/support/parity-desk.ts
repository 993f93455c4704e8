import { expect } from 'vitest';
import { createGateway, type Session } from '@tapedeck/gateway';
import { singleUser } from '@tapedeck/gateway/testing';
import {
  ZERO_MONEY,
  money,
  moneyUnits,
  priceUnits,
  type AccountKind,
  type Event,
  type FeeTier,
  type Instrument,
  type InstrumentKind,
  type Money,
  type OrderFilled,
  type Price,
} from '@tapedeck/domain';
import { FOUNDING_INSTRUMENTS, LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { PaperVenue } from '@tapedeck/venue-paper/testing';
import { createTerminalClient, type TerminalClient } from '@tapedeck/client';
import { createAccount } from '@tapedeck/client/account';
import { FakePorts, settle, type FakeSocket } from '../../packages/client/src/testing/fake-ports.ts';

/** The terminal's data layer on the real gateway and the real exchange, in one process with a clock that the test moves. */

const ACCOUNT = 100;
const DEPOSIT = 100_000n * 100_000_000n;
const STEP_MS = 100;

export interface Desk {
  readonly client: TerminalClient;
  /** Cash of the trading wallet. */
  cash(coin: string): Money;
  /** The account's fills since the last call, as the exchange tells them. */
  fills(): readonly OrderFilled[];
  run(milliseconds: number): Promise<void>;
  /** The next answer of a path does not arrive: the call came to nothing, or only the answer was lost. */
  lose(path: string, what: 'call' | 'answer'): void;
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
      gateway.streams.connect(kind, { session, client: '' }, send, (code) => socket.drop(code)),
    );
    socket.accept();
  };
  ports.onSend = (socket, message) => connections.get(socket)?.receive(JSON.stringify(message));
}

/** The coins of a unified account; they count as collateral for each other. */
const FURTHER_COINS = [
  ['BTC', 50_000_000n],
  ['USDC', 20_000n * 100_000_000n],
  ['ETH', 10n * 100_000_000n],
] as const;

export interface DeskOptions {
  readonly pooled: boolean;
  readonly tier: FeeTier;
  readonly kind?: AccountKind;
  readonly instruments?: readonly Instrument[];
  /** Futures and options are listed as time goes on. */
  readonly derivatives?: boolean;
}

export function openDesk(seed: number, options: DeskOptions): Desk {
  const { pooled, tier, kind = 'UTA2', instruments = LINEAR_INSTRUMENTS, derivatives = false } = options;
  const ports = new FakePorts();
  const now = (): number => Math.trunc(ports.now());
  const venue = new PaperVenue({ instruments, seed, now, recorded: false, derivatives });
  void venue.apply({ type: 'OpenAccount', account: ACCOUNT, kind });
  void venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin: 'USDT', amount: money(DEPOSIT) });
  for (const [coin, amount] of pooled ? FURTHER_COINS : []) {
    void venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin, amount: money(amount) });
  }
  void venue.apply({ type: 'SetFeeTier', account: ACCOUNT, tier });
  const filled: OrderFilled[] = [];
  const mine = (event: Event): event is OrderFilled => event.type === 'OrderFilled' && event.account === ACCOUNT;
  venue.listen({
    onEvents: ({ events }) => void filled.push(...events.filter(mine)),
    onBook: () => undefined,
    onMarket: () => undefined,
    onMinuteBar: () => undefined,
  });
  const session: Session = {
    id: 's',
    user: 1,
    account: ACCOUNT,
    username: 'trader-01',
    accountKind: kind,
    isDemo: false,
    banned: false,
    labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
  };
  const nothing = { rows: [], next: '' };
  const gateway = createGateway({
    venue,
    history: {
      behindSince: undefined,
      orders: () => Promise.resolve(nothing),
      executions: () => Promise.resolve(nothing),
      closings: () => Promise.resolve(nothing),
      transactions: () => Promise.resolve(nothing),
      settlements: () => Promise.resolve(nothing),
    },
    ...singleUser(session),
    market: { source: 'simulated', label: `seed ${seed}`, speed: 1 },
    clock: { now },
    random: (bytes) => 'ab'.repeat(bytes),
  });
  const losses = new Map<string, 'call' | 'answer'>();
  ports.route = async (request, path) => {
    const loss = losses.get(path);
    losses.delete(path);
    if (loss === 'call') return 'broken';
    const url = new URL(request.url, 'http://desk');
    const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
    const query = Object.fromEntries(url.searchParams);
    const answer = await gateway.handle({ method: request.method, path, query, body, session, client: '127.0.0.1' });
    return loss === 'answer' ? 'broken' : { status: answer.status, body: JSON.stringify(answer.body) };
  };
  connectSockets(ports, gateway, session);
  const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  return {
    client,
    fills: () => filled.splice(0),
    lose: (path, what) => void losses.set(path, what),
    cash(coin) {
      const totals = client.funds.totals.get();
      if (totals.status !== 'success') throw new Error('the totals are not there');
      return totals.data.cash.find(([own]) => own === coin)?.[1] ?? money(0n);
    },
    async run(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        await ports.advance(STEP_MS);
        venue.tick();
        await settle();
      }
      // Prices that came together are taken together, a moment later, before the market moves again.
      await ports.advance(STEP_MS / 2);
      await settle();
    },
  };
}

/** A desk on which everything is listed, with a contract in bitcoin of a kind or that pair. */
export async function openMarket(
  seed: number,
  kind: InstrumentKind,
  { account = 'UTA2', tier = 'VIP0' }: { readonly account?: AccountKind; readonly tier?: FeeTier } = {},
): Promise<Desk & { readonly instrument: Instrument }> {
  const desk = openDesk(seed, { pooled: true, tier, kind: account, instruments: FOUNDING_INSTRUMENTS, derivatives: true });
  await desk.run(1_000);
  desk.client.start();
  await desk.run(1_000);
  const { markets } = desk.client;
  const listed = [markets.catalogue.get(), markets.pairs.get()].flatMap((list) => (list.status === 'success' ? list.data : []));
  const instrument = listed.find((one) => one.kind === kind && one.baseCoin === 'BTC');
  if (instrument === undefined) throw new Error(`no ${kind} is listed`);
  return { ...desk, instrument };
}

/** Keys of the open positions. */
export function held(client: TerminalClient): readonly string[] {
  const keys = client.positions.keys.get();
  return keys.status === 'success' ? keys.data : [];
}

/**
 * Expects money to equal its preview up to rounding: a book shows the quantity of a level but not its number of orders, and value, fee and
 * P&L of each fill are rounded separately.
 */
export function expectShown(is: Money, shown: Money | undefined, fills: readonly OrderFilled[], what?: string): void {
  const roundings = 3 * fills.length;
  expect(Math.abs(Number(moneyUnits(is) - moneyUnits(shown ?? ZERO_MONEY))), what).toBeLessThanOrEqual(roundings);
}

/**
 * A liquidation price is as it was shown. The book tells levels, and the exchange rounds each fill of a level for itself: after several
 * fills the price may lie one tick beside.
 */
export function expectLiquidation(
  is: Price | undefined,
  shown: Price | undefined,
  fills: readonly OrderFilled[],
  { tickSize }: Instrument,
): void {
  if (is === undefined || shown === undefined || fills.length < 2) expect(is).toBe(shown);
  else expect(Math.abs(Number(priceUnits(is) - priceUnits(shown)))).toBeLessThanOrEqual(Number(priceUnits(tickSize)));
}
