import type { Instrument, Side } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { deliver, exercise, sampleIndex, settleFunding, settleSession } from './naive-ends.ts';
import { type NaiveInstrument, type Plain, larger, nearest, plain } from './naive-formulas.ts';
import { addMargin, chargeInterest, moveFunds, setAutoAdd, setCollateral, transferFunds } from './naive-funds.ts';
import { setLeverage, setMarginMode, setPositionMode } from './naive-funds.ts';
import { liquidate, liquidatePools } from './naive-liquidation.ts';
import { amend, place } from './naive-orders.ts';
import { type NaiveAccount, NaiveState, type Quoted } from './naive-state.ts';
import { amendConditional, cancelConditional, carryOutDue, fireMarginRates, placeConditional, placeMarginRateClose } from './slow-stops.ts';
import { placePair, setExits } from './slow-stops.ts';
import { crossed, endConditional, means } from './slow-conditional.ts';
import { cancel, take } from './naive-trading.ts';
import { endInterval, reprice, samplePremiumIndex } from './slow-prices.ts';

const QUOTE = { orderType: 'Limit', reduceOnly: false, positionIndex: 0, timeInForce: 'GoodTillCancel', clientOrderId: '' } as const;
const [MAKER, FLOW, HOUR] = [1, 2, 3_600_000] as const;
const SETTINGS = ['SetLeverage', 'SetMarginMode', 'SetPositionMode', 'AddMargin', 'SetAutoAddMargin'];

/** Trades of the simulated market in one clock step. */
export type HouseAction =
  | { readonly kind: 'quote' | 'take'; readonly instrument: number; readonly side: Side; readonly tick: number; readonly lots: number }
  | { readonly kind: 'withdraw'; readonly instrument: number };

/** A priced option, as the real exchange published it. */
export interface OptionPriced {
  readonly instrument: number;
  readonly mark: bigint;
  readonly index: bigint;
}

type OfAccount = Plain<Exclude<Extract<Command, { account: number }>, { type: 'OpenAccount' }>>;

/** A command in words, independent of its time. */
const wordsOf = (command: OfAccount): string =>
  JSON.stringify({ ...command, time: 0 }, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/**
 * A second exchange, exact, slow and obvious: it scans lists for every question and shares no code with the real one,
 * so that the two agree only if both are right. It receives only index prices and option model prices.
 */
export class NaiveExchange {
  readonly state = new NaiveState();

  constructor(instruments: readonly Instrument[], genesis: number) {
    this.state.time = genesis;
    this.state.interestAt = (Math.floor(genesis / HOUR) + 1) * HOUR;
    for (const instrument of instruments) this.state.list(plain(instrument));
  }

  /** Applies a command of a trader or operator, before which an option may have been priced; returns the refusal reason. */
  apply(given: Command, tape: readonly OptionPriced[]): string | undefined {
    const { state } = this;
    const command = plain(given);
    for (const entry of tape) this.#priceOption(entry);
    if (command.type === 'OpenAccount') {
      if (state.accounts.some((account) => account.id === command.account)) return 'accountExists';
      state.open(command.account, command.kind);
      return undefined;
    }
    if (!('account' in command)) return undefined;
    const account = state.accounts.find((other) => other.id === command.account);
    if (account === undefined || command.account < 100) return 'accountUnknown';
    const id = ('requestId' in command && command.requestId) || '';
    const words = id === '' ? '' : wordsOf(command);
    const before = account.requests.get(id);
    if (before !== undefined) return before === words ? undefined : 'duplicateRequest';
    if ('instrument' in command && state.closed.has(command.instrument)) return 'notTrading';
    state.time = command.time;
    const refused = this.#trader(account, command);
    carryOutDue(state);
    if (id !== '' && refused === undefined) account.requests.set(id, words);
    return refused;
  }

  #trader(account: NaiveAccount, command: OfAccount): string | undefined {
    const { state } = this;
    const orderId = 'orderId' in command ? command.orderId : 0;
    const order = state.ordersOf(account.id).find(({ id }) => id === orderId);
    const waits = state.conditional.find((other) => other.id === orderId && other.account === account.id);
    const held = 'positionIndex' in command ? state.position(account, command.instrument, command.positionIndex) : undefined;
    const { option, kind } = ('instrument' in command ? state.instruments[command.instrument] : undefined) ?? {};
    if (SETTINGS.includes(command.type) && (option !== undefined || kind === 'Spot')) return 'parameter';
    switch (command.type) {
      case 'CreditAccount':
        state.pay(account, command.coin, command.amount);
        return undefined;
      case 'SetFeeTier':
        account.tier = command.tier;
        return undefined;
      case 'PlaceOrder': {
        const timeInForce = command.orderType === 'Market' ? 'ImmediateOrCancel' : command.timeInForce;
        const placed = { ...command, timeInForce, options: { ...command.options } };
        const { trigger } = placed.options;
        return trigger === undefined ? place(state, account, placed) : placeConditional(state, account, placed, trigger);
      }
      case 'PlaceOrderPair':
        return placePair(state, account, { ...command, clientOrderId: '', options: {} }, command);
      case 'PlaceMarginRateClose':
        return held && placeMarginRateClose(state, held, command.rate);
      case 'SetPositionExits':
        return held && setExits(state, held, command);
      case 'AmendOrder':
        if (order !== undefined) return amend(state, account, order, command.changes);
        return waits === undefined ? 'orderUnknown' : amendConditional(state, account, waits, command.changes);
      case 'CancelOrder':
        if (order !== undefined) cancel(state, order, 'CancelByUser');
        else if (waits !== undefined) cancelConditional(state, waits);
        return order === undefined && waits === undefined ? 'orderUnknown' : undefined;
      case 'CancelAllOrders': {
        for (const one of state.ordersOf(account.id)) if (means(command, one)) cancel(state, one, 'CancelByUser');
        const own = state.conditional.filter((one) => one.account === account.id && means(command, one, one.kind));
        for (const one of own) endConditional(state, one, 'CancelByUser');
        return undefined;
      }
      case 'SetLeverage':
        return setLeverage(state, account, command.instrument, command.longLeverage, command.shortLeverage);
      case 'SetMarginMode':
        return setMarginMode(state, account, command.instrument, command.marginMode === 'isolated');
      case 'SetPositionMode':
        return setPositionMode(state, account, command.instrument, command.positionMode === 'BothSide');
      case 'AddMargin':
        return held && addMargin(state, account, held, command.amount);
      case 'SetAutoAddMargin':
        return held && setAutoAdd(state, held, command.on);
      case 'SetCollateral':
        return setCollateral(state, account, command.coin, command.on);
      case 'MoveFunds':
        return moveFunds(state, account, command);
      case 'TransferFunds':
        return transferFunds(state, account, command);
      default:
        throw new Error(`the naive exchange does not know ${command.type}`);
    }
  }

  /** One clock step: the house trades, then prices move and their consequences follow. */
  advance(
    time: number,
    indices: ReadonlyMap<number, bigint | undefined>,
    actions: readonly HouseAction[],
    tape: readonly OptionPriced[],
  ): void {
    const { state } = this;
    const before = state.time;
    state.time = time;
    for (const [instrument, index] of indices) {
      (state.quoted[instrument] as Quoted).indexKnown = index !== undefined;
      if (index === undefined) continue;
      state.published[instrument] = index;
      if (state.instrument(instrument).option !== undefined) continue;
      state.indices[instrument] = index;
      crossed(state, instrument, 'IndexPrice');
    }
    for (const action of actions) this.#house(action);
    carryOutDue(state);
    let moved = false;
    for (const instrument of state.live()) moved = this.#settle(instrument, before, tape) || moved;
    if (chargeInterest(state) || moved) liquidatePools(state);
    // A fill far from the mark price may have left an account below its margin.
    const contracts = state.instruments.filter(({ id, kind }) => !state.closed.has(id) && kind !== 'Spot');
    for (const instrument of contracts) liquidate(state, instrument, false);
    liquidatePools(state);
    fireMarginRates(state);
    carryOutDue(state);
  }

  /** Prices one instrument and applies the consequences; true if its mark price moved. */
  #settle(instrument: NaiveInstrument, before: number, tape: readonly OptionPriced[]): boolean {
    const { state } = this;
    const { id, deliveryAt, option, kind } = instrument;
    sampleIndex(state, instrument, before);
    for (const entry of tape) if (entry.instrument === id) this.#priceOption(entry);
    const moved = option === undefined ? reprice(state, instrument, before) : state.unsettled.delete(id);
    const settled = this.#fund(instrument, before);
    samplePremiumIndex(state, instrument);
    if ((moved || settled) && kind !== 'Spot') liquidate(state, instrument);
    if (moved) crossed(state, id, 'MarkPrice');
    if (moved && option !== undefined) crossed(state, id, 'IndexPrice');
    state.unsettled.delete(id);
    if (deliveryAt !== undefined && state.time >= deliveryAt) (option === undefined ? deliver : exercise)(state, instrument);
    return moved;
  }

  #priceOption({ instrument, mark, index }: OptionPriced): void {
    const { state } = this;
    const { tickSize } = state.instrument(instrument);
    // The first last price becomes the mark price.
    state.lasts[instrument] ??= larger(1n, nearest(mark, tickSize)) * tickSize;
    state.marks[instrument] = mark;
    state.indices[instrument] = index;
    state.unsettled.add(instrument);
  }

  /** Settles the funding of an interval that has ended since `before`; true if one has. */
  #fund(instrument: NaiveInstrument, before: number): boolean {
    const { state } = this;
    const rate = endInterval(state, instrument, before);
    if (rate === undefined) return false;
    const sessions = instrument.kind === 'UsdcPerpetual';
    if (sessions) {
      liquidate(state, instrument);
      liquidatePools(state);
    }
    state.lines.push(`funding ${instrument.id} ${rate} at ${state.mark(instrument.id)}`);
    settleFunding(state, instrument, rate);
    if (sessions) settleSession(state, instrument);
    return true;
  }

  #house(action: HouseAction): void {
    const { state } = this;
    const instrument = state.instrument(action.instrument);
    const { id } = instrument;
    if (action.kind === 'withdraw') {
      for (const order of state.orders) if (order.account === MAKER && order.instrument === id) state.remove(order);
      return;
    }
    const { side, tick, lots } = action;
    const account = state.account(action.kind === 'quote' ? MAKER : FLOW);
    const filled = take(state, { account, instrument, side, index: 0, limit: tick }, lots);
    if (action.kind === 'take' || filled === lots) return;
    const terms = { account: MAKER, instrument: id, side, price: tick, quantity: lots, filled: 0, options: {} };
    state.nextQuote -= 1;
    state.orders.push({ ...QUOTE, ...terms, id: state.nextQuote, left: lots - filled });
  }
}
