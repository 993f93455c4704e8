import type { Instrument } from '@tapedeck/domain';
import { FOUNDING_INSTRUMENTS, recordedPerpetual, type RecordedSymbol } from '@tapedeck/venue-paper';

/** What a world is made from; the first record of its journal. */
export interface Genesis {
  readonly format: 1;
  readonly source: 'simulated' | 'replay';
  /** Of the simulated market. */
  readonly seed: number;
  /** Engine time at which the world begins, ms. */
  readonly time: number;
  /** Seed or file names, for people. */
  readonly label: string;
  /** What a recording brought along beside what the exchange lists by itself, in units of 1e-8 as texts. */
  readonly listed?: readonly ListedSymbol[];
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

/** What the world of a genesis begins with. */
export function foundingInstruments({ listed = [] }: Pick<Genesis, 'listed'>): readonly Instrument[] {
  const brought = listed.map(({ symbol, tickSize, lotSize, price }, i) =>
    recordedPerpetual(FOUNDING_INSTRUMENTS.length + i, {
      symbol,
      tickSize: BigInt(tickSize),
      lotSize: BigInt(lotSize),
      price: BigInt(price),
    }),
  );
  return [...FOUNDING_INSTRUMENTS, ...brought];
}

export class GenesisUnreadable extends Error {
  override readonly name = 'GenesisUnreadable';
}

export const encodeGenesis = (genesis: Genesis): Uint8Array => new TextEncoder().encode(JSON.stringify(genesis));

export function decodeGenesis(bytes: Uint8Array): Genesis {
  const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Genesis>;
  if (parsed.format !== 1 || typeof parsed.seed !== 'number' || typeof parsed.time !== 'number') {
    throw new GenesisUnreadable('the journal was begun by a server that this one does not understand; use a newer server');
  }
  return {
    format: 1,
    source: parsed.source === 'replay' ? 'replay' : 'simulated',
    seed: parsed.seed,
    time: parsed.time,
    label: parsed.label ?? '',
    ...(parsed.listed === undefined ? {} : { listed: parsed.listed }),
  };
}
