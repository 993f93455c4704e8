import type {
  AttachedExits,
  CancelScope,
  ExitLeg,
  OrderOptions,
  PairLeg,
  SelfMatch,
  SlippageLimit,
  TpSlMode,
  TrailingTerms,
  Trigger,
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
import { NUMBER, OPTIONAL_FLAG, RATE, TICKS, YES_OR_NO, optional, placeIn, struct, type FieldCodec } from './fields.ts';

export const TRIGGER_SOURCE = placeIn(TRIGGER_SOURCES);
const TYPE = placeIn(ORDER_TYPES);

export const TRIGGER = struct<Trigger>({ price: TICKS, direction: placeIn(TRIGGER_DIRECTIONS), source: TRIGGER_SOURCE });

export const SLIPPAGE: FieldCodec<SlippageLimit> = {
  write: (writer, limit) => {
    YES_OR_NO.write(writer, limit.type === 'TickSize');
    if (limit.type === 'TickSize') writer.number(limit.ticks);
    else RATE.write(writer, limit.share);
  },
  read: (reader) =>
    YES_OR_NO.read(reader) ? { type: 'TickSize', ticks: NUMBER.read(reader) } : { type: 'Percent', share: RATE.read(reader) },
};

export const LEG = struct<ExitLeg>({ trigger: TICKS, source: TRIGGER_SOURCE, orderType: TYPE, limit: TICKS, slippage: optional(SLIPPAGE) });

export const TP_SL_MODE: FieldCodec<TpSlMode> = placeIn(TP_SL_MODES);

export const EXITS = struct<AttachedExits>({ mode: TP_SL_MODE, takeProfit: optional(LEG), stopLoss: optional(LEG) });

export const TRAILING = struct<TrailingTerms>({ distance: TICKS, share: RATE, activation: TICKS });

export const SELF_MATCH: FieldCodec<SelfMatch> = placeIn(SELF_MATCHES);

/** Without `isTpSl`, a bit beside them. */
export const OPTIONS = struct<Omit<OrderOptions, 'isTpSl'>>({
  trigger: optional(TRIGGER),
  closeOnTrigger: OPTIONAL_FLAG,
  exits: optional(EXITS),
  slippage: optional(SLIPPAGE),
  selfMatch: optional(SELF_MATCH),
});

export const PAIR_LEG = struct<PairLeg>({ side: placeIn(SIDES), trigger: TICKS, source: TRIGGER_SOURCE, orderType: TYPE, price: TICKS });

/** Without the fields that a cancel preserves, which only commands carry. */
export const SCOPE = struct<Omit<CancelScope, 'keepsProtective'>>({
  tab: placeIn(CANCEL_TABS),
  positionIndex: optional(placeIn(POSITION_INDEXES)),
});
