import {
  formatDecimal,
  parseDecimal,
  rate,
  rateUnits,
  tickCount,
  ticks,
  type AttachedExits,
  type ExitLeg,
  type Instrument,
  type OrderOptions,
  type Rate,
  type SlippageLimit,
  type TrailingTerms,
  type Trigger,
  type TriggerSource,
} from '@tapedeck/domain';
import type { ExitFields, OrderOptionsFields, SlippageFields, TrailingFields, TriggerFields } from '../web/order-options.ts';
import { readCount, readTicks, ticksText } from './decimals.ts';
import { WireMalformed } from './wire-malformed.ts';

type Which = 'takeProfit' | 'stopLoss';

/** The wire's names of the two legs. */
const NAMES = {
  takeProfit: {
    trigger: 'takeProfit',
    source: 'tpTriggerBy',
    orderType: 'tpOrderType',
    limit: 'limitTakeProfit',
    slippageType: 'tpMaxSlippageType',
    slippage: 'tpMaxSlippage',
  },
  stopLoss: {
    trigger: 'stopLoss',
    source: 'slTriggerBy',
    orderType: 'slOrderType',
    limit: 'limitStopLoss',
    slippageType: 'slMaxSlippageType',
    slippage: 'slMaxSlippage',
  },
} as const;

/** Decimals of a share (which has 8) that is counted in hundredths, and in ten-thousandths (`…E4`). */
const PERCENT_DIGITS = 6;
const SHARE_DIGITS = 4;

const sourceOf = (text: TriggerSource | 'UNKNOWN' | undefined): TriggerSource =>
  text === undefined || text === 'UNKNOWN' ? 'LastPrice' : text;

/** A share in percent. */
export const percentText = (share: Rate): string => formatDecimal(rateUnits(share), PERCENT_DIGITS);

export function encodeSlippage(limit: SlippageLimit): Required<SlippageFields> {
  if (limit.type === 'TickSize') return { maxSlippageType: 'TickSize', maxSlippage: String(limit.ticks) };
  return { maxSlippageType: 'Percent', maxSlippage: percentText(limit.share) };
}

/** The limit of a value, of type `Percent` by default. Throws `WireMalformed`. */
export function decodeSlippage(type: 'Percent' | 'TickSize' | undefined, value: string, field: string): SlippageLimit {
  if (type === 'TickSize') return { type, ticks: readCount(value, field) };
  const units = parseDecimal(value, PERCENT_DIGITS);
  if (units === undefined) throw new WireMalformed(field);
  return { type: 'Percent', share: rate(units) };
}

export function encodeLeg(leg: ExitLeg, which: Which, instrument: Instrument): ExitFields {
  const names = NAMES[which];
  const slippage = leg.slippage === undefined ? undefined : encodeSlippage(leg.slippage);
  return {
    [names.trigger]: ticksText(leg.trigger, instrument),
    [names.source]: leg.source,
    [names.orderType]: leg.orderType,
    ...(leg.orderType === 'Limit' && { [names.limit]: ticksText(leg.limit, instrument) }),
    ...(slippage !== undefined && { [names.slippageType]: slippage.maxSlippageType, [names.slippage]: slippage.maxSlippage }),
  };
}

/** A leg from its fields: `null` for "0", `undefined` if absent. Throws `WireMalformed`. */
export function decodeLeg(fields: ExitFields, which: Which, instrument: Instrument): ExitLeg | null | undefined {
  const names = NAMES[which];
  const at = fields[names.trigger];
  if (at === undefined) return undefined;
  const trigger = readTicks(at, names.trigger, instrument);
  if (tickCount(trigger) === 0) return null;
  if (tickCount(trigger) < 0) throw new WireMalformed(names.trigger);
  const orderType = fields[names.orderType] ?? 'Market';
  const limit = fields[names.limit];
  if (orderType === 'Limit' && limit === undefined) throw new WireMalformed(names.limit);
  const slippage = fields[names.slippage];
  return {
    trigger,
    source: sourceOf(fields[names.source]),
    orderType,
    limit: orderType === 'Limit' && limit !== undefined ? readTicks(limit, names.limit, instrument) : ticks(0),
    ...(slippage !== undefined && { slippage: decodeSlippage(fields[names.slippageType], slippage, names.slippage) }),
  };
}

export function encodeExits(exits: AttachedExits, instrument: Instrument): ExitFields {
  return {
    tpSlMode: exits.mode,
    ...(exits.takeProfit !== undefined && encodeLeg(exits.takeProfit, 'takeProfit', instrument)),
    ...(exits.stopLoss !== undefined && encodeLeg(exits.stopLoss, 'stopLoss', instrument)),
  };
}

/** Attached TP/SL, if any; `Full` by default. Throws `WireMalformed`. */
export function decodeExits(fields: ExitFields, instrument: Instrument): AttachedExits | undefined {
  const takeProfit = decodeLeg(fields, 'takeProfit', instrument) ?? undefined;
  const stopLoss = decodeLeg(fields, 'stopLoss', instrument) ?? undefined;
  if (takeProfit === undefined && stopLoss === undefined) return undefined;
  return {
    mode: fields.tpSlMode === 'Partial' ? 'Partial' : 'Full',
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
  };
}

export function encodeTrigger(trigger: Trigger, instrument: Instrument): Required<TriggerFields> {
  return {
    triggerPrice: ticksText(trigger.price, instrument),
    triggerBy: trigger.source,
    triggerDirection: trigger.direction === 'Falling' ? 2 : 1,
  };
}

/** Trigger of an order; `rising` says whether its price is above the current one, for requests without a direction. */
export function decodeTrigger(
  fields: TriggerFields,
  instrument: Instrument,
  rising: (trigger: Pick<Trigger, 'price' | 'source'>) => boolean,
): Trigger | undefined {
  if (fields.triggerPrice === undefined) return undefined;
  const price = readTicks(fields.triggerPrice, 'triggerPrice', instrument);
  // The forms send every field (TPS-17); 0 means none.
  if (tickCount(price) === 0) return undefined;
  const source = sourceOf(fields.triggerBy);
  const { triggerDirection } = fields;
  const up = triggerDirection === undefined ? rising({ price, source }) : triggerDirection === 1;
  return { price, source, direction: up ? 'Rising' : 'Falling' };
}

/** The optional fields of an order on the wire. */
export function encodeOrderOptions(options: OrderOptions, instrument: Instrument): OrderOptionsFields {
  const { trigger, closeOnTrigger, exits, slippage, selfMatch } = options;
  return {
    ...(trigger !== undefined && encodeTrigger(trigger, instrument)),
    ...(closeOnTrigger !== undefined && { closeOnTrigger }),
    ...(exits !== undefined && encodeExits(exits, instrument)),
    ...(slippage !== undefined && encodeSlippage(slippage)),
    ...(selfMatch !== undefined && { smpType: selfMatch }),
  };
}

/** The options of a request; `undefined` if it has none. Throws `WireMalformed`. */
export function decodeOrderOptions(
  fields: OrderOptionsFields,
  instrument: Instrument,
  rising: (trigger: Pick<Trigger, 'price' | 'source'>) => boolean,
): OrderOptions | undefined {
  const trigger = decodeTrigger(fields, instrument, rising);
  const exits = decodeExits(fields, instrument);
  const slippage = fields.maxSlippage === undefined ? undefined : decodeSlippage(fields.maxSlippageType, fields.maxSlippage, 'maxSlippage');
  const options: OrderOptions = {
    ...(trigger !== undefined && { trigger }),
    ...(trigger !== undefined && fields.closeOnTrigger !== undefined && { closeOnTrigger: fields.closeOnTrigger }),
    ...(exits !== undefined && { exits }),
    ...(slippage !== undefined && { slippage }),
    ...(fields.smpType !== undefined && { selfMatch: fields.smpType }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

export function encodeTrailing(terms: TrailingTerms, instrument: Instrument): TrailingFields {
  const distance = tickCount(terms.distance);
  return {
    ...(distance > 0
      ? { trailValue: ticksText(terms.distance, instrument) }
      : { trailingStopPercentageE4: formatDecimal(rateUnits(terms.share), SHARE_DIGITS) }),
    ...(tickCount(terms.activation) > 0 && { activationPrice: ticksText(terms.activation, instrument) }),
  };
}

/** A trailing stop; `null` for a distance of "0", `undefined` if absent. Throws `WireMalformed`. */
export function decodeTrailing(fields: TrailingFields, instrument: Instrument): TrailingTerms | null | undefined {
  const { trailValue, trailingStopPercentageE4, activationPrice } = fields;
  if (trailValue === undefined && trailingStopPercentageE4 === undefined) return undefined;
  const distance = readTicks(trailValue ?? '0', 'trailValue', instrument);
  const share = parseDecimal(trailingStopPercentageE4 ?? '0', SHARE_DIGITS);
  if (share === undefined) throw new WireMalformed('trailingStopPercentageE4');
  if (tickCount(distance) === 0 && share === 0n) return null;
  return { distance, share: rate(share), activation: readTicks(activationPrice ?? '0', 'activationPrice', instrument) };
}
