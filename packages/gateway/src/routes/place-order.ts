import {
  exactLots,
  exactTicks,
  formatDecimal,
  isSpot,
  leverage,
  leverageHundredths,
  lotCount,
  lots,
  money,
  parseDecimal,
  price,
  priceBound,
  priceOfTicks,
  priceUnits,
  quantity,
  quantityBound,
  quantityOfLots,
  quantityUnits,
  refusal,
  SCALE_DIGITS,
  tickCount,
  ticks,
} from '@tapedeck/domain';
import type {
  AccountId,
  Instrument,
  Leverage,
  Lots,
  OrderOptions,
  PlaceOrder,
  SettingsRecord,
  Ticks,
  TimeInForce,
  Trigger,
  Untimed,
} from '@tapedeck/domain';
import { decodeOrderOptions } from '@tapedeck/protocol';
import type { CreateOrderRequest } from '@tapedeck/protocol';
import type { Venue } from '@tapedeck/venue';
import { badParameter, refused, type Reply } from '../answers.ts';

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Reply };
const decoded = <T>(value: T): Decoded<T> => ({ ok: true, value });
const stopped = (reply: Reply): { readonly ok: false; readonly reply: Reply } => ({ ok: false, reply });

const LEVERAGE_DIGITS = 2;
const COUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether a trigger price is above the current price of its source. */
export type IsRising = (trigger: Pick<Trigger, 'price' | 'source'>) => boolean;

export function risingOn(venue: Pick<Venue, 'market'>, instrument: Instrument): IsRising {
  return ({ price: at, source }) => {
    const state = venue.market(instrument.id)?.state;
    if (state === undefined) return true;
    const now = { LastPrice: state.last, MarkPrice: state.mark, IndexPrice: state.index }[source];
    return priceUnits(priceOfTicks(at, instrument.tickSize)) > priceUnits(now);
  };
}

/** Size of the order: lots, or an amount of money for spot market orders by amount. */
function decodeSize(request: CreateOrderRequest, instrument: Instrument): Decoded<Pick<PlaceOrder, 'quantity' | 'quoteAmount'>> {
  if (request.marketUnit !== 'quoteCoin') {
    const size = decodeQuantity(request, instrument);
    return size.ok ? decoded({ quantity: size.value }) : size;
  }
  if (instrument.kind !== 'Spot' || request.orderType !== 'Market')
    return stopped(badParameter('marketUnit', 'applies to spot market orders only'));
  const amount = readQuantity(request);
  if (!amount.ok) return amount;
  return amount.value > 0n ? decoded({ quantity: lots(0), quoteAmount: money(amount.value) }) : stopped(badParameter('qty'));
}

/** The optional fields; throws `WireMalformed`. */
function decodeOptions(request: CreateOrderRequest, instrument: Instrument, isRising: IsRising): Decoded<OrderOptions | undefined> {
  const options = decodeOrderOptions(request, instrument, isRising);
  const waits = request.type === 'Conditions' || request.type === 'TpSl';
  if (waits && options?.trigger === undefined) return stopped(badParameter('triggerPrice'));
  if (request.type !== 'TpSl') return decoded(options);
  if (!isSpot(instrument)) return stopped(badParameter('type', 'TpSl applies to spot only; use Conditions'));
  return decoded({ ...options, isTpSl: true });
}

/** The command of a request, in whole ticks and lots; a reply if it is invalid. Throws `WireMalformed`. */
export function decodePlaceOrder(
  request: CreateOrderRequest,
  account: AccountId,
  instrument: Instrument,
  isRising: IsRising,
): Decoded<Untimed<PlaceOrder>> {
  const limit = decodePrice(request, instrument);
  if (!limit.ok) return limit;
  const size = decodeSize(request, instrument);
  if (!size.ok) return size;
  const options = decodeOptions(request, instrument, isRising);
  if (!options.ok) return options;
  const timeInForce = decodeTimeInForce(request);
  if (timeInForce === undefined) return stopped(badParameter('timeInForce', 'cannot be PostOnly for a market order'));
  return decoded({
    type: 'PlaceOrder',
    account,
    instrument: instrument.id,
    side: request.side,
    orderType: request.orderType,
    price: limit.value,
    ...size.value,
    timeInForce,
    reduceOnly: request.reduceOnly === true || request.closeOnTrigger === true,
    positionIndex: request.positionIdx ?? 0,
    clientOrderId: request.orderLinkId ?? '',
    source: request.source ?? 'api',
    ...(request.isLeverage !== undefined && { borrows: request.isLeverage }),
    ...(options.value !== undefined && { options: options.value }),
  });
}

export function decodePrice(request: Pick<CreateOrderRequest, 'orderType' | 'price'>, instrument: Instrument): Decoded<Ticks> {
  if (request.orderType === 'Market') return decoded(ticks(0));
  const units = request.price === undefined ? undefined : parseDecimal(request.price);
  if (request.price === undefined || units === undefined) return stopped(badParameter('price'));
  const value = price(units);
  const count = units > 0n && units / priceUnits(instrument.tickSize) <= COUNT_MAX ? exactTicks(value, instrument.tickSize) : ticks(0);
  if (count === undefined) {
    return stopped(refused(refusal('priceOffTick', { price: request.price, tickSize: units8(priceUnits(instrument.tickSize)) })));
  }
  const { minPrice, maxPrice } = instrument;
  if (count >= minPrice && count <= maxPrice) return decoded(count);
  // A price beyond the countable range has none.
  const limit = units > 0n && (count > maxPrice || tickCount(count) === 0) ? maxPrice : minPrice;
  return stopped(refused(refusal('priceOutOfRange', { price: request.price, limit: priceBound(tickCount(limit), instrument) })));
}

/** The quantity in 1e-8 units, from `qty` or `qtyX`; both must agree. */
function readQuantity({ qty, qtyX }: Pick<CreateOrderRequest, 'qty' | 'qtyX'>): Decoded<bigint> {
  const plain = qty === undefined ? undefined : parseDecimal(qty);
  const scaled = qtyX === undefined ? undefined : parseDecimal(qtyX, 0);
  if (qty !== undefined && plain === undefined) return stopped(badParameter('qty'));
  if (qtyX !== undefined && scaled === undefined) return stopped(badParameter('qtyX'));
  const units = plain ?? scaled;
  if (units === undefined) return stopped(badParameter('qty'));
  if (scaled !== undefined && scaled !== units) return stopped(badParameter('qtyX', 'differs from qty'));
  return decoded(units);
}

export function decodeQuantity(request: Pick<CreateOrderRequest, 'qty' | 'qtyX'>, instrument: Instrument): Decoded<Lots> {
  const read = readQuantity(request);
  if (!read.ok) return read;
  const units = read.value;
  const lot = quantityUnits(instrument.lotSize);
  const smallest = units8(quantityUnits(quantityOfLots(instrument.minOrder, instrument.lotSize)));
  if (units <= 0n) return stopped(refused(refusal('quantityTooSmall', { quantity: units8(units), limit: smallest })));
  if (units / lot > COUNT_MAX)
    return stopped(
      refused(
        refusal('quantityTooLarge', { quantity: units8(units), limit: quantityBound(lotCount(instrument.maxLimitOrder), instrument) }),
      ),
    );
  const count = exactLots(quantity(units), instrument.lotSize);
  if (count === undefined) return stopped(refused(refusal('quantityOffLot', { quantity: units8(units), lotSize: units8(lot) })));
  return decoded(count);
}

/** A market order never rests, whatever its time in force; `undefined` for a post-only one. */
function decodeTimeInForce({ orderType, timeInForce }: CreateOrderRequest): TimeInForce | undefined {
  if (orderType === 'Limit') return timeInForce ?? 'GoodTillCancel';
  if (timeInForce === 'PostOnly') return undefined;
  return timeInForce === 'FillOrKill' ? 'FillOrKill' : 'ImmediateOrCancel';
}

/** The leverage named by a request, if any: an order cannot change it, only state the current one. */
export function decodeOrderLeverage(request: CreateOrderRequest): Decoded<Leverage | undefined> {
  const plain = request.leverage === undefined ? undefined : parseDecimal(request.leverage, LEVERAGE_DIGITS);
  const scaled = request.leverageE2 === undefined ? undefined : parseDecimal(request.leverageE2, 0);
  if (request.leverage !== undefined && (plain === undefined || plain <= 0n)) return stopped(badParameter('leverage'));
  if (request.leverageE2 !== undefined && (scaled === undefined || scaled <= 0n)) return stopped(badParameter('leverageE2'));
  const hundredths = plain ?? scaled;
  if (hundredths === undefined) return decoded(undefined);
  if (scaled !== undefined && scaled !== hundredths) return stopped(badParameter('leverageE2', 'differs from leverage'));
  return decoded(leverage(hundredths));
}

/** A reply if `asked` differs from the account's leverage for the order's position. */
export function checkOrderLeverage(asked: Leverage, command: Untimed<PlaceOrder>, settings: SettingsRecord | undefined): Reply | undefined {
  if (settings === undefined) return refused(refusal('accountUnknown'));
  const set = command.positionIndex === 2 ? settings.shortLeverage : settings.longLeverage;
  if (asked === set) return undefined;
  const text = (value: Leverage): string => formatDecimal(leverageHundredths(value), LEVERAGE_DIGITS);
  return badParameter('leverage', `is ${text(asked)}, but ${text(set)} is set for this symbol: set the leverage first`);
}

const units8 = (units: bigint): string => formatDecimal(units, SCALE_DIGITS);
