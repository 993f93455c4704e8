import {
  INSTRUMENT_KINDS,
  INSTRUMENT_STATUSES,
  SCALE_DIGITS,
  formatDecimal,
  milliseconds,
  notional,
  priceUnits,
  quantityUnits,
  rateUnits,
  symbolTags,
} from '@tapedeck/domain';
import type { Instrument, MarketTag, RiskTier, SpotTerms } from '@tapedeck/domain';
import type { ContractSymbol, RiskLimitItem } from '../web/market.ts';
import {
  leverageE2Text,
  leverageText,
  lotsText,
  moneyText,
  priceText,
  quantityText,
  rateE8Text,
  readCount,
  readLeverage,
  readLeverageE2,
  readLots,
  readMoney,
  readPrice,
  readQuantity,
  readRateE8,
  readTicks,
  readTime,
  readWord,
  ticksText,
} from './decimals.ts';
import { marketQtyOf } from './symbol-codec.ts';
import { WireMalformed } from './wire-malformed.ts';

/** Decimals of a `…E4` field that the scale of a rate leaves over. */
const E4_DIGITS = SCALE_DIGITS - 4;
/** Room for the tiers of one instrument in the numbering of risk limits. */
const TIERS_PER_INSTRUMENT = 1000;

/** The risk-limit rows of an instrument, lowest first. */
export function encodeRiskLimits(instrument: Instrument): RiskLimitItem[] {
  return instrument.tiers.map((tier, i) => ({
    id: instrument.id * TIERS_PER_INSTRUMENT + i + 1,
    symbol: String(instrument.id),
    limit: moneyText(tier.limit),
    startingMarginE8: rateE8Text(tier.initialRate),
    maintainMarginE8: rateE8Text(tier.maintenanceRate),
    isLowestRisk: i === 0,
    section: instrument.leverageSections.filter((choice) => choice <= tier.maxLeverage).map(leverageText),
    contractType: instrument.kind,
    symbolName: instrument.symbol,
    maxLeverageE2: leverageE2Text(tier.maxLeverage),
    mmDeduction: moneyText(tier.deduction),
  }));
}

/** A risk-limit row without the scales of the wire. Throws `WireMalformed`. */
const decodeRiskLimit = (item: RiskLimitItem): RiskTier => ({
  limit: readMoney(item.limit, 'limit'),
  initialRate: readRateE8(item.startingMarginE8, 'startingMarginE8'),
  maintenanceRate: readRateE8(item.maintainMarginE8, 'maintainMarginE8'),
  maxLeverage: readLeverageE2(item.maxLeverageE2, 'maxLeverageE2'),
  deduction: readMoney(item.mmDeduction, 'mmDeduction'),
});

function encodeSpotTerms(spot: SpotTerms): NonNullable<ContractSymbol['spot']> {
  return {
    amountStep: moneyText(spot.amountStep),
    maxTradeAmount: moneyText(spot.maxAmount),
    marketPriceLimitRateE8: rateE8Text(spot.marketPriceLimitRate),
    isBanBuy: spot.buyClosed,
    isBanSell: spot.sellClosed,
    showStatus: spot.shown,
    loanEnabled: spot.loanable,
  };
}

function decodeSpotTerms(spot: NonNullable<ContractSymbol['spot']>): SpotTerms {
  return {
    amountStep: readMoney(spot.amountStep, 'amountStep'),
    maxAmount: readMoney(spot.maxTradeAmount, 'maxTradeAmount'),
    marketPriceLimitRate: readRateE8(spot.marketPriceLimitRateE8, 'marketPriceLimitRateE8'),
    buyClosed: spot.isBanBuy,
    sellClosed: spot.isBanSell,
    shown: spot.showStatus,
    loanable: spot.loanEnabled,
  };
}

/** An instrument as a raw contract symbol with all its margin terms; `market` supplies trading-dependent fields. */
export function encodeInstrument(instrument: Instrument, market: readonly MarketTag[] = []): ContractSymbol {
  const [lowest] = instrument.tiers;
  const [minLeverage] = instrument.leverageSections;
  return {
    symbol: instrument.id,
    symbolName: instrument.symbol,
    symbolAlias: instrument.symbol,
    displayName: instrument.symbol,
    baseCurrency: instrument.baseCoin,
    quoteCurrency: instrument.quoteCoin,
    coin: instrument.settleCoin,
    contractType: instrument.kind,
    contractStatus: instrument.status,
    tickSize: priceText(instrument.tickSize, instrument),
    tickSizeFraction: instrument.priceDigits,
    priceFraction: instrument.priceDigits,
    priceScale: instrument.priceDigits,
    lotSize: quantityText(instrument.lotSize),
    lotFraction: instrument.quantityDigits,
    minPrice: ticksText(instrument.minPrice, instrument),
    maxPrice: ticksText(instrument.maxPrice, instrument),
    minQty: lotsText(instrument.minOrder, instrument),
    maxNewOrderQty: lotsText(instrument.maxLimitOrder, instrument),
    maxNewMarketOrderQty: lotsText(instrument.maxMarketOrder, instrument),
    maxPostOnlyOrderSize: lotsText(instrument.maxPostOnlyOrder, instrument),
    minNotionalValue: moneyText(instrument.minNotional),
    obDepthMergeTimes: instrument.depthMergeTimes.join(','),
    section: instrument.leverageSections.map(leverageText),
    maxLeverageE2: lowest ? leverageE2Text(lowest.maxLeverage) : '',
    minLeverageE2: minLeverage === undefined ? '' : leverageE2Text(minLeverage),
    baseInitialMarginRateE4: lowest ? formatDecimal(rateUnits(lowest.initialRate), E4_DIGITS) : '',
    baseMaintenanceMarginRateE4: lowest ? formatDecimal(rateUnits(lowest.maintenanceRate), E4_DIGITS) : '',
    makerFeeRateE8: rateE8Text(instrument.makerFee),
    takerFeeRateE8: rateE8Text(instrument.takerFee),
    fundingIntervalHours: instrument.fundingIntervalHours,
    fundingCapE8: rateE8Text(instrument.fundingCap),
    priceLimitRateE8: rateE8Text(instrument.priceLimitRate),
    indexSort: instrument.id,
    symbolTags: [...market.filter((tag) => tag !== 'Popular'), ...symbolTags(instrument)].join(','),
    isPopular: market.includes('Popular'),
    symbolDisplay: 'show',
    riskLimits: encodeRiskLimits(instrument),
    ...(instrument.launchAt === undefined ? {} : { startTradingTimeE3: milliseconds(instrument.launchAt) }),
    ...(instrument.formerSymbol === undefined ? {} : { formerSymbolName: instrument.formerSymbol }),
    ...(instrument.deliveryAt === undefined ? {} : { deliveryTimeE3: milliseconds(instrument.deliveryAt) }),
    ...(instrument.option === undefined
      ? {}
      : { strikePrice: priceText(instrument.option.strike, instrument), optionsType: instrument.option.right }),
    ...(instrument.spot === undefined ? {} : { spot: encodeSpotTerms(instrument.spot) }),
  };
}

/** Grouping of the book for contracts without their own: a tick times each of these. */
export const DEPTH_RATIOS: readonly number[] = [1, 2, 4, 10];

export function decodeMergeTimes(text: string): readonly number[] {
  if (text === '') return DEPTH_RATIOS;
  const times = text.split(',').map((part) => readCount(part, 'obDepthMergeTimes'));
  if (times.includes(0)) throw new WireMalformed('obDepthMergeTimes');
  return times;
}

/** The steps of prices and quantities. */
export function decodeGrid(
  contract: Pick<ContractSymbol, 'tickSize' | 'priceFraction' | 'lotSize' | 'lotFraction'>,
): Pick<Instrument, 'tickSize' | 'priceDigits' | 'lotSize' | 'quantityDigits'> {
  const grid = {
    tickSize: readPrice(contract.tickSize, 'tickSize'),
    priceDigits: readCount(contract.priceFraction, 'priceFraction'),
    lotSize: readQuantity(contract.lotSize, 'lotSize'),
    quantityDigits: readCount(contract.lotFraction, 'lotFraction'),
  };
  if (priceUnits(grid.tickSize) <= 0n) throw new WireMalformed('tickSize');
  if (quantityUnits(grid.lotSize) <= 0n) throw new WireMalformed('lotSize');
  return grid;
}

/** SYM-02: a limit that is no number is 0. A maximum of 0 lets no order pass, so that nothing is traded on an assumption. */
const limitOf = (text: string): string => (text.trim() !== '' && Number.isFinite(Number(text)) ? text : '0');

/** The instrument behind a raw contract symbol. Throws `WireMalformed` naming the first field that is not valid. */
export function decodeInstrument(contract: ContractSymbol): Instrument {
  const grid = decodeGrid(contract);
  const { startTradingTimeE3: launchTime = 0 } = contract;
  return {
    id: readCount(contract.symbol, 'symbol'),
    symbol: contract.symbolName,
    kind: readWord(contract.contractType, 'contractType', INSTRUMENT_KINDS),
    status: readWord(contract.contractStatus, 'contractStatus', INSTRUMENT_STATUSES),
    baseCoin: contract.baseCurrency,
    quoteCoin: contract.quoteCurrency,
    settleCoin: contract.coin,
    ...grid,
    tickLotValue: notional(grid.tickSize, grid.lotSize, 'down'),
    minPrice: readTicks(limitOf(contract.minPrice), 'minPrice', grid),
    maxPrice: readTicks(limitOf(contract.maxPrice), 'maxPrice', grid),
    minOrder: readLots(limitOf(contract.minQty), 'minQty', grid),
    maxLimitOrder: readLots(limitOf(contract.maxNewOrderQty), 'maxNewOrderQty', grid),
    maxMarketOrder: readLots(limitOf(marketQtyOf(contract)), 'maxNewMarketOrderQty', grid),
    maxPostOnlyOrder: readLots(limitOf(contract.maxPostOnlyOrderSize), 'maxPostOnlyOrderSize', grid),
    minNotional: readMoney(limitOf(contract.minNotionalValue), 'minNotionalValue'),
    makerFee: readRateE8(contract.makerFeeRateE8, 'makerFeeRateE8'),
    takerFee: readRateE8(contract.takerFeeRateE8, 'takerFeeRateE8'),
    tiers: contract.riskLimits.map(decodeRiskLimit),
    leverageSections: contract.section.map((text) => readLeverage(text, 'section')),
    fundingIntervalHours: readCount(contract.fundingIntervalHours, 'fundingIntervalHours'),
    fundingCap: readRateE8(contract.fundingCapE8, 'fundingCapE8'),
    priceLimitRate: readRateE8(contract.priceLimitRateE8, 'priceLimitRateE8'),
    depthMergeTimes: decodeMergeTimes(contract.obDepthMergeTimes),
    ...(launchTime === 0 ? {} : { launchAt: readTime(launchTime, 'startTradingTimeE3') }),
    ...(contract.formerSymbolName === undefined ? {} : { formerSymbol: contract.formerSymbolName }),
    ...(contract.deliveryTimeE3 === undefined ? {} : { deliveryAt: readTime(contract.deliveryTimeE3, 'deliveryTimeE3') }),
    ...(contract.strikePrice === undefined || contract.optionsType === undefined
      ? {}
      : { option: { strike: readPrice(contract.strikePrice, 'strikePrice'), right: contract.optionsType } }),
    ...(contract.spot === undefined ? {} : { spot: decodeSpotTerms(contract.spot) }),
  };
}
