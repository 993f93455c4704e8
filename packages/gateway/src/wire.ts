import { productTypeOf } from '@tapedeck/domain';
import type { AccountState, StrategyRecord } from '@tapedeck/domain';
import {
  encodeCollateral,
  encodeCopying,
  encodeOrder,
  encodePosition,
  encodeSettings,
  encodeStrategy,
  encodeWallet,
} from '@tapedeck/protocol';
import type { AccountStateResult, OrderItem, StrategyInstruments, StrategyItem } from '@tapedeck/protocol';
import type { AccountSnapshot } from '@tapedeck/venue';
import type { Catalogue } from './catalogue.ts';

const SECOND = 1_000;

/** The account without its orders. */
export function encodeAccountState({ sequence, state }: AccountSnapshot, catalogue: Catalogue): AccountStateResult {
  return {
    seq: sequence,
    wallet: [
      ...state.cash.map(([coin, cash]) =>
        state.notCollateral?.includes(coin) === true ? encodeCollateral(coin, cash, false) : encodeWallet(coin, cash),
      ),
      ...state.wallets.map(({ coin, wallet, amount }) => encodeWallet(coin, amount, wallet)),
    ],
    positions: state.positions.map((position) => encodePosition(position, catalogue.byId(position.instrument))),
    settings: state.settings.map((settings) => encodeSettings(settings, catalogue.byId(settings.instrument))),
    ...(state.strategies !== undefined && { strategies: encodeStrategies(state.strategies, catalogue) }),
    ...(state.copying !== undefined && { copying: encodeCopying(state.copying, (id) => catalogue.byId(id).symbol) }),
    ...(state.feeTier !== undefined && { feeTier: state.feeTier }),
    ...(state.disconnectWindow !== undefined && { disconnectWindow: state.disconnectWindow / SECOND }),
  };
}

/** The open orders, newest first. */
export function encodeOpenOrders(state: AccountState, catalogue: Catalogue): OrderItem[] {
  return [...state.orders].sort((a, b) => b.orderId - a.orderId).map((order) => encodeOrder(order, catalogue.byId(order.instrument)));
}

/** Key to find the other leg of a spread. */
export function strategyInstruments(catalogue: Catalogue): StrategyInstruments {
  return {
    symbolOf: (id) => catalogue.byId(id).symbol,
    idOf: (symbol) => catalogue.bySymbol(symbol)?.id,
    productTypeOf: (id) => productTypeOf(catalogue.byId(id)),
  };
}

export function encodeStrategies(strategies: readonly StrategyRecord[], catalogue: Catalogue): StrategyItem[] {
  const names = strategyInstruments(catalogue);
  return strategies.map((strategy) => encodeStrategy(strategy, catalogue.byId(strategy.instrument), names));
}
