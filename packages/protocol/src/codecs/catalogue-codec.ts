import { formatDecimal, isInverse, milliseconds, money, moneyUnits, notional, rate, rateUnits, venueSymbol } from '@tapedeck/domain';
import type { Instrument, MarketTag, Money, Rate, RiskTier } from '@tapedeck/domain';
import type { RawContractSymbol, SpotSymbol } from '../web/catalogue.ts';
import {
  leverageText,
  lotsText,
  moneyText,
  priceText,
  quantityText,
  rateE8Text,
  rateText,
  readCount,
  readLeverage,
  readLots,
  readMoney,
  readRate,
  readRateE8,
  readTicks,
  ticksText,
} from './decimals.ts';
import { decodeGrid, decodeMergeTimes, encodeInstrument } from './instrument-codec.ts';

const E4_DIGITS = 4;
/** Display decimals of balances. */
const MONEY_FRACTION = 4;
const COIN_FRACTION = 8;
const MONTHS_PER_QUARTER = 3;
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** A contract with every raw field of SYM-01; `market` supplies the fields that change while it trades. */
export function encodeRawContract(instrument: Instrument, market: readonly MarketTag[] = []): RawContractSymbol {
  const contract = encodeInstrument(instrument, market);
  const isPreListing = instrument.status === 'PreLaunch';
  const launchTime = instrument.launchAt === undefined ? 0 : milliseconds(instrument.launchAt);
  const fraction = DOLLARS.has(instrument.settleCoin) ? MONEY_FRACTION : COIN_FRACTION;
  return {
    ...contract,
    ...tierSteps(instrument.tiers),
    ...notHere,
    quoteSymbol: instrument.quoteCoin,
    coinName: instrument.settleCoin,
    qtyUnit: isInverse(instrument) ? instrument.quoteCoin : instrument.baseCoin,
    walletBalanceFraction: fraction,
    upnlFraction: fraction,
    valueScale: COIN_FRACTION,
    riskMaxLeverageE2: contract.maxLeverageE2,
    riskMinLeverageE2: contract.minLeverageE2,
    quarter: quarterOf(instrument),
    symbolStatus: instrument.status,
    settleTimeE3: instrument.deliveryAt === undefined ? 0 : milliseconds(instrument.deliveryAt),
    startTradingTimeE3: launchTime,
    isPreListing,
    expectDisplay: isPreListing,
    expectStartTradingTime: isPreListing ? launchTime : 0,
    supportCopyTrade: instrument.kind === 'LinearPerpetual',
  };
}

/** Fields that this exchange does not use. */
const notHere = {
  maxDesignatedMarginE8: '0',
  minDesignatedMarginE8: '0',
  preListingInfo: '',
  expectCurrentTimestamp: 0,
  expectUrl: '',
  darkIcon: '',
  lightIcon: '',
  symbolLabelIcon: '',
  feeRateTagId: 0,
  utaSupportOnly: false,
} as const;

/** The first risk tier, and the increase of the second one. */
function tierSteps([first, second]: readonly RiskTier[]) {
  const stepOf = (of: (tier: RiskTier) => Rate): string =>
    first === undefined || second === undefined ? '0' : e4Text(rate(rateUnits(of(second)) - rateUnits(of(first))));
  const step: Money = first === undefined || second === undefined ? money(0n) : money(moneyUnits(second.limit) - moneyUnits(first.limit));
  return {
    stepInitialMarginRateE4: stepOf((tier) => tier.initialRate),
    stepMaintenanceMarginRateE4: stepOf((tier) => tier.maintenanceRate),
    baseMaxOrdPzValue: first === undefined ? '0' : moneyText(first.limit),
    stepMaxOrdPzValue: moneyText(step),
  };
}

/** A rate times 1e4, as text. */
const e4Text = (value: Rate): string => formatDecimal(rateUnits(value), E4_DIGITS);

function quarterOf({ deliveryAt }: Instrument): RawContractSymbol['quarter'] {
  if (deliveryAt === undefined) return 'UnKnown';
  const quarter = Math.floor(new Date(milliseconds(deliveryAt)).getUTCMonth() / MONTHS_PER_QUARTER);
  return (['Q1', 'Q2', 'Q3', 'Q4'] as const)[quarter] ?? 'UnKnown';
}

/** A spot pair; `volume` is that of the last 24 hours. */
export function encodeSpotSymbol(instrument: Instrument, volume: string): SpotSymbol {
  const { spot } = instrument;
  const name = venueSymbol(instrument);
  return {
    symbolId: instrument.symbol,
    symbolName: name,
    instrumentId: instrument.id,
    baseTokenId: instrument.baseCoin,
    baseTokenName: instrument.baseCoin,
    quoteTokenId: instrument.quoteCoin,
    quoteTokenName: instrument.quoteCoin,
    basePrecision: quantityText(instrument.lotSize),
    quotePrecision: spot === undefined ? '0' : moneyText(spot.amountStep),
    minPricePrecision: priceText(instrument.tickSize, instrument),
    minPrice: ticksText(instrument.minPrice, instrument),
    maxPrice: ticksText(instrument.maxPrice, instrument),
    minTradeQuantity: lotsText(instrument.minOrder, instrument),
    minTradeAmount: moneyText(instrument.minNotional),
    maxTradeQuantity: lotsText(instrument.maxLimitOrder, instrument),
    maxMarketTradeQty: lotsText(instrument.maxMarketOrder, instrument),
    maxPostOnlyTradeQty: lotsText(instrument.maxPostOnlyOrder, instrument),
    maxTradeAmount: spot === undefined ? '0' : moneyText(spot.maxAmount),
    digitMerge: instrument.depthMergeTimes.join(','),
    showStatus: spot?.shown ?? false,
    tradeStatus: instrument.status === 'Trading',
    allowPlan: true,
    symbolType: 'SPOT',
    tags: '',
    loanEnabled: spot?.loanable ?? false,
    isBanBuy: spot?.buyClosed ?? false,
    isBanSell: spot?.sellClosed ?? false,
    minLeverage: leverageTextOf(instrument, 0),
    maxLeverage: leverageTextOf(instrument, -1),
    limitOrderPriceLimitPercentage: rateText(instrument.priceLimitRate),
    marketOrderPriceLimitPercentage: spot === undefined ? '0' : rateText(spot.marketPriceLimitRate),
    makerFeeRateE8: rateE8Text(instrument.makerFee),
    takerFeeRateE8: rateE8Text(instrument.takerFee),
    volume,
  };
}

const leverageTextOf = (instrument: Instrument, at: 0 | -1): string => {
  const leverage = instrument.leverageSections.at(at);
  return leverage === undefined ? '1' : leverageText(leverage);
};

const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

/** Only the first is present if the pair lends nothing. */
function decodeLeverages({ minLeverage, maxLeverage }: SpotSymbol): Instrument['leverageSections'] {
  const lowest = readLeverage(minLeverage, 'minLeverage');
  return minLeverage === maxLeverage ? [lowest] : [lowest, readLeverage(maxLeverage, 'maxLeverage')];
}

/** The instrument behind a spot pair of the lists. Throws `WireMalformed` naming the first field that is not valid. */
export function decodeSpotSymbol(pair: SpotSymbol): Instrument {
  const grid = decodeGrid({
    tickSize: pair.minPricePrecision,
    priceFraction: decimalsOf(pair.minPricePrecision),
    lotSize: pair.basePrecision,
    lotFraction: decimalsOf(pair.basePrecision),
  });
  return {
    id: readCount(pair.instrumentId, 'instrumentId'),
    symbol: pair.symbolId,
    kind: 'Spot',
    status: pair.tradeStatus ? 'Trading' : 'PreLaunch',
    baseCoin: pair.baseTokenId,
    quoteCoin: pair.quoteTokenId,
    settleCoin: pair.quoteTokenId,
    ...grid,
    tickLotValue: notional(grid.tickSize, grid.lotSize, 'down'),
    minPrice: readTicks(pair.minPrice, 'minPrice', grid),
    maxPrice: readTicks(pair.maxPrice, 'maxPrice', grid),
    minOrder: readLots(pair.minTradeQuantity, 'minTradeQuantity', grid),
    maxLimitOrder: readLots(pair.maxTradeQuantity, 'maxTradeQuantity', grid),
    maxMarketOrder: readLots(pair.maxMarketTradeQty, 'maxMarketTradeQty', grid),
    maxPostOnlyOrder: readLots(pair.maxPostOnlyTradeQty, 'maxPostOnlyTradeQty', grid),
    minNotional: readMoney(pair.minTradeAmount, 'minTradeAmount'),
    makerFee: readRateE8(pair.makerFeeRateE8, 'makerFeeRateE8'),
    takerFee: readRateE8(pair.takerFeeRateE8, 'takerFeeRateE8'),
    ...spotHasNone,
    leverageSections: decodeLeverages(pair),
    priceLimitRate: readRate(pair.limitOrderPriceLimitPercentage, 'limitOrderPriceLimitPercentage'),
    depthMergeTimes: decodeMergeTimes(pair.digitMerge),
    spot: {
      amountStep: readMoney(pair.quotePrecision, 'quotePrecision'),
      maxAmount: readMoney(pair.maxTradeAmount, 'maxTradeAmount'),
      marketPriceLimitRate: readRate(pair.marketOrderPriceLimitPercentage, 'marketOrderPriceLimitPercentage'),
      buyClosed: pair.isBanBuy,
      sellClosed: pair.isBanSell,
      shown: pair.showStatus,
      loanable: pair.loanEnabled,
    },
  };
}

/** A pair has no positions: no margin and no funding. */
const spotHasNone = { tiers: [], fundingIntervalHours: 0, fundingCap: rate(0n) } as const;
