import { invariant, type Instrument, type InstrumentStatus } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import { StateUnreadable, type StateReader, type StateWriter } from '../codec/state-bytes.ts';

/** Terms that differ between instruments of one series: strikes and dates. */
type OwnTerms = Pick<Instrument, 'id' | 'symbol' | 'status' | 'deliveryAt' | 'option' | 'legs'>;
type SharedTerms = Omit<Instrument, keyof OwnTerms>;

const KINDS = ['number', 'bigint', 'string', 'boolean', 'list', 'record'] as const;

/** Writes terms without knowing their fields, so that later fields are included. */
function writeValue(writer: StateWriter, value: unknown): void {
  const kind = Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value;
  writer.number(KINDS.findIndex((known) => known === kind));
  if (typeof value === 'number') writer.number(value);
  else if (typeof value === 'bigint') writer.bigint(value);
  else if (typeof value === 'string') writer.text(value);
  else if (typeof value === 'boolean') writer.boolean(value);
  else {
    invariant(typeof value === 'object' && value !== null, 'the terms of an instrument are plain values');
    const fields = Object.entries(value).filter(([, part]) => part !== undefined);
    writer.number(fields.length);
    for (const [field, part] of fields) {
      if (kind === 'record') writer.text(field);
      writeValue(writer, part);
    }
  }
}

function readValue(reader: StateReader): unknown {
  switch (KINDS[reader.number()]) {
    case 'number':
      return reader.number();
    case 'bigint':
      return reader.bigint();
    case 'string':
      return reader.text();
    case 'boolean':
      return reader.boolean();
    case 'list':
      return Array.from({ length: reader.number() }, () => readValue(reader));
    case 'record':
      return Object.fromEntries(Array.from({ length: reader.number() }, () => [reader.text(), readValue(reader)] as const));
    default:
      throw new StateUnreadable('a value is of no known kind');
  }
}

interface Parts {
  readonly own: OwnTerms;
  readonly shared: SharedTerms;
  /** Distinguishes shared terms. */
  readonly key: string;
}

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part.toString()}n` : part));

/** Instruments are replaced, never changed: decomposing hundreds of them for each image would take most of its time. */
const partsKnown = new WeakMap<Instrument, Parts>();

function partsOf(instrument: Instrument): Parts {
  const found = partsKnown.get(instrument);
  if (found !== undefined) return found;
  const { own, shared } = split(instrument);
  const parts = { own, shared, key: keyOf(shared) };
  partsKnown.set(instrument, parts);
  return parts;
}

function split(instrument: Instrument): { readonly own: OwnTerms; readonly shared: SharedTerms } {
  const { id, symbol, status, deliveryAt, option, legs, ...shared } = instrument;
  return {
    own: {
      id,
      symbol,
      status,
      ...(deliveryAt === undefined ? {} : { deliveryAt }),
      ...(option === undefined ? {} : { option }),
      ...(legs === undefined ? {} : { legs }),
    },
    shared,
  };
}

/** The status of the initial instruments, and every later one in full; common terms are written once. */
export function writeInstruments(state: ExchangeState, writer: StateWriter): void {
  const { instruments, foundingInstruments } = state;
  writer.number(foundingInstruments);
  for (const { status } of instruments.slice(0, foundingInstruments)) writer.text(status);
  const places = new Map<string, number>();
  const shared: SharedTerms[] = [];
  const listed = instruments.slice(foundingInstruments).map((instrument) => {
    const parts = partsOf(instrument);
    const at = places.get(parts.key) ?? places.size;
    if (at === shared.length) shared.push(parts.shared);
    places.set(parts.key, at);
    return { own: parts.own, at };
  });
  writer.number(shared.length);
  for (const terms of shared) writeValue(writer, terms);
  writer.number(listed.length);
  for (const { own, at } of listed) {
    writer.number(at);
    writeValue(writer, own);
  }
}

/** Restores the written instruments into a fresh state of the same initial instruments. */
export function readInstruments(state: ExchangeState, reader: StateReader): void {
  if (reader.number() !== state.foundingInstruments) throw new StateUnreadable('the state is of other instruments');
  for (const { id } of state.instruments.slice()) {
    const status = reader.text() as InstrumentStatus;
    const market = state.findMarket(id);
    if (market !== undefined) state.setStatus(market, status);
  }
  const shared: SharedTerms[] = [];
  for (let left = reader.number(); left > 0; left -= 1) shared.push(readValue(reader) as SharedTerms);
  for (let left = reader.number(); left > 0; left -= 1) {
    const terms = shared[reader.number()];
    if (terms === undefined) throw new StateUnreadable('an instrument has no terms');
    state.restore({ ...terms, ...(readValue(reader) as OwnTerms) });
  }
  state.events.length = 0;
}
