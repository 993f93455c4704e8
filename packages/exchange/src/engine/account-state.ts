import { BASE_FEE_TIER, type AccountId, type AccountState, type InsuranceFund } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import { copyRecord } from '../copying/copy-record.ts';

/** Full state of a user's account; `undefined` for house accounts and unopened ones. */
export function accountState(state: ExchangeState, id: AccountId): AccountState | undefined {
  const account = state.accounts.get(id);
  if (account === undefined || account.house) return undefined;
  const disconnect = state.disconnects.get(id);
  const copying = copyRecord(state, id);
  return {
    account: id,
    cash: account.purses.map((purse) => [purse.coin, purse.balance] as const),
    wallets: account.assets.balances,
    positions: account.slots.flatMap((slot) => slot.positions.filter((position) => position.size > 0).map((position) => position.record())),
    orders: [...account.orders.list(), ...state.triggers.of(id)].map((order) => order.record()).sort((a, b) => a.orderId - b.orderId),
    settings: account.slots.filter((slot) => !slot.pristine).map((slot) => slot.settings()),
    strategies: state.strategies.of(id).map((strategy) => strategy.record()),
    ...(copying !== undefined && { copying }),
    ...(disconnect !== undefined && { disconnectWindow: disconnect.window }),
    ...(account.feeTier !== BASE_FEE_TIER && { feeTier: account.feeTier }),
    ...(account.notCollateral.size > 0 && { notCollateral: [...account.notCollateral].sort() }),
  };
}

/** Balance of the insurance fund of each settle coin. */
export const insuranceFunds = (state: ExchangeState): InsuranceFund[] =>
  [...state.ledgers.values()]
    .filter(({ insurance }) => insurance.used)
    .map(({ coin, insurance }) => ({ coin, balance: insurance.balance }))
    .sort((a, b) => (a.coin < b.coin ? -1 : 1));
