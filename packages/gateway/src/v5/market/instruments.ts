import {
  formatDecimal,
  isInverse,
  isPerpetual,
  milliseconds,
  money,
  moneyUnits,
  quantityOfLots,
  quantityUnits,
  rate,
  rateUnits,
  venueSymbol,
  type Instrument,
} from '@tapedeck/domain';
import { leverageText, lotsText, moneyText, priceText, quantityText, rateText, ticksText } from '@tapedeck/protocol';

const HOUR_MINUTES = 60;

const CONTRACT_TYPES: Readonly<Partial<Record<Instrument['kind'], string>>> = {
  LinearPerpetual: 'LinearPerpetual',
  UsdcPerpetual: 'LinearPerpetual',
  LinearFutures: 'LinearFutures',
  UsdcFutures: 'LinearFutures',
  InversePerpetual: 'InversePerpetual',
  InverseFutures: 'InverseFutures',
};

/** Twice the price-limit range around the mark price, for limit orders (docs/concepts/price-limits.md). */
const riskParameters = ({ priceLimitRate }: Instrument): object => ({
  priceLimitRatioX: rateText(priceLimitRate),
  priceLimitRatioY: rateText(rate(rateUnits(priceLimitRate) * 2n)),
});

const timeText = (time: Instrument['deliveryAt']): string => (time === undefined ? '0' : String(milliseconds(time)));

function contractRow(instrument: Instrument): object {
  const { tiers, leverageSections } = instrument;
  const maxLeverage = tiers[0]?.maxLeverage;
  const [minLeverage] = leverageSections;
  return {
    symbol: instrument.symbol,
    contractType: CONTRACT_TYPES[instrument.kind] ?? '',
    status: instrument.status,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    launchTime: timeText(instrument.launchAt),
    deliveryTime: timeText(instrument.deliveryAt),
    deliveryFeeRate: instrument.deliveryFee === undefined ? '' : rateText(instrument.deliveryFee),
    priceScale: String(instrument.priceDigits),
    leverageFilter: {
      minLeverage: minLeverage === undefined ? '1' : leverageText(minLeverage),
      maxLeverage: maxLeverage === undefined ? '1' : leverageText(maxLeverage),
      leverageStep: '0.01',
    },
    priceFilter: {
      minPrice: ticksText(instrument.minPrice, instrument),
      maxPrice: ticksText(instrument.maxPrice, instrument),
      tickSize: priceText(instrument.tickSize, instrument),
    },
    lotSizeFilter: {
      maxOrderQty: lotsText(instrument.maxLimitOrder, instrument),
      minOrderQty: lotsText(instrument.minOrder, instrument),
      qtyStep: quantityText(instrument.lotSize),
      postOnlyMaxOrderQty: lotsText(instrument.maxPostOnlyOrder, instrument),
      maxMktOrderQty: lotsText(instrument.maxMarketOrder, instrument),
      minNotionalValue: isInverse(instrument) ? '' : moneyText(instrument.minNotional),
    },
    unifiedMarginTrade: true,
    fundingInterval: isPerpetual(instrument) ? instrument.fundingIntervalHours * HOUR_MINUTES : 0,
    settleCoin: instrument.settleCoin,
    copyTrading: 'none',
    upperFundingRate: isPerpetual(instrument) ? rateText(instrument.fundingCap) : '',
    lowerFundingRate: isPerpetual(instrument) ? rateText(rate(-rateUnits(instrument.fundingCap))) : '',
    displayName: '',
    riskParameters: riskParameters(instrument),
    isPreListing: instrument.status === 'PreLaunch',
    preListingInfo: null,
    symbolType: '',
    forbidUplWithdrawal: false,
    symbolId: instrument.id,
  };
}

function spotRow(instrument: Instrument): object {
  const { lotSize, tickSize, spot, maxLimitOrder } = instrument;
  const lotValue = (units: bigint): string => formatDecimal(units);
  return {
    symbol: venueSymbol(instrument),
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    innovation: '0',
    status: instrument.status,
    marginTrading: spot?.loanable === true ? 'utaOnly' : 'none',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: quantityText(lotSize),
      quotePrecision: spot === undefined ? '' : moneyText(spot.amountStep),
      minOrderQty: lotsText(instrument.minOrder, instrument),
      maxOrderQty: lotsText(maxLimitOrder, instrument),
      minOrderAmt: moneyText(instrument.minNotional),
      maxOrderAmt: spot === undefined ? '' : moneyText(spot.maxAmount),
      maxLimitOrderQty: lotsText(maxLimitOrder, instrument),
      maxMarketOrderQty: lotsText(instrument.maxMarketOrder, instrument),
      postOnlyMaxLimitOrderSize: lotValue(quantityUnits(quantityOfLots(instrument.maxPostOnlyOrder, lotSize))),
    },
    priceFilter: { tickSize: priceText(tickSize, instrument) },
    riskParameters: {
      priceLimitRatioX: rateText(instrument.priceLimitRate),
      priceLimitRatioY: rateText(spot?.marketPriceLimitRate ?? instrument.priceLimitRate),
    },
    symbolType: '',
    xstockMultiplier: '',
    symbolId: instrument.id,
  };
}

function optionRow(instrument: Instrument): object {
  return {
    symbol: instrument.symbol,
    status: instrument.status,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    settleCoin: instrument.settleCoin,
    optionsType: instrument.option?.right ?? '',
    launchTime: timeText(instrument.launchAt),
    deliveryTime: timeText(instrument.deliveryAt),
    deliveryFeeRate: instrument.deliveryFee === undefined ? '' : rateText(instrument.deliveryFee),
    priceFilter: {
      minPrice: ticksText(instrument.minPrice, instrument),
      maxPrice: ticksText(instrument.maxPrice, instrument),
      tickSize: priceText(instrument.tickSize, instrument),
    },
    lotSizeFilter: {
      maxOrderQty: lotsText(instrument.maxLimitOrder, instrument),
      minOrderQty: lotsText(instrument.minOrder, instrument),
      qtyStep: quantityText(instrument.lotSize),
    },
    displayName: instrument.symbol,
    symbolId: instrument.id,
  };
}

/** A row of `/v5/market/instruments-info`. */
export function encodeV5Instrument(instrument: Instrument): object {
  if (instrument.kind === 'Spot') return spotRow(instrument);
  return instrument.option === undefined ? contractRow(instrument) : optionRow(instrument);
}

/** The rows of `/v5/market/risk-limit` for one contract. */
export function encodeV5RiskLimits(instrument: Instrument): readonly object[] {
  return instrument.tiers.map((tier, at) => ({
    id: at + 1,
    symbol: instrument.symbol,
    riskLimitValue: moneyText(tier.limit),
    maintenanceMargin: rateText(tier.maintenanceRate),
    initialMargin: rateText(tier.initialRate),
    isLowestRisk: at === 0 ? 1 : 0,
    maxLeverage: leverageText(tier.maxLeverage),
    mmDeduction: moneyUnits(tier.deduction) === 0n ? '' : moneyText(money(moneyUnits(tier.deduction))),
  }));
}
