import {
  isProtective,
  lotCount,
  opposite,
  orderTab,
  ticksOfPrice,
  type Instrument,
  type Leverage,
  type Lots,
  type MarginMode,
  type OrderRecord,
  type Outcome,
  type PositionMode,
  type Price,
} from '@tapedeck/domain';
import { cancelAllOrdersResult, cancelOrderResult, leverageText, type CancelAllOrdersRequest } from '@tapedeck/protocol';
import { ALREADY, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { Schema } from '../connection/http.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { CancelAllScope } from '../selectors/consequences.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';
import type { OrderPlacing } from './place-order.ts';

/** Everything but placing that changes the account; each is one guarded operation. */
export interface AccountCommands {
  cancelOrder(order: OrderRecord): Promise<Result<void>>;
  cancelAllOrders(scope: CancelAllScope): Promise<Result<number>>;
  closePosition(key: string, close?: PositionClose): Promise<Result<Outcome>>;
  closePositions(closes: readonly ClosedPosition[]): Promise<ClosedSeveral>;
  setLeverage(symbol: string, long: Leverage, short: Leverage): Promise<Result<void>>;
  setMarginMode(symbol: string, mode: MarginMode): Promise<Result<void>>;
  setPositionMode(symbol: string, mode: PositionMode): Promise<Result<void>>;
  cancelOrders(orders: readonly OrderRecord[]): Promise<CancelledSeveral>;
}

/** How a position is closed: at market unless there is a limit price, all of it unless there is a quantity. */
export interface PositionClose {
  readonly limit?: Price | undefined;
  readonly quantity?: Lots | undefined;
}

/** A position of several that are closed at market, and how much of it. */
export interface ClosedPosition {
  readonly key: string;
  readonly quantity: Lots;
}

export interface ClosedSeveral {
  readonly sent: number;
  /** Of the first position whose order was refused. */
  readonly failure: Failure | undefined;
}

export interface CancelledSeveral {
  readonly cancelled: number;
  /** Of the first order that was not cancelled. */
  readonly failure: Failure | undefined;
}

export interface AccountCommandsContext {
  readonly guard: Guard;
  readonly once: Once;
  readonly placing: OrderPlacing;
  readonly mirror: Readable<AccountMirror | undefined>;
  instrumentById(id: number): Instrument | undefined;
}

/** The wire's words for the tabs. */
const CANCEL_TYPE: Readonly<Record<NonNullable<CancelAllScope['tab']>, NonNullable<CancelAllOrdersRequest['type']>>> = {
  activity: 'Activity',
  condition: 'Conditions',
  tpSl: 'TpSl',
  trailingStop: 'TrailingStop',
  mmr: 'MmRateClose',
  oco: 'TakeProfitStopLossOCO',
};

/** For answers whose result says nothing. */
const anything: Schema<undefined> = { safeParse: () => ({ success: true, data: undefined }) };
const unknownHere = <T>(): Result<T> => failed({ code: UNKNOWN_HERE, message: '' });

export function createAccountCommands({ guard, once, placing, mirror, instrumentById }: AccountCommandsContext): AccountCommands {
  const set = (what: 'set-leverage' | 'set-margin-mode' | 'set-position-mode', body: object, already: number): Promise<Result<void>> =>
    once.set({ path: `/contract/v5/position/${what}`, body, schema: anything, already });

  /** How many open orders the cancel means now. */
  function meant({ symbol, tab, keepProtective }: CancelAllScope): number {
    const orders = [...(mirror.get()?.orders.values() ?? [])];
    return orders.filter((order) => {
      if (symbol !== undefined && instrumentById(order.instrument)?.symbol !== symbol) return false;
      return (tab === undefined || orderTab(order) === tab) && !(keepProtective && isProtective(order));
    }).length;
  }

  async function cancelOrder(order: OrderRecord): Promise<Result<void>> {
    const instrument = instrumentById(order.instrument);
    if (instrument === undefined || order.orderId <= 0) return unknownHere();
    const body = { symbol: instrument.symbol, orderId: String(order.orderId) };
    return guard.run(`cancel:${order.orderId}`, () =>
      once.set({ path: '/contract/v5/order/cancel', body, schema: cancelOrderResult, already: ALREADY.orderGone }),
    );
  }

  async function closePosition(key: string, { limit, quantity }: PositionClose = {}): Promise<Result<Outcome>> {
    const position = mirror.get()?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    if (position === undefined || instrument === undefined || lotCount(position.size) === 0) return unknownHere();
    return placing.place(`close:${key}`, {
      instrument,
      side: opposite(position.side),
      orderType: limit === undefined ? 'Market' : 'Limit',
      price: limit === undefined ? undefined : ticksOfPrice(limit, instrument.tickSize, 'nearest'),
      quantity: quantity ?? position.size,
      timeInForce: limit === undefined ? 'ImmediateOrCancel' : 'GoodTillCancel',
      reduceOnly: true,
      positionIndex: position.positionIndex,
      source: 'table',
    });
  }

  return {
    cancelOrder,
    async cancelOrders(orders) {
      const answers = await Promise.all(orders.map(cancelOrder));
      const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
      return { cancelled: answers.length - failures.length, failure: failures[0] };
    },
    cancelAllOrders(scope) {
      const { symbol, tab, keepProtective } = scope;
      return guard.run(`cancel-all:${symbol ?? ''}:${tab ?? ''}:${keepProtective}`, async () => {
        const type = tab && CANCEL_TYPE[tab];
        const body = { ...(symbol !== undefined && { symbol }), ...(type !== undefined && { type }), keepProtective };
        const before = meant(scope);
        const { answer, doubted } = await once.repeat({ path: '/contract/v5/order/cancel-all', body, schema: cancelAllOrdersResult });
        if (!answer.ok) return answer;
        // After a lost answer the count is of what was left: those that were open are gone, by one sending or the other.
        return succeeded(doubted ? Math.max(before, answer.value.cancelled) : answer.value.cancelled);
      });
    },
    closePosition,
    async closePositions(closes) {
      const answers = await Promise.all(closes.map(({ key, quantity }) => closePosition(key, { quantity })));
      const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
      return { sent: answers.length - failures.length, failure: failures[0] };
    },
    setLeverage(symbol, long, short) {
      const body = { symbol, buyLeverage: leverageText(long), sellLeverage: leverageText(short) };
      return guard.runAlone(`leverage:${symbol}`, () => set('set-leverage', body, ALREADY.leverage));
    },
    setMarginMode(symbol, mode) {
      return guard.runAlone(`margin-mode:${symbol}`, () => set('set-margin-mode', { symbol, marginMode: mode }, ALREADY.marginMode));
    },
    setPositionMode(symbol, mode) {
      return guard.runAlone(`position-mode:${symbol}`, () => set('set-position-mode', { symbol, mode }, ALREADY.positionMode));
    },
  };
}
