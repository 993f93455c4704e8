import type {
  AttachedExits,
  CopyTag,
  SelfMatch,
  SlippageLimit,
  StopOrderType,
  StopRecord,
  StrategyKind,
  StrategyTag,
} from '@tapedeck/domain';
import { LOTS, NUMBER, RATE, TEXT, optional, struct, type FieldCodec } from './fields.ts';
import { EXITS, SELF_MATCH, SLIPPAGE, TRAILING, TRIGGER } from './order-options.ts';
import type { StateReader, StateWriter } from './state-bytes.ts';

/** Fields that only some orders have; stored apart to keep other orders small. */
export interface OrderExtra {
  /** The trigger of the order before it triggered. */
  readonly stop?: StopRecord;
  /** TP/SL for the position that the order opens. */
  readonly exits?: AttachedExits;
  readonly slippage?: SlippageLimit;
  readonly selfMatch?: SelfMatch;
  readonly strategy?: StrategyTag;
  readonly copy?: CopyTag;
}

type StateCodec<Value> = FieldCodec<Value, StateWriter, StateReader>;

const FLAG: StateCodec<boolean> = {
  write: (writer, value) => {
    writer.boolean(value);
  },
  read: (reader) => reader.boolean(),
};

const flagged = <Value>(codec: StateCodec<Value>): StateCodec<Value | undefined> => ({
  write: (writer, value) => {
    writer.boolean(value !== undefined);
    if (value !== undefined) codec.write(writer, value);
  },
  read: (reader) => (reader.boolean() ? codec.read(reader) : undefined),
});

const STOP = struct<StopRecord, StateWriter, StateReader>({
  kind: TEXT as FieldCodec<StopOrderType>,
  closeOnTrigger: FLAG,
  wholePosition: FLAG,
  parent: NUMBER,
  trigger: optional(TRIGGER),
  trailing: optional(TRAILING),
  marginRate: optional(RATE),
});

export const EXTRA = struct<OrderExtra, StateWriter, StateReader>({
  stop: flagged(STOP),
  exits: optional(EXITS),
  slippage: optional(SLIPPAGE),
  selfMatch: optional(SELF_MATCH),
  strategy: flagged(struct<StrategyTag>({ kind: TEXT as FieldCodec<StrategyKind>, id: NUMBER, part: NUMBER })),
  copy: flagged(struct<CopyTag>({ leader: NUMBER, order: NUMBER, lots: LOTS })),
});
