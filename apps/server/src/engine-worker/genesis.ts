import { createHash } from 'node:crypto';
import { priceUnits, quantityUnits, type Instrument } from '@tapedeck/domain';
import {
  FOUNDING_INSTRUMENTS,
  RULES,
  STATE_VERSION,
  StateOfAnotherVersion,
  instrumentsOf,
  isUnderTheseRules,
  recordedPerpetual,
  type RecordedSymbol,
} from '@tapedeck/venue-paper';
import { VERSION } from '../version.ts';

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
  /** Absent in a journal that begins with an empty world. */
  readonly opening?: Opening;
}

/** The state that a journal begins with after an upgrade: a snapshot in the folder of the journal. */
export interface Opening {
  /** The last record of the journal before: this one goes on with the next number. */
  readonly sequence: number;
  /** Hash of the state. */
  readonly hash: string;
  /** Entries of the recordings that were played before. */
  readonly entries: number;
  /** Name of the folder in `archive` that has the journal before. */
  readonly archive: string;
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

const NEWER = 'a newer server began this journal; use that server';

export class GenesisUnreadable extends Error {
  override readonly name = 'GenesisUnreadable';
}

/** Hash of the terms that give ids, prices and quantities of a state their meaning. */
function catalogueOf(genesis: Pick<Genesis, 'coins' | 'listed'>): string {
  const hash = createHash('sha256');
  for (const { symbol, kind, settleCoin, tickSize, lotSize } of foundingInstruments(genesis))
    hash.update(`${symbol} ${kind} ${settleCoin} ${priceUnits(tickSize)} ${quantityUnits(lotSize)}\n`);
  return hash.digest('hex');
}

/**
 * With the version of the state that the commands of the journal lead to, its rules and its catalogue: others would read a
 * different market out of them. The product's version is for operators.
 */
export const encodeGenesis = (genesis: Genesis): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({ format: FORMAT, state: STATE_VERSION, rules: RULES, version: VERSION, catalogue: catalogueOf(genesis), ...genesis }),
  );

/** A first record, and the server that wrote it. */
export interface WrittenGenesis {
  readonly genesis: Genesis;
  /** Version of its state. */
  readonly state: number;
  /** Identity of its rules; absent in records of earlier versions. */
  readonly rules: string | undefined;
  /** Version of the product; absent in records of earlier versions. */
  readonly version: string | undefined;
}

interface GenesisRecord extends Partial<Genesis> {
  readonly format?: number;
  readonly state?: number;
  readonly rules?: string;
  readonly version?: string;
  readonly catalogue?: string;
}

/** Reads a first record of any state. Throws `GenesisUnreadable`. */
export function readGenesis(bytes: Uint8Array): WrittenGenesis {
  const record = JSON.parse(new TextDecoder().decode(bytes)) as GenesisRecord;
  const { format, state = 0, rules, version, catalogue } = record;
  if (format === 1) {
    throw new GenesisUnreadable('an earlier version of Tapedeck wrote this data: start that version, or choose a new data folder');
  }
  if (format !== FORMAT) throw new GenesisUnreadable(NEWER);
  const genesis = genesisOf(record);
  if (state === STATE_VERSION && catalogue !== undefined && catalogue !== catalogueOf(genesis)) {
    throw new GenesisUnreadable(
      'this version of Tapedeck lists other contracts than the one that wrote this data: start that version, or choose a new data folder',
    );
  }
  return { genesis, state, rules, version };
}

function genesisOf({ source, seed, time, label = '', coins, steps, listed, recordings, opening }: GenesisRecord): Genesis {
  if (typeof seed !== 'number' || typeof time !== 'number') throw new GenesisUnreadable(NEWER);
  return {
    source: source === 'replay' ? 'replay' : 'simulated',
    seed,
    time,
    label,
    ...(coins === undefined ? {} : { coins }),
    ...(steps === true && { steps }),
    ...(listed === undefined ? {} : { listed }),
    ...(recordings === undefined ? {} : { recordings }),
    ...(opening === undefined ? {} : { opening }),
  };
}

/** Reads the first record of a journal that this server can go on with. Throws `GenesisUnreadable` or `StateOfAnotherVersion`. */
export function decodeGenesis(bytes: Uint8Array): Genesis {
  const { genesis, state, rules, version = 'of an earlier version' } = readGenesis(bytes);
  if (state !== STATE_VERSION) throw new StateOfAnotherVersion(state, STATE_VERSION);
  if (isUnderTheseRules(rules)) return genesis;
  throw new GenesisUnreadable(
    `Tapedeck ${version} wrote this data under other rules of trading (${rules ?? 'unnamed'}; this version has ${RULES}): ` +
      'run "npm run operator -- upgrade" to go on from its last state under the rules of this version, start that version, or choose a new data folder',
  );
}
