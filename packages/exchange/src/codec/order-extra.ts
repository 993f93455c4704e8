import {
  lotCount,
  lots,
  rate,
  rateUnits,
  type AttachedExits,
  type CopyTag,
  type SelfMatch,
  type SlippageLimit,
  type StopOrderType,
  type StopRecord,
  type StrategyKind,
  type StrategyTag,
} from '@tapedeck/domain';
import {
  readExits,
  readPresent,
  readSelfMatch,
  readSlippage,
  readTrailing,
  readTrigger,
  withoutAbsent,
  writeExits,
  writeOptional,
  writeSelfMatch,
  writeSlippage,
  writeTrailing,
  writeTrigger,
} from './order-options.ts';
import type { StateReader, StateWriter } from './state-bytes.ts';

/** What only some orders have. Kept apart, so that the others stay small. */
export interface OrderExtra {
  /** What it waited for before it fired. */
  readonly stop?: StopRecord;
  /** TP/SL for the position that it opens. */
  readonly exits?: AttachedExits;
  readonly slippage?: SlippageLimit;
  readonly selfMatch?: SelfMatch;
  readonly strategy?: StrategyTag;
  readonly copy?: CopyTag;
}

function writeStop(writer: StateWriter, stop: StopRecord): void {
  writer.text(stop.kind);
  writer.boolean(stop.closeOnTrigger);
  writer.boolean(stop.wholePosition);
  writer.number(stop.parent);
  writeOptional(writer, stop.trigger, writeTrigger);
  writeOptional(writer, stop.trailing, writeTrailing);
  writeOptional(writer, stop.marginRate, (to, value) => {
    to.bigint(rateUnits(value));
  });
}

const readStop = (reader: StateReader): StopRecord =>
  withoutAbsent<StopRecord>({
    kind: reader.text() as StopOrderType,
    closeOnTrigger: reader.boolean(),
    wholePosition: reader.boolean(),
    parent: reader.number(),
    trigger: readPresent(reader, readTrigger),
    trailing: readPresent(reader, readTrailing),
    marginRate: readPresent(reader, (from) => rate(from.bigint())),
  });

function writeTag(writer: StateWriter, { kind, id, part }: StrategyTag): void {
  writer.text(kind);
  writer.number(id);
  writer.number(part);
}
const readTag = (reader: StateReader): StrategyTag => ({ kind: reader.text() as StrategyKind, id: reader.number(), part: reader.number() });

function writeCopy(writer: StateWriter, { leader, order, lots: count }: CopyTag): void {
  for (const value of [leader, order, lotCount(count)]) writer.number(value);
}
const readCopy = (reader: StateReader): CopyTag => ({ leader: reader.number(), order: reader.number(), lots: lots(reader.number()) });

export function writeExtra(writer: StateWriter, extra: OrderExtra): void {
  writer.boolean(extra.stop !== undefined);
  if (extra.stop !== undefined) writeStop(writer, extra.stop);
  writeOptional(writer, extra.exits, writeExits);
  writeOptional(writer, extra.slippage, writeSlippage);
  writeOptional(writer, extra.selfMatch, writeSelfMatch);
  writer.boolean(extra.strategy !== undefined);
  if (extra.strategy !== undefined) writeTag(writer, extra.strategy);
  writer.boolean(extra.copy !== undefined);
  if (extra.copy !== undefined) writeCopy(writer, extra.copy);
}

export const readExtra = (reader: StateReader): OrderExtra =>
  withoutAbsent<OrderExtra>({
    stop: reader.boolean() ? readStop(reader) : undefined,
    exits: readPresent(reader, readExits),
    slippage: readPresent(reader, readSlippage),
    selfMatch: readPresent(reader, readSelfMatch),
    strategy: reader.boolean() ? readTag(reader) : undefined,
    copy: reader.boolean() ? readCopy(reader) : undefined,
  });
