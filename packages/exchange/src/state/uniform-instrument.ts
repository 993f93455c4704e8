import type { Instrument } from '@tapedeck/domain';

/** Every field by name, including absent ones. */
type EveryField = { readonly [Field in keyof Required<Instrument>]: Instrument[Field] | undefined };

/**
 * Copies terms into an object of one shape for all instruments of an exchange, so that reads find a field at a fixed
 * place. Absent fields are `undefined`.
 */
export function uniformInstrument(instrument: Instrument): Instrument {
  const fields: EveryField = {
    id: instrument.id,
    symbol: instrument.symbol,
    kind: instrument.kind,
    status: instrument.status,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    settleCoin: instrument.settleCoin,
    tickSize: instrument.tickSize,
    priceDigits: instrument.priceDigits,
    lotSize: instrument.lotSize,
    quantityDigits: instrument.quantityDigits,
    tickLotValue: instrument.tickLotValue,
    minPrice: instrument.minPrice,
    maxPrice: instrument.maxPrice,
    minOrder: instrument.minOrder,
    maxLimitOrder: instrument.maxLimitOrder,
    maxMarketOrder: instrument.maxMarketOrder,
    maxPostOnlyOrder: instrument.maxPostOnlyOrder,
    minNotional: instrument.minNotional,
    makerFee: instrument.makerFee,
    takerFee: instrument.takerFee,
    tiers: instrument.tiers,
    leverageSections: instrument.leverageSections,
    fundingIntervalHours: instrument.fundingIntervalHours,
    fundingCap: instrument.fundingCap,
    priceLimitRate: instrument.priceLimitRate,
    depthMergeTimes: instrument.depthMergeTimes,
    launchAt: instrument.launchAt,
    formerSymbol: instrument.formerSymbol,
    deliveryAt: instrument.deliveryAt,
    deliveryFee: instrument.deliveryFee,
    option: instrument.option,
    legs: instrument.legs,
    spot: instrument.spot,
  };
  return fields as Instrument;
}
