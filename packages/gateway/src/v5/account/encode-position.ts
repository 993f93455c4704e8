import {
  averageOpenPrice,
  isolatedFreeMargin,
  isOption,
  liquidationPrice,
  lotCount,
  milliseconds,
  positionMargin,
  priceUnits,
  tierOf,
  type Instrument,
  type MarketState,
  type PositionRecord,
  type SettingsRecord,
} from '@tapedeck/domain';
import { leverageText, lotsText, moneyText, priceText } from '@tapedeck/protocol';

/** A position as the public v5 API tells it (reference, section 3.2). */
export function encodeV5Position(position: PositionRecord, instrument: Instrument, market: MarketState | undefined): object {
  const tier = tierOf(instrument.tiers, position.openValue);
  const settings = { longLeverage: position.leverage, marginMode: position.marginMode };
  const flat = encodeV5Flat(instrument, market, settings, position.positionIndex);
  if (lotCount(position.size) === 0) return flat;
  return {
    ...flat,
    riskId: instrument.tiers.indexOf(tier) + 1,
    riskLimitValue: moneyText(tier.limit),
    side: position.side,
    size: lotsText(position.size, instrument),
    avgPrice: priceText(averageOpenPrice(instrument, position), instrument),
    positionValue: moneyText(position.openValue),
    autoAddMargin: position.autoAddMargin ? 1 : 0,
    positionBalance: moneyText(position.margin),
    liqPrice: isolatedLiquidation(position, instrument),
    ...(market !== undefined && marginFields(position, instrument, market)),
    curRealisedPnl: moneyText(position.realisedPnl),
    cumRealisedPnl: moneyText(position.totalRealisedPnl),
    adlRankIndicator: position.deleverageRank ?? 0,
    createdTime: String(milliseconds(position.openedAt)),
    updatedTime: String(milliseconds(position.updatedAt)),
    openTime: milliseconds(position.openedAt),
    seq: milliseconds(position.updatedAt),
  };
}

function marginFields(position: PositionRecord, instrument: Instrument, { mark, index }: MarketState): object {
  const margin = positionMargin(instrument, position, mark, index);
  const [initial, maintenance] = [moneyText(margin.initialMargin), moneyText(margin.maintenanceMargin)];
  return {
    positionIM: initial,
    positionIMByMp: initial,
    positionMM: maintenance,
    positionMMByMp: maintenance,
    unrealisedPnl: moneyText(margin.unrealisedPnl),
  };
}

/** Of an isolated position; in cross margin it depends on the whole account and is not told. */
function isolatedLiquidation({ side, size, entryValue, margin, marginMode }: PositionRecord, instrument: Instrument): string {
  if (marginMode !== 'isolated' || isOption(instrument)) return '';
  const cushion = isolatedFreeMargin(instrument, side, entryValue, margin);
  const at = liquidationPrice({ instrument, side, size, entryValue, cushion });
  return at === undefined || priceUnits(at) <= 0n ? '' : priceText(at, instrument);
}

/** The TP/SL and the trailing stop of a whole position stand in its waiting orders. */
export function withExits(
  row: object,
  orders: readonly { readonly kind: string; readonly price: string; readonly distance: string }[],
): object {
  const of = (kind: string): string => orders.find((one) => one.kind === kind)?.price ?? '';
  const trailing = orders.find(({ kind }) => kind === 'TrailingStop')?.distance ?? '';
  return { ...row, takeProfit: of('TakeProfit'), stopLoss: of('StopLoss'), trailingStop: trailing };
}

/** The row of a symbol without a position. */
export function encodeV5Flat(
  instrument: Instrument,
  market: MarketState | undefined,
  settings: Pick<SettingsRecord, 'longLeverage' | 'marginMode'>,
  positionIdx: number,
): object {
  const [first] = instrument.tiers;
  return {
    positionIdx,
    riskId: 1,
    riskLimitValue: first === undefined ? '' : moneyText(first.limit),
    symbol: instrument.symbol,
    side: '',
    size: '0',
    avgPrice: '0',
    positionValue: '',
    tradeMode: settings.marginMode === 'isolated' ? 1 : 0,
    positionStatus: 'Normal',
    autoAddMargin: 0,
    leverage: isOption(instrument) ? '' : leverageText(settings.longLeverage),
    positionBalance: '0',
    markPrice: market === undefined ? '' : priceText(market.mark, instrument),
    liqPrice: '',
    bustPrice: '',
    positionIM: '0',
    positionIMByMp: '0',
    positionMM: '0',
    positionMMByMp: '0',
    breakEvenPrice: '',
    tpslMode: 'Full',
    takeProfit: '',
    stopLoss: '',
    trailingStop: '',
    unrealisedPnl: '',
    curRealisedPnl: '0',
    cumRealisedPnl: '0',
    sessionAvgPrice: '',
    delta: '',
    gamma: '',
    vega: '',
    theta: '',
    adlRankIndicator: 0,
    isReduceOnly: false,
    mmrSysUpdatedTime: '',
    leverageSysUpdatedTime: '',
    createdTime: '0',
    updatedTime: '0',
    openTime: 0,
    seq: -1,
  };
}
