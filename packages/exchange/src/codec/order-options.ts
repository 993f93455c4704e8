import {
  lots,
  rate,
  rateUnits,
  lotCount,
  tickCount,
  ticks,
  type AttachedExits,
  type ExitLeg,
  type OrderChanges,
  type OrderOptions,
  type CancelScope,
  type PairLeg,
  type SelfMatch,
  type SlippageLimit,
  type TpSlMode,
  type TrailingTerms,
  type Trigger,
} from '@tapedeck/domain';
import {
  CANCEL_TABS,
  ORDER_TYPES,
  POSITION_INDEXES,
  SELF_MATCHES,
  SIDES,
  TP_SL_MODES,
  TRIGGER_DIRECTIONS,
  TRIGGER_SOURCES,
} from './choices.ts';
import { StateUnreadable } from './state-bytes.ts';

/** What both the journal's and the snapshot's bytes can hold. */
export interface FieldWriter {
  number(value: number): void;
  bigint(value: bigint): void;
  text(value: string): void;
}
export interface FieldReader {
  number(): number;
  bigint(): bigint;
  text(): string;
}

/** What an optional field is: not there, taken away, or a value. */
const ABSENT = 0;
const REMOVED = 1;
const PRESENT = 2;

export function writeChoice<T>(writer: FieldWriter, choices: readonly T[], value: T): void {
  writer.number(choices.indexOf(value));
}

export function readChoice<T>(reader: FieldReader, choices: readonly T[]): T {
  const chosen = choices[reader.number()];
  if (chosen === undefined) throw new StateUnreadable('the bytes hold an unknown choice');
  return chosen;
}

/** An absent value, a removal (`null`) or a value. */
export function writeOptional<T>(writer: FieldWriter, value: T | null | undefined, write: (writer: FieldWriter, value: T) => void): void {
  if (value === undefined) writer.number(ABSENT);
  else if (value === null) writer.number(REMOVED);
  else {
    writer.number(PRESENT);
    write(writer, value);
  }
}

export function readOptional<T>(reader: FieldReader, read: (reader: FieldReader) => T): T | null | undefined {
  const kind = readChoice(reader, [ABSENT, REMOVED, PRESENT]);
  if (kind === ABSENT) return undefined;
  return kind === REMOVED ? null : read(reader);
}

/** The same where nothing can be removed. */
export function readPresent<T>(reader: FieldReader, read: (reader: FieldReader) => T): T | undefined {
  const value = readOptional(reader, read);
  if (value === null) throw new StateUnreadable('the bytes remove what cannot be removed');
  return value;
}

/** An object with only those of its fields that are not `undefined`. */
export function withoutAbsent<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export function writeTrigger(writer: FieldWriter, trigger: Trigger): void {
  writer.number(tickCount(trigger.price));
  writeChoice(writer, TRIGGER_DIRECTIONS, trigger.direction);
  writeChoice(writer, TRIGGER_SOURCES, trigger.source);
}
export const readTrigger = (reader: FieldReader): Trigger => ({
  price: ticks(reader.number()),
  direction: readChoice(reader, TRIGGER_DIRECTIONS),
  source: readChoice(reader, TRIGGER_SOURCES),
});

export function writeSlippage(writer: FieldWriter, limit: SlippageLimit): void {
  writer.number(limit.type === 'TickSize' ? 1 : 0);
  if (limit.type === 'TickSize') writer.number(limit.ticks);
  else writer.bigint(rateUnits(limit.share));
}
export function readSlippage(reader: FieldReader): SlippageLimit {
  const byTicks = readChoice(reader, [false, true]);
  return byTicks ? { type: 'TickSize', ticks: reader.number() } : { type: 'Percent', share: rate(reader.bigint()) };
}

export function writeLeg(writer: FieldWriter, leg: ExitLeg): void {
  writer.number(tickCount(leg.trigger));
  writeChoice(writer, TRIGGER_SOURCES, leg.source);
  writeChoice(writer, ORDER_TYPES, leg.orderType);
  writer.number(tickCount(leg.limit));
  writeOptional(writer, leg.slippage, writeSlippage);
}
export const readLeg = (reader: FieldReader): ExitLeg =>
  withoutAbsent<ExitLeg>({
    trigger: ticks(reader.number()),
    source: readChoice(reader, TRIGGER_SOURCES),
    orderType: readChoice(reader, ORDER_TYPES),
    limit: ticks(reader.number()),
    slippage: readPresent(reader, readSlippage),
  });

export function writeExits(writer: FieldWriter, exits: AttachedExits): void {
  writeChoice(writer, TP_SL_MODES, exits.mode);
  writeOptional(writer, exits.takeProfit, writeLeg);
  writeOptional(writer, exits.stopLoss, writeLeg);
}
export const readExits = (reader: FieldReader): AttachedExits =>
  withoutAbsent<AttachedExits>({
    mode: readMode(reader),
    takeProfit: readPresent(reader, readLeg),
    stopLoss: readPresent(reader, readLeg),
  });

export const writeMode = (writer: FieldWriter, mode: TpSlMode): void => writeChoice(writer, TP_SL_MODES, mode);
export const readMode = (reader: FieldReader): TpSlMode => readChoice(reader, TP_SL_MODES);

export function writeTrailing(writer: FieldWriter, terms: TrailingTerms): void {
  writer.number(tickCount(terms.distance));
  writer.bigint(rateUnits(terms.share));
  writer.number(tickCount(terms.activation));
}
export const readTrailing = (reader: FieldReader): TrailingTerms => ({
  distance: ticks(reader.number()),
  share: rate(reader.bigint()),
  activation: ticks(reader.number()),
});

export const writeSelfMatch = (writer: FieldWriter, selfMatch: SelfMatch): void => writeChoice(writer, SELF_MATCHES, selfMatch);
export const readSelfMatch = (reader: FieldReader): SelfMatch => readChoice(reader, SELF_MATCHES);

export function writeOptions(writer: FieldWriter, options: OrderOptions): void {
  writeOptional(writer, options.trigger, writeTrigger);
  writer.number(options.closeOnTrigger === undefined ? ABSENT : options.closeOnTrigger ? PRESENT : REMOVED);
  writeOptional(writer, options.exits, writeExits);
  writeOptional(writer, options.slippage, writeSlippage);
  writeOptional(writer, options.selfMatch, writeSelfMatch);
}
/** A flag that may be absent. */
function readFlag(reader: FieldReader): boolean | undefined {
  const kind = readChoice(reader, [ABSENT, REMOVED, PRESENT]);
  return kind === ABSENT ? undefined : kind === PRESENT;
}

export const readOptions = (reader: FieldReader): OrderOptions =>
  withoutAbsent<OrderOptions>({
    trigger: readPresent(reader, readTrigger),
    closeOnTrigger: readFlag(reader),
    exits: readPresent(reader, readExits),
    slippage: readPresent(reader, readSlippage),
    selfMatch: readPresent(reader, readSelfMatch),
  });

const writeCount = (writer: FieldWriter, count: number): void => writer.number(count);

export function writeChanges(writer: FieldWriter, changes: OrderChanges): void {
  writeOptional(writer, changes.price === undefined ? undefined : tickCount(changes.price), writeCount);
  writeOptional(writer, changes.quantity === undefined ? undefined : lotCount(changes.quantity), writeCount);
  writeOptional(writer, changes.trigger === undefined ? undefined : tickCount(changes.trigger), writeCount);
  writeOptional(writer, changes.triggerSource, (to, source) => {
    writeChoice(to, TRIGGER_SOURCES, source);
  });
  writeOptional(writer, changes.exits, writeExits);
}
export const readChanges = (reader: FieldReader): OrderChanges =>
  withoutAbsent<OrderChanges>({
    price: readPresent(reader, (from) => ticks(from.number())),
    quantity: readPresent(reader, (from) => lots(from.number())),
    trigger: readPresent(reader, (from) => ticks(from.number())),
    triggerSource: readPresent(reader, (from) => readChoice(from, TRIGGER_SOURCES)),
    exits: readOptional(reader, readExits),
  });

export function writePairLeg(writer: FieldWriter, leg: PairLeg): void {
  writeChoice(writer, SIDES, leg.side);
  writer.number(tickCount(leg.trigger));
  writeChoice(writer, TRIGGER_SOURCES, leg.source);
  writeChoice(writer, ORDER_TYPES, leg.orderType);
  writer.number(tickCount(leg.price));
}
export const readPairLeg = (reader: FieldReader): PairLeg => ({
  side: readChoice(reader, SIDES),
  trigger: ticks(reader.number()),
  source: readChoice(reader, TRIGGER_SOURCES),
  orderType: readChoice(reader, ORDER_TYPES),
  price: ticks(reader.number()),
});

export function writeScope(writer: FieldWriter, scope: CancelScope): void {
  writeChoice(writer, CANCEL_TABS, scope.tab);
  writeOptional(writer, scope.positionIndex, (to, index) => {
    writeChoice(to, POSITION_INDEXES, index);
  });
}
export const readScope = (reader: FieldReader): CancelScope =>
  withoutAbsent<CancelScope>({
    tab: readChoice(reader, CANCEL_TABS),
    positionIndex: readPresent(reader, (from) => readChoice(from, POSITION_INDEXES)),
  });
