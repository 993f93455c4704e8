import type { Instrument } from '@tapedeck/domain';

/** Every field by name, those that the instrument does not have too. */
type EveryField = { readonly [Field in keyof Required<Instrument>]: Instrument[Field] | undefined };

/**
 * The same terms in an object of the one shape that all instruments of an exchange have, whatever made them: what reads an instrument then
 * finds its fields in the same place each time. Fields that it does not have are `undefined`.
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
    deliveryAt: instrument.deliveryAt,
    deliveryFee: instrument.deliveryFee,
    option: instrument.option,
    legs: instrument.legs,
    spot: instrument.spot,
  };
  return fields as Instrument;
}
