import {
  DEFAULT_LEVERAGE,
  ZERO_MONEY,
  bankruptcyPrice,
  averageOpenPrice,
  isDated,
  isOption,
  isolatedFreeMargin,
  lotCount,
  lots,
  moneyRatio,
  openingCost,
  milliseconds,
  priceOfTicks,
  settlesSessions,
  tickCount,
  tierOf,
  valueAtPrice,
  type Instrument,
  type Money,
  type OrderRecord,
  type PositionExits,
  type Price,
  type Rate,
  type SettingsRecord,
  type Side,
} from '@tapedeck/domain';
import { leverageText, lotsText, moneyText, priceText, rateText, trailShareField, type PositionField } from '@tapedeck/protocol';
import type { PositionView } from '../calculators/position-view.ts';
import { freeLots, partialEntries, tpslModeOfExits } from '../forms/tpsl/tpsl-entries.ts';

/** One entry of partial TP/SL, with the field names of POS-01. */
export interface PartialTpslFields {
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly limitTakeProfit: string;
  readonly limitStopLoss: string;
  readonly qty: string;
  readonly tpTriggerBy: string;
  readonly slTriggerBy: string;
  readonly orderId: string;
  readonly updatedAt: string;
  readonly symbol: string;
}

/** A position as plain text, with the field names of POS-01; '' for a missing value. */
export type PositionFields = Readonly<Record<PositionField, string>> & {
  readonly partialTpslList: readonly PartialTpslFields[];
  readonly fullTpsl: PartialTpslFields | undefined;
};

export interface PositionFacts {
  readonly view: PositionView;
  readonly exits: PositionExits;
  readonly settings: SettingsRecord | undefined;
  readonly last: Price | undefined;
  /** Dollars of one settle coin. */
  readonly dollars: (amount: Money) => Money | undefined;
}

const known = <T>(value: T | undefined, text: (value: T) => string): string => (value === undefined ? '' : text(value));

/** Cost of the smallest order of a side, and its share of the order's value. */
function smallestOrder(
  { view, settings }: PositionFacts,
  side: Side,
): { readonly cost: Money; readonly share: Rate | undefined } | undefined {
  const { instrument, record, markPrice } = view;
  if (markPrice === undefined || isOption(instrument)) return undefined;
  const value = valueAtPrice(instrument, instrument.minOrder, markPrice);
  const own = { side, size: lots(0), entryValue: ZERO_MONEY, marginMode: record.marginMode, leverage: record.leverage, margin: ZERO_MONEY };
  const cost = openingCost({
    instrument,
    positionIndex: record.positionIndex,
    side,
    orders: { buyLots: 0, buyValue: ZERO_MONEY, sellLots: 0, sellValue: ZERO_MONEY },
    position: own,
    holder: { holding: () => own },
    longLeverage: settings?.longLeverage ?? DEFAULT_LEVERAGE,
    shortLeverage: settings?.shortLeverage ?? DEFAULT_LEVERAGE,
    arrival: { fillLots: lotCount(instrument.minOrder), fillValue: value, restLots: 0, restValue: ZERO_MONEY },
    mark: markPrice,
    optionPrices: undefined,
  });
  return { cost, share: moneyRatio(cost, value) };
}

function exitFields(instrument: Instrument, exits: PositionExits, size: PositionView['record']['size']) {
  const trigger = (order: OrderRecord | undefined): string =>
    known(order?.stop?.trigger, ({ price }) => priceText(priceOfTicks(price, instrument.tickSize), instrument));
  const limit = (order: OrderRecord | undefined): string =>
    order?.orderType === 'Limit' ? priceText(priceOfTicks(order.price, instrument.tickSize), instrument) : '';
  const entry = (takeProfit: OrderRecord | undefined, stopLoss: OrderRecord | undefined): PartialTpslFields | undefined => {
    const first = takeProfit ?? stopLoss;
    if (first === undefined) return undefined;
    return {
      takeProfit: trigger(takeProfit),
      stopLoss: trigger(stopLoss),
      limitTakeProfit: limit(takeProfit),
      limitStopLoss: limit(stopLoss),
      qty: first.stop?.wholePosition === true ? lotsText(size, instrument) : lotsText(first.quantity, instrument),
      tpTriggerBy: known(takeProfit?.stop?.trigger, ({ source }) => source),
      slTriggerBy: known(stopLoss?.stop?.trigger, ({ source }) => source),
      orderId: String(first.orderId),
      updatedAt: String(milliseconds(first.updatedAt)),
      symbol: instrument.symbol,
    };
  };
  const { takeProfit, stopLoss, trailing } = exits;
  const list = partialEntries(exits);
  const free = freeLots(exits, size);
  const terms = trailing?.stop?.trailing;
  const ticksOf = (count: Parameters<typeof priceOfTicks>[0]): string =>
    tickCount(count) === 0 ? '' : priceText(priceOfTicks(count, instrument.tickSize), instrument);
  return {
    takeProfit: trigger(takeProfit),
    stopLoss: trigger(stopLoss),
    tpTriggerBy: known(takeProfit?.stop?.trigger, ({ source }) => source),
    slTriggerBy: known(stopLoss?.stop?.trigger, ({ source }) => source),
    tpSlMode: tpslModeOfExits(exits) ?? 'UNKNOWN',
    tpOrderNum: String(list.filter((own) => own.takeProfit !== undefined).length + (takeProfit === undefined ? 0 : 1)),
    slOrderNum: String(list.filter((own) => own.stopLoss !== undefined).length + (stopLoss === undefined ? 0 : 1)),
    tpFreeSize: lotsText(lots(free.takeProfit), instrument),
    slFreeSize: lotsText(lots(free.stopLoss), instrument),
    trailingStop: known(terms, ({ distance }) => ticksOf(distance)),
    activationPrice: known(terms, ({ activation }) => ticksOf(activation)),
    ...trailShareField(terms?.share),
    partialTpslList: list.flatMap((own) => entry(own.takeProfit, own.stopLoss) ?? []),
    fullTpsl: entry(takeProfit, stopLoss),
  };
}

function optionFields({ instrument, option }: PositionView) {
  return {
    delta: known(option, ({ greeks }) => String(greeks.delta)),
    theta: known(option, ({ greeks }) => String(greeks.theta)),
    gamma: known(option, ({ greeks }) => String(greeks.gamma)),
    vega: known(option, ({ greeks }) => String(greeks.vega)),
    iv: known(option, ({ volatility }) => String(volatility)),
    strikePrice: known(instrument.option, ({ strike }) => priceText(strike, instrument)),
    deliveryTime: known(instrument.deliveryAt, (at) => String(milliseconds(at))),
    term: isDated(instrument) || isOption(instrument) ? (instrument.symbol.split('-')[1] ?? instrument.symbol) : '',
  };
}

/** The risk tier of the position, counted from 1. */
function riskId({ instrument, value }: PositionView): string {
  if (value === undefined || instrument.tiers.length === 0) return '';
  return String(instrument.tiers.indexOf(tierOf(instrument.tiers, value)) + 1);
}

function marginFields({ view, dollars }: PositionFacts) {
  const { instrument, record, initialMargin, maintenanceMargin } = view;
  const { side, size, entryValue, margin } = record;
  // Margin follows the mark price, and so do the figures derived from it. A cross position's liquidation depends on the account's
  // bankruptcy, not on a single price.
  const isolated = record.marginMode === 'isolated' && lotCount(size) > 0;
  const cushion = isolated ? isolatedFreeMargin(instrument, side, entryValue, margin) : undefined;
  return {
    positionBalance: moneyText(margin),
    positionIM: known(initialMargin, moneyText),
    positionMM: known(maintenanceMargin, moneyText),
    positionIMByMp: known(initialMargin, moneyText),
    positionMMByMp: known(maintenanceMargin, moneyText),
    positionIMUsd: known(initialMargin && dollars(initialMargin), moneyText),
    positionMMUsd: known(maintenanceMargin && dollars(maintenanceMargin), moneyText),
    bustPrice: known(cushion, (own) => priceText(bankruptcyPrice({ instrument, side, size, entryValue, cushion: own }), instrument)),
    riskId: riskId(view),
  };
}

/** All known fields of a position, including an empty one. */
export function positionFields(facts: PositionFacts): PositionFields {
  const { view, exits, settings, last } = facts;
  const { instrument, record } = view;
  const price = (value: Price | undefined): string => known(value, (own) => priceText(own, instrument));
  const isEmpty = lotCount(record.size) === 0;
  const [buy, sell] = [smallestOrder(facts, 'Buy'), smallestOrder(facts, 'Sell')];
  return {
    symbol: instrument.symbol,
    side: isEmpty ? '' : record.side,
    size: lotsText(record.size, instrument),
    leverage: leverageText(record.leverage),
    mode: settings?.positionMode ?? (record.positionIndex === 0 ? 'MergedSingle' : 'BothSide'),
    isIsolated: String(record.marginMode === 'isolated'),
    entryPrice: isEmpty ? '' : price(averageOpenPrice(instrument, record)),
    sessionAvgPrice: isEmpty || !settlesSessions(instrument) ? '' : price(view.entryPrice),
    markPrice: price(view.markPrice),
    lastPrice: price(last),
    liqPrice: price(view.liquidationPrice),
    liqPriceByMp: price(view.liquidationPrice),
    breakevenPrice: price(view.breakEvenPrice),
    ...marginFields(facts),
    positionUPL: known(view.unrealisedPnl, moneyText),
    positionRPL: moneyText(record.realisedPnl),
    cumRealisedPnl: moneyText(record.totalRealisedPnl),
    ROI: known(view.roi, rateText),
    positionIdx: String(record.positionIndex),
    positionValue: known(view.value, moneyText),
    ...exitFields(instrument, exits, record.size),
    isAutoAddMargin: String(record.autoAddMargin),
    // `reduceOnly` is a property of orders, and a position under liquidation is never visible.
    reduceOnly: 'false',
    adlRankIndicator: known(record.deleverageRank, String),
    marketsType: MARKETS[instrument.kind],
    positionFundingFee: moneyText(record.funding),
    tradePnl: moneyText(record.tradePnl),
    ...optionFields(view),
    firstOpenPzTime: String(milliseconds(record.openedAt)),
    minPositionCost: known(buy?.cost, moneyText),
    bv2c: known(buy?.share, rateText),
    sv2c: known(sell?.share, rateText),
  };
}

const MARKETS: Readonly<Record<Instrument['kind'], string>> = {
  LinearPerpetual: 'usdtPerpetual',
  LinearFutures: 'usdtFutures',
  UsdcPerpetual: 'usdcPerpetual',
  UsdcFutures: 'usdcFutures',
  InversePerpetual: 'inversePerpetual',
  InverseFutures: 'inverseFutures',
  UsdcOption: 'option',
  UsdtOption: 'usdtOption',
  Spot: 'spot',
  FuturesSpread: 'futureSpread',
};
