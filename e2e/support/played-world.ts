import { lots, ticks, timestamp } from '@tapedeck/domain';
import { FOUNDING_INSTRUMENTS, PaperWorld } from '@tapedeck/venue-paper';

const GENESIS = Date.UTC(2026, 4, 6, 14, 0, 0);
/** Linear, inverse, settled in USDC, and spot. */
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BTCUSD', 'BTCPERP', 'BTC/USDT'];
const INSTRUMENTS = FOUNDING_INSTRUMENTS.filter(({ symbol }) => SYMBOLS.includes(symbol)).map((one, id) => ({ ...one, id }));
const TRADERS = [100, 101];
const PARTS = 3;
const PART_MS = 20_000;
const STEP_MS = 250;
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

function hashOf(bytes: Uint8Array): string {
  let hash = FNV_OFFSET;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16);
}

/** Plays the same minute of a world of many products and gives the hash of its state after each third: simulated market, orders, stops, fills. */
export function playWorld(): string[] {
  const world = PaperWorld.create({
    instruments: INSTRUMENTS,
    seed: 77,
    genesis: timestamp(GENESIS),
    recorded: false,
  });
  let time = GENESIS;
  const apply = (command: Record<string, unknown>): void => {
    world.apply({ ...command, time: timestamp(time) } as unknown as Parameters<PaperWorld['apply']>[0]);
    world.takeEvents();
  };
  for (const account of TRADERS) {
    apply({ type: 'OpenAccount', account, kind: 'UTA2' });
    apply({ type: 'CreditAccount', account, coin: 'USDT', amount: 10_000_000_000_000n });
  }
  apply({ type: 'WatchMarkets', instruments: [0, 5] });
  const hashes: string[] = [];
  for (let step = 1; step <= (PARTS * PART_MS) / STEP_MS; step += 1) {
    time += STEP_MS;
    apply({ type: 'AdvanceClock' });
    const instrument = step % 3;
    const bid = Number(world.market(instrument)?.state.bestBid ?? 0);
    const order = { instrument, positionIndex: 0, clientOrderId: '', source: 'api', reduceOnly: false };
    apply({
      type: 'PlaceOrder',
      account: TRADERS[step % 2] ?? 100,
      ...order,
      side: step % 5 < 3 ? 'Buy' : 'Sell',
      orderType: step % 4 === 0 ? 'Market' : 'Limit',
      price: ticks(step % 4 === 0 ? 0 : Math.max(1, bid - (step % 7) + 3)),
      quantity: lots(10 + (step % 90)),
      timeInForce: step % 4 === 0 ? 'ImmediateOrCancel' : 'GoodTillCancel',
      options:
        step % 6 === 0
          ? { trigger: { price: ticks(bid + 20), direction: 'Rising', source: step % 12 === 0 ? 'MarkPrice' : 'LastPrice' } }
          : {},
    });
    if (step % (PART_MS / STEP_MS) === 0) hashes.push(hashOf(world.write()));
  }
  return hashes;
}
