import { money, timestamp, type Instrument } from '@tapedeck/domain';
import { Exchange, type Command } from '@tapedeck/exchange';
import { GENESIS, ScriptedMarket, btc, btcInverse, btcUsdc, eth } from '../packages/exchange/src/testing/exchange-fixture.ts';
import { moveIndex, nextCommand, Random, type RandomWorld } from '../packages/exchange/src/testing/random-commands.ts';
import { elapsed, median, mustEqual, perSecond, report } from './measure.ts';

const SEED = 1;
const COMMANDS = 20_000;
const ROUNDS = 3;
const TARGET = 50_000;
const UNIT = 100_000_000n;
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const INSTRUMENTS: readonly Instrument[] = [btc, eth, btcInverse, btcUsdc];

interface Step {
  readonly command: Command;
  /** Indexes that the simulated market sets with it. */
  readonly index: ReadonlyMap<number, bigint> | undefined;
}

function opening(): Command[] {
  const time = timestamp(GENESIS);
  return ACCOUNTS.flatMap((account): Command[] => [
    { type: 'OpenAccount', time, account, kind: 'UTA2' },
    { type: 'CreditAccount', time, account, coin: 'USDT', amount: money(20_000n * UNIT) },
    { type: 'CreditAccount', time, account, coin: 'USDC', amount: money(20_000n * UNIT) },
    { type: 'CreditAccount', time, account, coin: 'BTC', amount: money((4n * UNIT) / 10n) },
  ]);
}

/** Everything that the simulated traders do, with refusals, liquidations and funding in it: drawn against a running exchange. */
function drawSteps(): Step[] {
  const market = new ScriptedMarket();
  const exchange = new Exchange(INSTRUMENTS, market, timestamp(GENESIS));
  const world: RandomWorld = {
    random: new Random(SEED),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000, 100_000],
    time: GENESIS,
    lastOrderId: 1,
    // A leap of hours is hundreds of steps of the clock in one command.
    leaps: 1,
  };
  const steps: Step[] = [];
  const take = (command: Command): void => {
    if (command.type === 'AdvanceClock') moveIndex(market, world);
    steps.push({ command, index: command.type === 'AdvanceClock' ? new Map(market.index) : undefined });
    world.lastOrderId = Math.max(world.lastOrderId, exchange.apply(command).orderId ?? 0);
    exchange.events.length = 0;
  };
  for (const command of opening()) take(command);
  world.time += 1_000;
  take({ type: 'AdvanceClock', time: timestamp(world.time) });
  while (steps.length < COMMANDS) take(nextCommand(world));
  return steps;
}

function run(steps: readonly Step[], audited: boolean): { readonly exchange: Exchange; readonly milliseconds: number } {
  const market = new ScriptedMarket();
  const exchange = new Exchange(INSTRUMENTS, market, timestamp(GENESIS));
  const audit = audited ? exchange.runningAudit() : undefined;
  const milliseconds = elapsed(() => {
    for (const { command, index } of steps) {
      for (const [instrument, price] of index ?? []) market.index.set(instrument, price);
      exchange.apply(command);
      audit?.after(command);
      exchange.events.length = 0;
    }
    audit?.finish();
  });
  return { exchange, milliseconds };
}

/** Simulated commands a second, every invariant that the command could affect checked after each of them. */
export function measureSimulation(): void {
  const steps = drawSteps();
  const plain = run(steps, false);
  const audited = run(steps, true);
  mustEqual('states with and without an audit', Buffer.compare(plain.exchange.write(), audited.exchange.write()), 0);
  const times = Array.from({ length: ROUNDS }, () => run(steps, true).milliseconds);
  const without = median(Array.from({ length: ROUNDS }, () => run(steps, false).milliseconds));
  const fastest = Math.min(...times);
  console.log(
    `simulation: ${steps.length} commands of seed ${SEED} in ${INSTRUMENTS.length} markets by ${ACCOUNTS.length} accounts: ` +
      `${perSecond(steps.length, fastest)} with every invariant checked after each, ${perSecond(steps.length, without)} without`,
  );
  report('simulation, thousand audited commands a second', steps.length / fastest, TARGET / 1000, ' k');
}
