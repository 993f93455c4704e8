import { accountMargins, leverage, money, price, type Money, type PositionRecord, type Price, type SettingsRecord } from '@tapedeck/domain';
import { accountView, type AccountView } from '../calculators/account-view.ts';
import { BTC } from './instruments.ts';

/** A price in the steps of BTCUSDT. */
export const at = (amount: number): Price => price(BigInt(Math.round(amount * 10)) * 10_000_000n);
export const usdt = (amount: number): Money => money(BigInt(Math.round(amount * 1e8)));

/** Settings of an account that changed none: cross margin, one way, ten times leverage. */
export const SETTINGS: SettingsRecord = {
  account: 100,
  instrument: 0,
  marginMode: 'cross',
  positionMode: 'MergedSingle',
  longLeverage: leverage(1_000n),
  shortLeverage: leverage(1_000n),
};

/** An account with so much USDT and these positions in BTCUSDT. */
export function accountWith(amount: number, positions: readonly PositionRecord[] = [], mark: Price = at(50_000)): AccountView {
  const cash = new Map([['USDT', usdt(amount)]]);
  const holdings = positions.length === 0 ? [] : [{ instrument: BTC, settings: SETTINGS, positions, orders: [] }];
  const margins = accountMargins({ kind: 'UTA2', cash, wallets: [], holdings, mark: () => mark, coinIndex: () => undefined });
  if (margins === undefined) throw new Error('no margin');
  return accountView(cash, margins, 'USDT');
}
