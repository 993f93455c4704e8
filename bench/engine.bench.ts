import { CommandEncoder, type Exchange } from '@tapedeck/exchange';
import { RECORD_HEADER_BYTES, recordBuffer, writeRecord } from '../apps/server/src/journal/segment.ts';
import { evenActivity, skewedActivity } from './activity.ts';
import { ACCOUNTS, MOSTLY_AMENDS, makeEngineFlow, newExchange, type EngineFlow, type FlowPlan } from './engine-flow.ts';
import { measureCascade } from './cascade.ts';
import { inEngineThreads } from './engine-thread.ts';
import { makeFlow } from './order-flow.ts';
import { measureOrderMemory } from './order-memory.ts';
import { peerIds, runPeer } from './peer-book.ts';
import { measureSimulation } from './simulation.ts';
import { elapsed, median, mustEqual, perSecond, processorTime, report } from './measure.ts';

const COMMANDS = 400_000;
const SEED = 5;

/** A flow, and the commands a second that are asked of it; without a target its figure is only printed. */
interface Case extends Pick<FlowPlan, 'mix' | 'activity'> {
  readonly name: string;
  readonly symbols: number;
  readonly target?: number;
}

/** docs/decisions/0015 explains the flows. */
const CASES: readonly Case[] = [
  { name: 'engine, 1 symbol', symbols: 1, target: 500_000 },
  { name: 'engine, 60 symbols', symbols: 60, target: 400_000, activity: skewedActivity(ACCOUNTS, 60) },
  { name: 'engine, 60 symbols that everybody trades', symbols: 60 },
  { name: 'engine, 1 symbol, mostly amends', symbols: 1, mix: MOSTLY_AMENDS, target: 200_000 },
  { name: 'engine, 60 symbols, mostly amends', symbols: 60, mix: MOSTLY_AMENDS, activity: skewedActivity(ACCOUNTS, 60) },
];
const WARMUPS = 2;
const ROUNDS = 7;
const BATCH_BYTES = 1 << 20;

/** Encodes every command as a journal record with its checksum, as the server does before it applies one. The disk is not measured. */
class RecordSink {
  readonly #encoder = new CommandEncoder();
  readonly #buffer = recordBuffer(BATCH_BYTES);
  #at = 0;
  #sequence = 0;
  written = 0;

  append(command: Parameters<CommandEncoder['encode']>[0]): void {
    const payload = this.#encoder.encode(command);
    if (this.#at + RECORD_HEADER_BYTES + payload.length > BATCH_BYTES) this.#at = 0;
    this.#sequence += 1;
    const end = writeRecord(
      this.#buffer,
      this.#at,
      { sequence: this.#sequence, count: 1, time: Number(command.time), kind: 1, payload },
      0,
    );
    this.written += end - this.#at;
    this.#at = end;
  }
}

interface Run {
  readonly exchange: Exchange;
  readonly wall: number;
  readonly processor: number;
  readonly events: number;
  readonly bytes: number;
}

function run(flow: EngineFlow, symbols: number): Run {
  const { exchange } = newExchange(symbols);
  for (const command of flow.opening) exchange.apply(command);
  exchange.events.length = 0;
  const sink = new RecordSink();
  let events = 0;
  let processor = 0;
  const wall = elapsed(() => {
    processor = processorTime(() => {
      for (const command of flow.commands) {
        sink.append(command);
        exchange.apply(command);
        events += exchange.takeEvents().length;
      }
    });
  });
  return { exchange, wall, processor, events, bytes: sink.written };
}

/** Says how many commands a second the engine carries out. */
function measure({ name, symbols, target = 0, mix, activity }: Case): number {
  const flow = makeEngineFlow({ length: COMMANDS, seed: SEED, symbols, ...(mix && { mix }), ...(activity && { activity }) });
  console.log(
    `${name}: ${COMMANDS} commands of seed ${SEED} by ${ACCOUNTS} accounts: ${flow.placed} orders, ${flow.amended} amends, ${flow.cancelled} cancels, ` +
      `${flow.refused} refusals, ${flow.trades} trades`,
  );
  const traded = (activity ?? evenActivity(ACCOUNTS, symbols)).instruments.reduce((sum, own) => sum + own.length, 0);
  console.log(`${name}: an account trades ${(traded / ACCOUNTS).toFixed(1)} of the symbols in the mean`);
  const first = run(flow, symbols);
  first.exchange.audit();
  mustEqual('states of two runs', Buffer.compare(first.exchange.write(), flow.state), 0);
  console.log(
    `${name}: ${first.events} events, ${(first.bytes / COMMANDS).toFixed(0)} journal bytes a command; two runs give the same state`,
  );
  const runs: Run[] = [];
  for (let round = -WARMUPS; round < ROUNDS; round += 1) {
    const done = run(flow, symbols);
    if (round >= 0) runs.push(done);
  }
  const walls = runs.map(({ wall }) => wall);
  const fastest = Math.min(...walls);
  const processor = Math.min(...runs.map((one) => one.processor));
  console.log(
    `${name}: ${perSecond(COMMANDS, fastest)} in the fastest of ${ROUNDS} rounds, ${perSecond(COMMANDS, median(walls))} in the middle one, ` +
      `${perSecond(COMMANDS, processor)} of processor time in all threads, with matching, risk, ledger, events and journal record`,
  );
  // An absolute figure: the fastest round is the one that the rest of the machine disturbed least.
  report(`${name}, thousand commands a second`, COMMANDS / fastest, target / 1000, ' k');
  return (COMMANDS / fastest) * 1000;
}

/** Books of the matching benchmark. */
const PEER_BOOKS = [
  { name: 'deep', resting: 20_000, distance: 150 },
  { name: 'thin', resting: 2_000, distance: 60 },
] as const;
const PEER_ORDERS = 300_000;
const PEER_ROUNDS = 3;

/** The whole engine against a peer that only matches, without accounts, margin, fees, events or a journal, on the machine of this run. */
function measurePeer(engine: string, rate: number): void {
  const ids = peerIds(PEER_ORDERS);
  for (const { name, resting, distance } of PEER_BOOKS) {
    const flow = makeFlow({ length: PEER_ORDERS, seed: SEED, resting, distance });
    const rounds = Array.from({ length: WARMUPS + PEER_ROUNDS }, () => elapsed(() => runPeer(flow, ids))).slice(WARMUPS);
    const peer = (PEER_ORDERS / Math.min(...rounds)) * 1000;
    console.log(
      `${engine}: ${(rate / peer).toFixed(1)}x nodejs-order-book, which only matches, in a ${name} book (${perSecond(peer, 1000)} in this run)`,
    );
  }
}

function measureCase(one: Case): void {
  const rate = measure(one);
  if (one.target !== undefined) measurePeer(one.name, rate);
}

void inEngineThreads(import.meta.url, [
  ...CASES.map((one) => () => {
    measureCase(one);
  }),
  measureSimulation,
  measureCascade,
  measureOrderMemory,
]);
