import type { Instrument } from '@tapedeck/domain';
import {
  FOUNDING_INSTRUMENTS,
  STATE_VERSION,
  StateOfAnotherVersion,
  instrumentsOf,
  recordedPerpetual,
  type RecordedSymbol,
} from '@tapedeck/venue-paper';

const FORMAT = 2;

/** A file of recordings: where it was when its replay began, and its content. */
export interface RecordingFile {
  readonly path: string;
  /** Hex SHA-256 of the file as it is, packed or not. */
  readonly sha256: string;
}

/** The origin of a world; the first record of its journal. */
export interface Genesis {
  readonly source: 'simulated' | 'replay';
  /** Seed of the simulated market. */
  readonly seed: number;
  /** Engine time at which the world begins, ms. */
  readonly time: number;
  /** Seed or file names, for display. */
  readonly label: string;
  /** Only contracts of these coins are listed; of all coins if absent. */
  readonly coins?: readonly string[];
  /** The time of a simulated market advances by steps only; absent in journals of earlier versions, whatever their clock. */
  readonly steps?: boolean;
  /** Instruments added by a recording, in units of 1e-8 as texts. */
  readonly listed?: readonly ListedSymbol[];
  /** The files that a replay plays, in the order of its options: the journal counts their entries and does not repeat them. */
  readonly recordings?: readonly RecordingFile[];
}

interface ListedSymbol {
  readonly symbol: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly price: string;
}

export const listedSymbol = ({ symbol, tickSize, lotSize, price }: RecordedSymbol): ListedSymbol => ({
  symbol,
  tickSize: String(tickSize),
  lotSize: String(lotSize),
  price: String(price),
});

/** The first commands of a world. */
export function foundingInstruments({ coins, listed = [] }: Pick<Genesis, 'coins' | 'listed'>): readonly Instrument[] {
  const founding = coins === undefined ? FOUNDING_INSTRUMENTS : instrumentsOf(coins);
  const brought = listed.map(({ symbol, tickSize, lotSize, price }, i) =>
    recordedPerpetual(founding.length + i, {
      symbol,
      tickSize: BigInt(tickSize),
      lotSize: BigInt(lotSize),
      price: BigInt(price),
    }),
  );
  return [...founding, ...brought];
}

export class GenesisUnreadable extends Error {
  override readonly name = 'GenesisUnreadable';
}

/** With the version of the state that the commands of the journal lead to: another one would read a different market out of them. */
export const encodeGenesis = (genesis: Genesis): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ format: FORMAT, state: STATE_VERSION, ...genesis }));

export function decodeGenesis(bytes: Uint8Array): Genesis {
  const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Genesis> & { readonly format?: number; readonly state?: number };
  const { format, state = 0, source, seed, time, label = '', coins, steps, listed, recordings } = parsed;
  if (format === 1) {
    throw new GenesisUnreadable('an earlier version of Tapedeck wrote this data: start that version, or choose a new data folder');
  }
  if (format !== FORMAT || typeof seed !== 'number' || typeof time !== 'number') {
    throw new GenesisUnreadable('a newer server began this journal; use that server');
  }
  if (state !== STATE_VERSION) throw new StateOfAnotherVersion(state, STATE_VERSION);
  return {
    source: source === 'replay' ? 'replay' : 'simulated',
    seed,
    time,
    label,
    ...(coins === undefined ? {} : { coins }),
    ...(steps === true && { steps }),
    ...(listed === undefined ? {} : { listed }),
    ...(recordings === undefined ? {} : { recordings }),
  };
}
