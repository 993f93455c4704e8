import { milliseconds, moneyUnits, rateUnits } from '@tapedeck/domain';
import type {
  AccountId,
  CashChanged,
  Coin,
  Instrument,
  Money,
  PositionLiquidated,
  PositionRecord,
  Rate,
  SettingsRecord,
  Timestamp,
  WalletName,
} from '@tapedeck/domain';
import type { PublicLiquidationItem } from '../streams/messages.ts';
import type { LiquidationItem } from '../streams/private-messages.ts';
import type { AddMarginRequest, PositionItem, SettingsItem, TransactionItem, WalletItem } from '../web/positions.ts';
import {
  leverageE2Text,
  lotsText,
  moneyText,
  priceText,
  rateText,
  readLeverageE2,
  readLots,
  readMoney,
  readPrice,
  readTime,
} from './decimals.ts';

const RATE_UNITS_PER_E4 = 10_000n;

const RANKS = [1, 2, 3, 4, 5] as const;

function rankItem(rank: number | undefined): Pick<PositionItem, 'adlRankIndicator'> {
  const adlRankIndicator = RANKS.find((known) => known === rank);
  return adlRankIndicator === undefined ? {} : { adlRankIndicator };
}

export function encodePosition(position: PositionRecord, instrument: Instrument): PositionItem {
  return {
    symbol: instrument.symbol,
    positionIdx: position.positionIndex,
    side: position.side,
    size: lotsText(position.size, instrument),
    entryValue: moneyText(position.entryValue),
    openValue: moneyText(position.openValue),
    ...(position.averagePrice !== undefined && { avgPrice: priceText(position.averagePrice, instrument) }),
    isIsolated: position.marginMode === 'isolated',
    leverageE2: leverageE2Text(position.leverage),
    positionBalance: moneyText(position.margin),
    isAutoAddMargin: position.autoAddMargin,
    realisedPnl: moneyText(position.realisedPnl),
    tradePnl: moneyText(position.tradePnl),
    fees: moneyText(position.fees),
    positionFundingFee: moneyText(position.funding),
    cumRealisedPnl: moneyText(position.totalRealisedPnl),
    ...rankItem(position.deleverageRank),
    firstOpenPzTime: milliseconds(position.openedAt),
    updatedAtE3: milliseconds(position.updatedAt),
  };
}

/** The position of `account` behind an item; `instrument` is the one of the item's symbol. Throws `WireMalformed`. */
export function decodePosition(item: PositionItem, account: AccountId, instrument: Instrument): PositionRecord {
  return {
    account,
    instrument: instrument.id,
    positionIndex: item.positionIdx,
    side: item.side,
    size: readLots(item.size, 'size', instrument),
    entryValue: readMoney(item.entryValue, 'entryValue'),
    openValue: readMoney(item.openValue, 'openValue'),
    ...(item.avgPrice !== undefined && { averagePrice: readPrice(item.avgPrice, 'avgPrice') }),
    marginMode: item.isIsolated ? 'isolated' : 'cross',
    leverage: readLeverageE2(item.leverageE2, 'leverageE2'),
    margin: readMoney(item.positionBalance, 'positionBalance'),
    autoAddMargin: item.isAutoAddMargin,
    realisedPnl: readMoney(item.realisedPnl, 'realisedPnl'),
    tradePnl: readMoney(item.tradePnl, 'tradePnl'),
    fees: readMoney(item.fees, 'fees'),
    funding: readMoney(item.positionFundingFee, 'positionFundingFee'),
    totalRealisedPnl: readMoney(item.cumRealisedPnl, 'cumRealisedPnl'),
    ...(item.adlRankIndicator === undefined ? {} : { deleverageRank: item.adlRankIndicator }),
    openedAt: readTime(item.firstOpenPzTime, 'firstOpenPzTime'),
    updatedAt: readTime(item.updatedAtE3, 'updatedAtE3'),
  };
}

/** An amount in margin calls: times 1e8. */
export const encodeMarginMove = (amount: Money): Pick<AddMarginRequest, 'addToPositionBalanceE8'> => ({
  addToPositionBalanceE8: String(moneyUnits(amount)),
});

/** The share of a trailing stop, times 1e4; '' if it follows by a distance, or there is none. */
export const trailShareField = (share: Rate | undefined): { readonly trailValuePercentageE4: string } => ({
  trailValuePercentageE4: share === undefined || rateUnits(share) === 0n ? '' : String(rateUnits(share) / RATE_UNITS_PER_E4),
});

export function encodeSettings(settings: SettingsRecord, instrument: Instrument): SettingsItem {
  return {
    symbol: instrument.symbol,
    marginMode: settings.marginMode,
    mode: settings.positionMode,
    buyLeverageE2: leverageE2Text(settings.longLeverage),
    sellLeverageE2: leverageE2Text(settings.shortLeverage),
  };
}

/** The settings of `account` behind an item; `instrument` is the one of the item's symbol. Throws `WireMalformed`. */
export function decodeSettings(item: SettingsItem, account: AccountId, instrument: Instrument): SettingsRecord {
  return {
    account,
    instrument: instrument.id,
    marginMode: item.marginMode,
    positionMode: item.mode,
    longLeverage: readLeverageE2(item.buyLeverageE2, 'buyLeverageE2'),
    shortLeverage: readLeverageE2(item.sellLeverageE2, 'sellLeverageE2'),
  };
}

export function encodeWallet(coin: Coin, cash: Money, wallet?: WalletName): WalletItem {
  const amount = moneyText(cash);
  return wallet === undefined || wallet === 'trading' ? { coin, cash: amount } : { coin, wallet, cash: amount };
}

/** The trading wallet of a coin, and whether it counts as collateral. */
export const encodeCollateral = (coin: Coin, cash: Money, isCollateral: boolean): WalletItem => ({
  coin,
  cash: moneyText(cash),
  isCollateral,
});

export interface DecodedWallet {
  readonly wallet: WalletName;
  readonly coin: Coin;
  readonly amount: Money;
  /** `undefined` if unchanged. */
  readonly isCollateral: boolean | undefined;
}

/** Throws `WireMalformed`. */
export function decodeWallet({ wallet, coin, cash, isCollateral }: WalletItem): DecodedWallet {
  return { wallet: wallet ?? 'trading', coin, amount: readMoney(cash, 'cash'), isCollateral };
}

/** `instrument` is absent where none is involved. */
export function encodeTransaction(id: string, time: Timestamp, line: CashChanged, instrument: Instrument | undefined): TransactionItem {
  return {
    id,
    timeE3: milliseconds(time),
    coin: line.coin,
    type: line.kind,
    symbol: instrument?.symbol ?? '',
    amount: moneyText(line.amount),
    cashBalance: moneyText(line.cash),
    ...(line.wallet === undefined ? {} : { wallet: line.wallet }),
    ...(line.otherKind === undefined ? {} : { otherAccountKind: line.otherKind }),
    ...(line.interest === undefined ? {} : { basis: moneyText(line.interest.on), hourlyRate: rateText(line.interest.rate) }),
  };
}

/** Public part of a liquidation, without its account. */
export function encodePublicLiquidation(event: PositionLiquidated, time: Timestamp, instrument: Instrument): PublicLiquidationItem {
  return {
    symbol: instrument.symbol,
    side: event.side,
    size: lotsText(event.size, instrument),
    bustPrice: priceText(event.bankruptcyPrice, instrument),
    markPrice: priceText(event.mark, instrument),
    timeE3: milliseconds(time),
  };
}

export function encodeLiquidation(event: PositionLiquidated, time: Timestamp, instrument: Instrument): LiquidationItem {
  return { ...encodePublicLiquidation(event, time, instrument), positionIdx: event.positionIndex };
}
