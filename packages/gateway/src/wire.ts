import type { AccountState } from '@tapedeck/domain';
import { encodeOrder, encodePosition, encodeSettings, encodeWallet } from '@tapedeck/protocol';
import type { AccountStateResult, OrderItem } from '@tapedeck/protocol';
import type { AccountSnapshot } from '@tapedeck/venue';
import type { Catalogue } from './catalogue.ts';

const SECOND = 1_000;

/** The account without its orders. */
export function encodeAccountState({ sequence, state }: AccountSnapshot, catalogue: Catalogue): AccountStateResult {
  return {
    seq: sequence,
    wallet: [
      ...state.cash.map(([coin, cash]) => encodeWallet(coin, cash)),
      ...state.wallets.map(({ coin, wallet, amount }) => encodeWallet(coin, amount, wallet)),
    ],
    positions: state.positions.map((position) => encodePosition(position, catalogue.byId(position.instrument))),
    settings: state.settings.map((settings) => encodeSettings(settings, catalogue.byId(settings.instrument))),
    ...(state.disconnectWindow !== undefined && { disconnectWindow: state.disconnectWindow / SECOND }),
  };
}

/** The open orders, newest first. */
export function encodeOpenOrders(state: AccountState, catalogue: Catalogue): OrderItem[] {
  return [...state.orders].sort((a, b) => b.orderId - a.orderId).map((order) => encodeOrder(order, catalogue.byId(order.instrument)));
}
