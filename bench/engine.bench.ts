import { CommandEncoder, type Exchange } from '@tapedeck/exchange';
import { RECORD_HEADER_BYTES, recordBuffer, writeRecord } from '../apps/server/src/journal/segment.ts';
import { ACCOUNTS, makeEngineFlow, newExchange, type EngineFlow } from './engine-flow.ts';
import { elapsed, finish, median, mustEqual, perSecond, report } from './measure.ts';

const COMMANDS = 400_000;
const SEED = 5;
const WARMUPS = 2;
const ROUNDS = 7;
const TARGET = 500_000;
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
    const end = writeRecord(this.#buffer, this.#at, { sequence: this.#sequence, time: Number(command.time), kind: 1, payload }, 0);
    this.written += end - this.#at;
    this.#at = end;
  }
}

function run(flow: EngineFlow): { exchange: Exchange; milliseconds: number; events: number; bytes: number } {
  const { exchange } = newExchange();
  for (const command of flow.opening) exchange.apply(command);
  const sink = new RecordSink();
  let events = 0;
  const milliseconds = elapsed(() => {
    for (const command of flow.commands) {
      sink.append(command);
      exchange.apply(command);
      events += exchange.events.length;
      exchange.events.length = 0;
    }
  });
  return { exchange, milliseconds, events, bytes: sink.written };
}

const flow = makeEngineFlow(COMMANDS, SEED);
console.log(
  `engine: ${COMMANDS} commands of seed ${SEED} by ${ACCOUNTS} accounts: ${flow.placed} orders, ${flow.cancelled} cancels, ` +
    `${flow.refused} refusals, ${flow.trades} trades`,
);
const first = run(flow);
first.exchange.audit();
mustEqual('states of two runs', Buffer.compare(first.exchange.write(), flow.state), 0);
console.log(`engine: ${first.events} events, ${(first.bytes / COMMANDS).toFixed(0)} journal bytes a command; two runs give the same state`);
const times: number[] = [];
for (let round = -WARMUPS; round < ROUNDS; round += 1) {
  const { milliseconds } = run(flow);
  if (round >= 0) times.push(milliseconds);
}
const fastest = Math.min(...times);
// An absolute figure: the fastest round is the one that the rest of the machine disturbed least.
console.log(
  `engine: ${perSecond(COMMANDS, fastest)} in the fastest of ${ROUNDS} rounds, ${perSecond(COMMANDS, median(times))} in the middle one, ` +
    'with matching, risk, ledger, events and journal record',
);
report('engine, thousand commands a second', COMMANDS / fastest, TARGET / 1000, ' k');
finish();
