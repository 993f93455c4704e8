import {
  isProtective,
  orderTab,
  type Instrument,
  type OrderChanges,
  type OrderRecord,
  type PairLeg,
  type PlaceOrderPair,
  type PositionIndex,
} from '@tapedeck/domain';
import {
  cancelAllOrdersResult,
  cancelOrderResult,
  cancelTotallyResult,
  createPairResult,
  emptyResult,
  encodeExits,
  lotsText,
  replaceOrderResult,
  ticksText,
  type CancelAllOrdersRequest,
  type CancelTotallyRequest,
  type ReplaceOrderRequest,
} from '@tapedeck/protocol';
import { ALREADY, REPORTS_OFF, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { CancelAllScope } from '../selectors/consequences.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';
import type { OwnGestures } from './own-gestures.ts';

/** Two conditional orders; the first to trigger cancels the other. */
export interface OrderPairTerms extends Pick<PlaceOrderPair, 'kind' | 'positionIndex' | 'quantity' | 'upper' | 'lower' | 'reduceOnly'> {
  readonly instrument: Instrument;
}

export interface CancelledSeveral {
  readonly cancelled: number;
  /** Reason of the first order that was not cancelled. */
  readonly failure: Failure | undefined;
}

/** Changes and cancels open orders, and places pairs; each call is one guarded operation. */
export interface OrderCommands {
  /** Amends an open order, resting or conditional; absent fields stay as they are. */
  amend(order: OrderRecord, changes: OrderChanges): Promise<Result<void>>;
  cancel(order: OrderRecord): Promise<Result<void>>;
  /** Cancels each of these orders; returns the number of cancelled orders, and the reason of the first failure. */
  cancelSeveral(orders: readonly OrderRecord[]): Promise<CancelledSeveral>;
  /** Cancels the open orders of a scope; returns their number. */
  cancelAll(scope: CancelAllScope): Promise<Result<number>>;
  /** Cancels all open orders of a kind; returns their number. */
  cancelTotally(symbol: string, type: CancelTotallyRequest['type'], positionIndex?: PositionIndex): Promise<Result<number>>;
  /** The ids of the two orders, `upper` first. */
  placePair(terms: OrderPairTerms): Promise<Result<readonly number[]>>;
  /** Cancels resting orders when the account has had no open stream for this many seconds; 0 switches it off. */
  setCancelOnDisconnect(seconds: number): Promise<Result<void>>;
}

export interface OrderCommandsContext {
  readonly guard: Guard;
  readonly once: Once;
  readonly mirror: Readable<AccountMirror | undefined>;
  readonly gestures: OwnGestures;
  /** Whether the account is live. */
  reportsFlow(): boolean;
  instrumentById(id: number): Instrument | undefined;
}

/** Names of the tabs on the wire. */
const CANCEL_TYPE: Readonly<Record<NonNullable<CancelAllScope['tab']>, NonNullable<CancelAllOrdersRequest['type']>>> = {
  activity: 'Activity',
  condition: 'Conditions',
  tpSl: 'TpSl',
  trailingStop: 'TrailingStop',
  mmr: 'MmRateClose',
  oco: 'TakeProfitStopLossOCO',
};

const unknownHere = <T>(): Result<T> => failed({ code: UNKNOWN_HERE, message: '' });

function replaceRequest(order: OrderRecord, changes: OrderChanges, instrument: Instrument): ReplaceOrderRequest {
  const { price, quantity, trigger, triggerSource, exits } = changes;
  return {
    symbol: instrument.symbol,
    orderId: String(order.orderId),
    ...(price !== undefined && { price: ticksText(price, instrument) }),
    ...(quantity !== undefined && { qty: lotsText(quantity, instrument) }),
    ...(trigger !== undefined && { triggerPrice: ticksText(trigger, instrument) }),
    ...(triggerSource !== undefined && { triggerBy: triggerSource }),
    ...(exits !== undefined && { takeProfit: '0', stopLoss: '0', ...(exits !== null && encodeExits(exits, instrument)) }),
  };
}

const pairLegFields = (leg: PairLeg, instrument: Instrument): object => ({
  side: leg.side,
  triggerPrice: ticksText(leg.trigger, instrument),
  triggerBy: leg.source,
  orderType: leg.orderType,
  ...(leg.orderType === 'Limit' && { price: ticksText(leg.price, instrument) }),
});

export function createOrderCommands({ guard, once, mirror, gestures, reportsFlow, instrumentById }: OrderCommandsContext): OrderCommands {
  /** Open orders that the cancel covers now. */
  function meant({ symbol, tab, keepProtective }: CancelAllScope): readonly number[] {
    const orders = [...(mirror.get()?.orders.values() ?? [])];
    const covered = orders.filter((order) => {
      if (symbol !== undefined && instrumentById(order.instrument)?.symbol !== symbol) return false;
      return (tab === undefined || orderTab(order) === tab) && !(keepProtective && isProtective(order));
    });
    return covered.map(({ orderId }) => orderId);
  }

  async function cancel(order: OrderRecord): Promise<Result<void>> {
    const instrument = instrumentById(order.instrument);
    if (instrument === undefined || order.orderId <= 0) return unknownHere();
    const body = { symbol: instrument.symbol, orderId: String(order.orderId) };
    return guard.run(`cancel:${order.orderId}`, () =>
      once.set({ path: '/contract/v5/order/cancel', body, schema: cancelOrderResult, already: ALREADY.orderGone }),
    );
  }

  return {
    async amend(order, changes) {
      const instrument = instrumentById(order.instrument);
      if (instrument === undefined || order.orderId <= 0) return unknownHere();
      const body = replaceRequest(order, changes, instrument);
      gestures.name(order.orderId);
      return guard.runAlone(`amend:${order.orderId}`, () =>
        once.set({ path: '/contract/v5/order/replace', body, schema: replaceOrderResult, already: ALREADY.asAsked }),
      );
    },
    cancel(order) {
      gestures.name(order.orderId);
      return cancel(order);
    },
    async cancelSeveral(orders) {
      const answers = await Promise.all(
        orders.map(async (order) => {
          const takeBack = gestures.sweep([order.orderId]);
          const answer = await cancel(order);
          if (!answer.ok) takeBack();
          return answer;
        }),
      );
      const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
      return { cancelled: answers.length - failures.length, failure: failures[0] };
    },
    cancelAll(scope) {
      const { symbol, tab, keepProtective } = scope;
      return guard.run(`cancel-all:${symbol ?? ''}:${tab ?? ''}:${keepProtective}`, async () => {
        const type = tab && CANCEL_TYPE[tab];
        const body = { ...(symbol !== undefined && { symbol }), ...(type !== undefined && { type }), keepProtective };
        const before = meant(scope);
        const takeBack = gestures.sweep(before);
        const { answer, doubted } = await once.repeat({ path: '/contract/v5/order/cancel-all', body, schema: cancelAllOrdersResult });
        if (!answer.ok) {
          takeBack();
          return answer;
        }
        // After a lost answer, the count is the number of previously open orders: one of the attempts cancelled them.
        return succeeded(doubted ? Math.max(before.length, answer.value.cancelled) : answer.value.cancelled);
      });
    },
    cancelTotally(symbol, type, positionIndex) {
      return guard.run(`cancel-totally:${symbol}:${type}:${positionIndex ?? ''}`, async () => {
        const body = { symbol, type, ...(positionIndex !== undefined && { positionIdx: positionIndex }) };
        const { answer } = await once.repeat({ path: '/contract/v5/order/cancel-totally', body, schema: cancelTotallyResult });
        return answer.ok ? succeeded(answer.value.cancelled) : answer;
      });
    },
    async placePair({ instrument, kind, positionIndex, quantity, upper, lower, reduceOnly }) {
      if (!reduceOnly && !reportsFlow()) return failed({ code: REPORTS_OFF, message: '' });
      const body = {
        symbol: instrument.symbol,
        stopOrderType: kind,
        positionIdx: positionIndex,
        qty: lotsText(quantity, instrument),
        upper: pairLegFields(upper, instrument),
        lower: pairLegFields(lower, instrument),
        reduceOnly,
      };
      return guard.run(`pair:${JSON.stringify(body)}`, async () => {
        const answer = await once.post({ path: '/contract/v5/order/create-pair', body, schema: createPairResult });
        return answer.ok ? succeeded(answer.value.orderIds.map(Number)) : answer;
      });
    },
    setCancelOnDisconnect(seconds) {
      const body = { timeWindow: String(seconds) };
      return guard.runAlone('disconnect', () =>
        once.set({ path: '/contract/v5/order/disconnected-cancel-all', body, schema: emptyResult, already: ALREADY.asAsked }),
      );
    },
  };
}
