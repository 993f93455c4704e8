import type { AccountId, InstrumentId } from '../values/ids.ts';
import type { SettingsRecord } from '../records/records.ts';
import { leverage } from '../values/quantities.ts';

/** Leverage of a new account. */
export const DEFAULT_LEVERAGE = leverage(1_000n);

/** Settings of an account in an instrument before its first change. */
export function defaultSettings(account: AccountId, instrument: InstrumentId): SettingsRecord {
  return {
    account,
    instrument,
    marginMode: 'cross',
    positionMode: 'MergedSingle',
    longLeverage: DEFAULT_LEVERAGE,
    shortLeverage: DEFAULT_LEVERAGE,
  };
}
