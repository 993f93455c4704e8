import {
  averageOpenPrice,
  bankruptcyPrice,
  breakEvenPrice,
  holdingLiquidationPrice,
  isolatedFreeMargin,
  isOption,
  lotCount,
  milliseconds,
  positionGreeks,
  positionMargin,
  tierOf,
  type CrossAccount,
  type Instrument,
  type MarketState,
  type PositionRecord,
  type SettingsRecord,
} from '@tapedeck/domain';
import { leverageText, lotsText, moneyText, priceText } from '@tapedeck/protocol';

/** Data needed to encode a position besides its record. */
export interface PositionSurroundings {
  readonly market: MarketState | undefined;
  /** Collateral of cross positions; without it they have no liquidation price. */
  readonly account: CrossAccount | undefined;
}

/** A position in the public v5 API. */
export function encodeV5Position(position: PositionRecord, instrument: Instrument, { market, account }: PositionSurroundings): object {
  const settings = { longLeverage: position.leverage, marginMode: position.marginMode };
  const flat = encodeV5Flat(instrument, market, settings, position.positionIndex);
  if (lotCount(position.size) === 0) return flat;
  const even = isOption(instrument) ? undefined : breakEvenPrice(instrument, position);
  return {
    ...flat,
    ...riskFields(position, instrument),
    side: position.side,
    size: lotsText(position.size, instrument),
    avgPrice: priceText(averageOpenPrice(instrument, position), instrument),
    positionValue: moneyText(position.openValue),
    autoAddMargin: position.autoAddMargin ? 1 : 0,
    positionBalance: moneyText(position.margin),
    bustPrice: isolatedBankruptcy(position, instrument),
    breakEvenPrice: even === undefined ? '' : priceText(even, instrument),
    ...(market !== undefined && marginFields(position, instrument, market, account)),
    curRealisedPnl: moneyText(position.realisedPnl),
    cumRealisedPnl: moneyText(position.totalRealisedPnl),
    adlRankIndicator: position.deleverageRank ?? 0,
    createdTime: String(milliseconds(position.openedAt)),
    updatedTime: String(milliseconds(position.updatedAt)),
    openTime: milliseconds(position.openedAt),
    seq: milliseconds(position.updatedAt),
  };
}

/** Options have no risk tiers. */
function riskFields({ openValue }: PositionRecord, { tiers }: Instrument): object {
  if (tiers.length === 0) return {};
  const tier = tierOf(tiers, openValue);
  return { riskId: tiers.indexOf(tier) + 1, riskLimitValue: moneyText(tier.limit) };
}

const GREEK_DIGITS = 8;

/** Options with a current price only: contribution of the entire position to the exposure. */
function greekFields(position: PositionRecord, instrument: Instrument, { option }: MarketState): object {
  if (option === undefined) return {};
  const { delta, gamma, vega, theta } = positionGreeks(instrument, position, option.greeks);
  const text = (value: number): string => value.toFixed(GREEK_DIGITS);
  return { delta: text(delta), gamma: text(gamma), vega: text(vega), theta: text(theta) };
}

function marginFields(position: PositionRecord, instrument: Instrument, market: MarketState, account: CrossAccount | undefined): object {
  const { mark, index } = market;
  const margin = positionMargin(instrument, position, mark, index);
  const [initial, maintenance] = [moneyText(margin.initialMargin), moneyText(margin.maintenanceMargin)];
  const liquidation = holdingLiquidationPrice(instrument, position, { mark, margin }, account);
  return {
    liqPrice: liquidation === undefined ? '' : priceText(liquidation, instrument),
    positionIM: initial,
    positionIMByMp: initial,
    positionMM: maintenance,
    positionMMByMp: maintenance,
    unrealisedPnl: moneyText(margin.unrealisedPnl),
    ...greekFields(position, instrument, market),
  };
}

/** The bankruptcy price of an isolated position. */
function isolatedBankruptcy({ side, size, entryValue, margin, marginMode }: PositionRecord, instrument: Instrument): string {
  if (marginMode !== 'isolated' || isOption(instrument)) return '';
  const cushion = isolatedFreeMargin(instrument, side, entryValue, margin);
  return priceText(bankruptcyPrice({ instrument, side, size, entryValue, cushion }), instrument);
}

/** The TP/SL and the trailing stop of the entire position are in its conditional orders. */
export function withExits(
  row: object,
  orders: readonly { readonly kind: string; readonly price: string; readonly distance: string }[],
): object {
  const of = (kind: string): string => orders.find((one) => one.kind === kind)?.price ?? '';
  const trailing = orders.find(({ kind }) => kind === 'TrailingStop')?.distance ?? '';
  return { ...row, takeProfit: of('TakeProfit'), stopLoss: of('StopLoss'), trailingStop: trailing === '' ? '0' : trailing };
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
    positionValue: '0',
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
    trailingStop: '0',
    unrealisedPnl: '0',
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
