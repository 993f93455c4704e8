import {
  BASE_FEE_TIER,
  selectOrders,
  type AccountId,
  type AccountState,
  type InsuranceFund,
  type OrderRecord,
  type OrderSelection,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { copyRecord } from '../copying/copy-record.ts';

/** State of a user's account, with all its open orders or the selected ones; `undefined` for house accounts and unopened ones. */
export function accountState(state: ExchangeState, id: AccountId, selection?: OrderSelection): AccountState | undefined {
  const account = state.accounts.get(id);
  if (account === undefined || account.house) return undefined;
  const disconnect = state.disconnects.get(id);
  const copying = copyRecord(state, id);
  return {
    account: id,
    cash: account.purses.map((purse) => [purse.coin, purse.balance] as const),
    wallets: account.assets.balances,
    positions: account.slots.flatMap((slot) => slot.positions.filter((position) => position.size > 0).map((position) => position.record())),
    orders: selection?.most === 0 ? [] : ordersOf(state, account, selection),
    settings: account.slots.filter((slot) => !slot.pristine).map((slot) => slot.settings()),
    strategies: state.strategies.of(id).map((strategy) => strategy.record()),
    ...(copying !== undefined && { copying }),
    ...(disconnect !== undefined && { disconnectWindow: disconnect.window }),
    ...(account.feeTier !== BASE_FEE_TIER && { feeTier: account.feeTier }),
    ...(account.notCollateral.size > 0 && { notCollateral: [...account.notCollateral].sort() }),
  };
}

/** By ascending id. */
function ordersOf(state: ExchangeState, account: Account, selection: OrderSelection | undefined): readonly OrderRecord[] {
  const all = [...account.orders.list(), ...state.triggers.of(account.id)].map((order) => order.record());
  all.sort((a, b) => a.orderId - b.orderId);
  return selection === undefined ? all : selectOrders(all, selection);
}

/** Balance of the insurance fund of each settle coin. */
export const insuranceFunds = (state: ExchangeState): InsuranceFund[] =>
  [...state.ledgers.values()]
    .filter(({ insurance }) => insurance.used)
    .map(({ coin, insurance }) => ({ coin, balance: insurance.balance }))
    .sort((a, b) => (a.coin < b.coin ? -1 : 1));
