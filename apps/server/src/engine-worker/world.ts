import type {
  AccountId,
  AccountState,
  Event,
  Instrument,
  InstrumentId,
  InsuranceFund,
  LeaderRecord,
  Outcome,
  Timestamp,
  Untimed,
  OrderSelection,
} from '@tapedeck/domain';
import { timestamp } from '@tapedeck/domain';
import type { BookSnapshot, Candle, CandleQuery } from '@tapedeck/venue';
import {
  CommandDecoder,
  CommandEncoder,
  PAPER_CAPABILITIES,
  PaperWorld,
  leadersBegin,
  type Command,
  type Published,
  type Span,
  type WatchChange,
} from '@tapedeck/venue-paper';
import type { CandlesAnswer, MarketNow } from './engine-messages.ts';
import { foundingInstruments, type Genesis } from './genesis.ts';

export { CommandDecoder, CommandEncoder, PAPER_CAPABILITIES, leadersBegin, type Command, type WatchChange };

/** Commands of the operator, in addition to those of traders. */
export type OperatorCommand = Untimed<Extract<Command, { type: 'OpenAccount' | 'CreditAccount' | 'SetFeeTier' | 'StageScenario' }>>;

/** The simulated exchange as the engine worker runs it. */
export interface World {
  readonly instruments: readonly Instrument[];
  readonly now: Timestamp;
  apply(command: Command): Outcome;
  /** Events since the last call, in order. */
  takeEvents(): Event[];
  publish(): Published;
  account(account: AccountId, orders?: OrderSelection): AccountState | undefined;
  /** The accounts of users and leaders, in ascending order. */
  accounts(): readonly AccountId[];
  /** All leaders, by ascending account. */
  leaders(): readonly LeaderRecord[];
  /** Balance of the insurance fund, by coin. */
  insurance(): readonly InsuranceFund[];
  book(instrument: InstrumentId): BookSnapshot;
  /** `undefined` once the instrument has ended. */
  market(instrument: InstrumentId): MarketNow | undefined;
  /** The minutes that `candles` needs from the history, if any. */
  storedSpan(query: CandleQuery): Span | undefined;
  candles(query: CandleQuery, stored?: readonly Candle[]): CandlesAnswer;
  /** Canonical bytes of all state that `apply` reads. */
  write(): Uint8Array;
}

/** The world of a genesis, empty or from a snapshot. */
export function createWorld(genesis: Genesis, snapshot: Uint8Array | undefined): World {
  const instruments = foundingInstruments(genesis);
  if (snapshot !== undefined) return PaperWorld.read(snapshot, instruments);
  return PaperWorld.create({
    instruments,
    seed: genesis.seed,
    genesis: timestamp(genesis.time),
    recorded: genesis.source === 'replay',
    derivatives: genesis.source === 'simulated',
  });
}
