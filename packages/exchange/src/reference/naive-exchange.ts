import type { Instrument } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { settleFunding, addMargin, setLeverage, setMarginMode, setPositionMode } from './naive-settings.ts';
import { liquidate } from './naive-liquidation.ts';
import { type NaiveAccount, type NaiveInstrument, type NaiveLine, NaiveState } from './naive-state.ts';
import type { Direction } from './naive-formulas.ts';
import { cancel, place, take } from './naive-trading.ts';

const MAKER = 1;
const FLOW = 2;

/** The opaque values of the vocabulary are bigints at run time. */
const big = (value: unknown): bigint => value as bigint;

function naive(instrument: Instrument): NaiveInstrument {
  return {
    id: instrument.id,
    coin: instrument.settleCoin,
    inverse: instrument.kind.startsWith('Inverse'),
    tick: big(instrument.tickSize),
    lot: big(instrument.lotSize),
    maker: big(instrument.makerFee),
    taker: big(instrument.takerFee),
    tiers: instrument.tiers.map((tier) => ({
      limit: big(tier.limit),
      maintenance: big(tier.maintenanceRate),
      deduction: big(tier.deduction),
      leverage: big(tier.maxLeverage),
    })),
    minTick: Number(instrument.minPrice),
    maxTick: Number(instrument.maxPrice),
    minLots: Number(instrument.minOrder),
    maxLimit: Number(instrument.maxLimitOrder),
    maxMarket: Number(instrument.maxMarketOrder),
    maxPostOnly: Number(instrument.maxPostOnlyOrder),
    minNotional: big(instrument.minNotional),
    lowestLeverage: big(instrument.leverageSections[0] ?? 100n),
    priceLimit: big(instrument.priceLimitRate),
  };
}

/** What the market inside does in one step of the clock. */
export type HouseAction =
  | { readonly kind: 'quote' | 'take'; readonly instrument: number; readonly side: Direction; readonly tick: number; readonly lots: number }
  | { readonly kind: 'withdraw'; readonly instrument: number };

/** What the prices of one market did in a step of the clock, as the real exchange published it. */
export type PriceTape =
  | { readonly kind: 'mark'; readonly instrument: number; readonly mark: bigint }
  | { readonly kind: 'funding'; readonly instrument: number; readonly rate: bigint };

/**
 * The exchange once more, exact, slow and obvious: lists that are scanned for every question, and no code shared with the real one, so
 * that the two agree only when both are right. Mark prices and funding rates are given to it.
 */
export class NaiveExchange {
  readonly state: NaiveState;

  constructor(instruments: readonly Instrument[]) {
    this.state = new NaiveState(instruments.map(naive));
  }

  /** What the last command did. */
  takeLines(): NaiveLine[] {
    return this.state.lines.splice(0);
  }

  /** Applies a command of a trader or operator; the reason when it is refused. */
  apply(command: Command): string | undefined {
    const { state } = this;
    if (command.type === 'OpenAccount') {
      if (state.accounts.some((account) => account.id === command.account)) return 'accountExists';
      state.open(command.account);
      return undefined;
    }
    if (!('account' in command)) return undefined;
    const account = state.accounts.find((other) => other.id === command.account);
    if (account === undefined || command.account < 100) return 'accountUnknown';
    return this.#trader(account, command);
  }

  #trader(account: NaiveAccount, command: Exclude<Extract<Command, { account: number }>, { type: 'OpenAccount' }>): string | undefined {
    const { state } = this;
    switch (command.type) {
      case 'CreditAccount':
        state.pay(account, command.coin, big(command.amount));
        return undefined;
      case 'PlaceOrder':
        return place(state, account, {
          account: account.id,
          instrument: command.instrument,
          side: command.side,
          market: command.orderType === 'Market',
          tick: Number(command.price),
          lots: Number(command.quantity),
          timeInForce: command.orderType === 'Market' ? 'ImmediateOrCancel' : command.timeInForce,
          reduceOnly: command.reduceOnly,
          index: command.positionIndex,
          clientId: command.clientOrderId,
        });
      case 'CancelOrder': {
        const order = state.orders.find((other) => other.id === command.orderId && other.owner === account.id);
        if (order === undefined) return 'orderUnknown';
        cancel(state, order, 'CancelByUser');
        return undefined;
      }
      case 'CancelAllOrders':
        for (const order of state.orders.filter((other) => other.owner === account.id)) {
          if (command.instrument === -1 || command.instrument === order.instrument) cancel(state, order, 'CancelByUser');
        }
        return undefined;
      case 'SetLeverage':
        return setLeverage(state, account, command.instrument, big(command.longLeverage), big(command.shortLeverage));
      case 'SetMarginMode':
        return setMarginMode(state, account, command.instrument, command.marginMode === 'isolated');
      case 'SetPositionMode':
        return setPositionMode(state, account, command.instrument, command.positionMode === 'BothSide');
      case 'AddMargin':
        return addMargin(state, account, state.position(account, command.instrument, command.positionIndex), big(command.amount));
      default:
        throw new Error(`the naive exchange does not know ${command.type}`);
    }
  }

  /** One step of the clock: the house acts, then every market takes its prices, pays its funding and liquidates. */
  advance(actions: readonly HouseAction[], tape: readonly PriceTape[]): void {
    for (const action of actions) this.#house(action);
    for (const [at, entry] of tape.entries()) {
      if (entry.kind === 'mark') this.state.marks[entry.instrument] = entry.mark;
      else settleFunding(this.state, entry.instrument, entry.rate);
      if (tape[at + 1]?.instrument !== entry.instrument) liquidate(this.state, this.state.instrument(entry.instrument));
    }
  }

  #house(action: HouseAction): void {
    const { state } = this;
    const instrument = state.instrument(action.instrument);
    if (action.kind === 'withdraw') {
      for (const order of state.orders) if (order.owner === MAKER && order.instrument === instrument.id) state.remove(order);
      return;
    }
    const { side, tick, lots } = action;
    const account = state.account(action.kind === 'quote' ? MAKER : FLOW);
    const filled = take(state, { account, instrument, side, index: 0, limit: tick, reduceOnly: false }, lots);
    if (action.kind === 'take' || filled === lots) return;
    const id = state.nextQuote;
    state.nextQuote -= 1;
    state.orders.push({ id, owner: MAKER, instrument: instrument.id, side, tick, reduceOnly: false, index: 0, left: lots - filled });
  }
}
