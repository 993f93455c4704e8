import {
  ORDER_SOURCES,
  formatDecimal,
  milliseconds,
  parseDecimal,
  priceUnits,
  spreadSides,
  ticks,
  type AccountId,
  type Instrument,
  type InstrumentId,
  type ProductType,
  type StrategyKind,
  type StrategyPlan,
  type StrategyRecord,
  type Ticks,
} from '@tapedeck/domain';
import type { PlanFields, SpreadLegItem, StrategyItem } from '../web/strategies.ts';
import {
  lotsText,
  moneyText,
  priceText,
  readCount,
  readLots,
  readMoney,
  readPrice,
  readTicks,
  readTime,
  readWord,
  ticksText,
} from './decimals.ts';
import { WireMalformed } from './wire-malformed.ts';

const SECOND = 1_000;

/** Finds the other leg of a spread. */
export interface StrategyInstruments {
  symbolOf(id: InstrumentId): string;
  idOf(symbol: string): InstrumentId | undefined;
  productTypeOf?(id: InstrumentId): ProductType | undefined;
}

const optionalTicks = (value: Ticks, instrument: Instrument): string | undefined =>
  value === ticks(0) ? undefined : ticksText(value, instrument);

/** Signed ticks as price text. */
function spreadText(count: number, { tickSize }: Instrument): string {
  return formatDecimal(BigInt(count) * priceUnits(tickSize));
}

function readSpread(text: string, { tickSize }: Instrument): number {
  const units = parseDecimal(text);
  const step = priceUnits(tickSize);
  if (units === undefined || units % step !== 0n) throw new WireMalformed('spread');
  return Number(units / step);
}

function withoutAbsent<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export function encodePlan(plan: StrategyPlan, instrument: Instrument, names: StrategyInstruments): PlanFields {
  switch (plan.kind) {
    case 'Iceberg':
      return { price: ticksText(plan.price, instrument), shownQty: lotsText(plan.shown, instrument), postOnly: plan.postOnly };
    case 'TWAP':
      return withoutAbsent<PlanFields>({
        interval: plan.interval / SECOND,
        parts: plan.parts,
        limitPrice: optionalTicks(plan.limit, instrument),
      });
    case 'Chase':
      return { maxDistance: ticksText(plan.maxDistance, instrument) };
    case 'Scaled': {
      const [priceFrom, priceTo] = [ticksText(plan.from, instrument), ticksText(plan.to, instrument)];
      return { priceFrom, priceTo, orders: plan.orders, skew: plan.skew };
    }
    case 'Grid':
      return withoutAbsent<PlanFields>({
        lowerPrice: ticksText(plan.lower, instrument),
        upperPrice: ticksText(plan.upper, instrument),
        cells: plan.cells,
        takeProfit: optionalTicks(plan.takeProfit, instrument),
        stopLoss: optionalTicks(plan.stopLoss, instrument),
      });
    case 'Webhook':
      return withoutAbsent<PlanFields>({ orderType: plan.orderType, price: optionalTicks(plan.price, instrument) });
    case 'FutureSpread':
      return withoutAbsent<PlanFields>({
        farSymbol: names.symbolOf(plan.far),
        spread: spreadText(plan.limit, instrument),
        immediate: plan.immediate,
      });
  }
}

/** The plan from the fields of its type. `secret` applies to a webhook. Throws `WireMalformed` naming the first invalid field. */
export function decodePlan(
  kind: StrategyKind,
  fields: PlanFields,
  instrument: Instrument,
  { secret, idOf }: { readonly secret: string } & Pick<StrategyInstruments, 'idOf'>,
): StrategyPlan {
  const needed = <Field extends keyof PlanFields>(field: Field): NonNullable<PlanFields[Field]> => {
    const value = fields[field];
    if (value === undefined) throw new WireMalformed(field);
    return value;
  };
  type Price = 'price' | 'limitPrice' | 'maxDistance' | 'priceFrom' | 'priceTo' | 'lowerPrice' | 'upperPrice' | 'takeProfit' | 'stopLoss';
  const at = (field: Price): Ticks => readTicks(needed(field), field, instrument);
  const maybe = (field: Price): Ticks => (fields[field] === undefined ? ticks(0) : at(field));
  switch (kind) {
    case 'Iceberg':
      return { kind, price: at('price'), shown: readLots(needed('shownQty'), 'shownQty', instrument), postOnly: fields.postOnly ?? false };
    case 'TWAP':
      return { kind, interval: needed('interval') * SECOND, parts: needed('parts'), limit: maybe('limitPrice') };
    case 'Chase':
      return { kind, maxDistance: maybe('maxDistance') };
    case 'Scaled':
      return { kind, from: at('priceFrom'), to: at('priceTo'), orders: needed('orders'), skew: fields.skew ?? 100 };
    case 'Grid': {
      const ends = { takeProfit: maybe('takeProfit'), stopLoss: maybe('stopLoss') };
      return { kind, lower: at('lowerPrice'), upper: at('upperPrice'), cells: needed('cells'), ...ends };
    }
    case 'Webhook': {
      const orderType = fields.orderType ?? 'Market';
      return { kind, orderType, price: orderType === 'Limit' ? at('price') : ticks(0), secret };
    }
    case 'FutureSpread': {
      const far = idOf(needed('farSymbol'));
      if (far === undefined) throw new WireMalformed('farSymbol');
      const limit = readSpread(needed('spread'), instrument);
      return fields.immediate === true ? { kind, far, limit, immediate: true } : { kind, far, limit };
    }
  }
}

const legOrder = (id: number | undefined): string => (id === undefined || id === 0 ? '' : String(id));

/** Legs 1 and 2 of a spread: the far contract on the side of the spread, the near one against it. */
function encodeLegs(
  { side, legs }: Pick<StrategyRecord, 'side' | 'legs'>,
  far: InstrumentId,
  near: Instrument,
  names: StrategyInstruments,
): SpreadLegItem[] {
  const sides = spreadSides(side);
  const leg = (id: InstrumentId, at: 0 | 1): SpreadLegItem => ({
    orderId: legOrder(legs?.[at]),
    productType: names.productTypeOf?.(id) ?? '',
    symbolId: id,
    symbol: names.symbolOf(id),
    side: at === 0 ? sides.far : sides.near,
  });
  return [leg(far, 0), leg(near.id, 1)];
}

function decodeLegs([far, near]: readonly SpreadLegItem[]): readonly [number, number] {
  const idOf = (leg: SpreadLegItem | undefined): number => (leg === undefined || leg.orderId === '' ? 0 : readCount(leg.orderId, 'legs'));
  return [idOf(far), idOf(near)];
}

/** Token of a webhook's signals. */
export const signalToken = (account: AccountId, strategyId: number, secret: string): string => `${account}-${strategyId}-${secret}`;

/** Contents of a token whose shape was validated before. */
export function readSignalToken(token: string): { readonly account: AccountId; readonly strategyId: number; readonly secret: string } {
  const [account = '', strategyId = '', secret = ''] = token.split('-');
  return { account: readCount(account, 'token'), strategyId: readCount(strategyId, 'token'), secret };
}

export function encodeStrategy(record: StrategyRecord, instrument: Instrument, names: StrategyInstruments): StrategyItem {
  const { strategyId, plan, ended, account } = record;
  return {
    strategyId: String(strategyId),
    symbol: instrument.symbol,
    strategyType: plan.kind,
    side: record.side,
    qty: lotsText(record.quantity, instrument),
    positionIdx: record.positionIndex,
    reduceOnly: record.reduceOnly,
    plan: encodePlan(plan, instrument, names),
    source: record.source,
    cumExecQty: lotsText(record.filled, instrument),
    cumExecValue: moneyText(record.filledValue),
    ...(record.averagePrice !== undefined && { avgPrice: priceText(record.averagePrice, instrument) }),
    placed: record.placed,
    orderIds: record.parts.map(String),
    ...(plan.kind === 'FutureSpread' && { legs: encodeLegs(record, plan.far, instrument, names) }),
    status: ended === undefined ? 'Running' : 'Ended',
    endReason: ended ?? '',
    ...(plan.kind === 'Webhook' && ended === undefined && { token: signalToken(account, strategyId, plan.secret) }),
    createdAtE3: milliseconds(record.createdAt),
    updatedAtE3: milliseconds(record.updatedAt),
  };
}

/** The strategy of `account` behind an item. Throws `WireMalformed`. */
export function decodeStrategy(
  item: StrategyItem,
  account: AccountId,
  instrument: Instrument,
  names: Pick<StrategyInstruments, 'idOf'>,
): StrategyRecord {
  const secret = item.token === undefined ? '' : readSignalToken(item.token).secret;
  return {
    strategyId: readCount(item.strategyId, 'strategyId'),
    account,
    instrument: instrument.id,
    side: item.side,
    positionIndex: item.positionIdx,
    reduceOnly: item.reduceOnly,
    quantity: readLots(item.qty, 'qty', instrument),
    plan: decodePlan(item.strategyType, item.plan, instrument, { secret, idOf: names.idOf }),
    source: readWord(item.source, 'source', ORDER_SOURCES),
    filled: readLots(item.cumExecQty, 'cumExecQty', instrument),
    filledValue: readMoney(item.cumExecValue, 'cumExecValue'),
    ...(item.avgPrice !== undefined && { averagePrice: readPrice(item.avgPrice, 'avgPrice') }),
    placed: item.placed,
    parts: item.orderIds.map((id) => readCount(id, 'orderIds')),
    ...(item.legs !== undefined && { legs: decodeLegs(item.legs) }),
    ...(item.endReason !== '' && { ended: item.endReason }),
    createdAt: readTime(item.createdAtE3, 'createdAtE3'),
    updatedAt: readTime(item.updatedAtE3, 'updatedAtE3'),
  };
}
