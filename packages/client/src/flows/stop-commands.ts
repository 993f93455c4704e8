import {
  rate,
  ticks,
  type Instrument,
  type OrderChanges,
  type OrderRecord,
  type PairLeg,
  type PlaceOrderPair,
  type PositionIndex,
  type PositionRecord,
  type Rate,
  type TrailingTerms,
} from '@tapedeck/domain';
import {
  cancelOrderResult,
  cancelTotallyResult,
  createMarginRateCloseResult,
  createPairResult,
  emptyResult,
  encodeMarginRate,
  encodeExits,
  encodeTrailing,
  lotsText,
  readLots,
  replaceOrderResult,
  setTpSlResult,
  ticksText,
  type CancelTotallyRequest,
  type ReplaceOrderRequest,
  type SetTpSlRequest,
} from '@tapedeck/protocol';
import { ALREADY, REPORTS_OFF, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { TpslTerms } from '../forms/tpsl/tpsl-terms.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';
import { splitFailed } from './order-parts.ts';
import { tpslRequests } from './tpsl-requests.ts';

/** Two conditional orders of which the first to fire cancels the other. */
export interface OrderPairTerms extends Pick<PlaceOrderPair, 'kind' | 'positionIndex' | 'quantity' | 'upper' | 'lower' | 'reduceOnly'> {
  readonly instrument: Instrument;
}

/** Orders that wait, and changes of open ones; each call is one guarded operation. */
export interface StopCommands {
  /** Changes an open order, resting or waiting; what is absent stays. */
  amendOrder(order: OrderRecord, changes: OrderChanges): Promise<Result<void>>;
  /** Brings the TP/SL of a position to what the dialog says; sends only what differs. Legs of unlike quantities make two entries. */
  setPositionTpsl(key: string, terms: TpslTerms): Promise<Result<void>>;
  /** Cancels one exit of a position; the other leg of its entry goes with it. */
  cancelExit(order: OrderRecord): Promise<Result<void>>;
  /** Without terms the trailing stop goes. */
  setTrailingStop(key: string, terms: TrailingTerms | undefined): Promise<Result<void>>;
  /** Cancels all open orders of a kind; answers how many. */
  cancelTotally(symbol: string, type: CancelTotallyRequest['type'], positionIndex?: PositionIndex): Promise<Result<number>>;
  /** The ids of the two orders, `upper` first. */
  placeOrderPair(terms: OrderPairTerms): Promise<Result<readonly number[]>>;
  /** Closes the position once the maintenance margin rate of the account reaches `rate`; answers the order's id. */
  placeMarginRateClose(key: string, rate: Rate): Promise<Result<number>>;
  /** Cancels resting orders when no stream of the account was there for so many seconds; 0 switches it off. */
  setCancelOnDisconnect(seconds: number): Promise<Result<void>>;
}

export interface StopCommandsContext {
  readonly guard: Guard;
  readonly once: Once;
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Whether the account's news arrive. */
  reportsFlow(): boolean;
  instrumentById(id: number): Instrument | undefined;
}

const unknownHere = <T>(): Result<T> => failed({ code: UNKNOWN_HERE, message: '' });
const NO_SHARE = rate(0n);
const CANCEL = '/contract/v5/order/cancel';
const REPLACE = '/contract/v5/order/replace';
const SET_TPSL = '/contract/v5/position/set-tp-sl-ts';

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

interface Held {
  readonly position: PositionRecord;
  readonly instrument: Instrument;
}

/** Of a quantity that went in parts, what is not set; any other call says its own reason. */
function leftOver(bodies: readonly SetTpSlRequest[], at: number, instrument: Instrument, failure: Failure): Failure {
  const read = (of: readonly SetTpSlRequest[]) => of.flatMap(({ qty }) => (qty === undefined ? [] : [readLots(qty, 'qty', instrument)]));
  const split = { placed: read(bodies.slice(0, at)), failed: read(bodies.slice(at)) };
  return split.failed.length === 0 ? failure : splitFailed(split, instrument, failure);
}

export function createStopCommands({ guard, once, mirror, reportsFlow, instrumentById }: StopCommandsContext): StopCommands {
  const held = (key: string): Held | undefined => {
    const position = mirror.get()?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    return position && instrument && { position, instrument };
  };

  return {
    async amendOrder(order, changes) {
      const instrument = instrumentById(order.instrument);
      if (instrument === undefined || order.orderId <= 0) return unknownHere();
      const body = replaceRequest(order, changes, instrument);
      return guard.runAlone(`amend:${order.orderId}`, () =>
        once.set({ path: REPLACE, body, schema: replaceOrderResult, already: ALREADY.asAsked }),
      );
    },
    async setPositionTpsl(key, terms) {
      const own = held(key);
      if (own === undefined) return unknownHere();
      return guard.runAlone(`tpsl:${key}`, async () => {
        const orders = mirror.get()?.orders ?? new Map<number, OrderRecord>();
        const bodies = tpslRequests(terms, { ...own, orders });
        for (const [at, body] of bodies.entries()) {
          const answer = await once.post({ path: SET_TPSL, body, schema: setTpSlResult });
          if (!answer.ok) return at === 0 ? answer : failed(leftOver(bodies, at, own.instrument, answer.failure));
        }
        return succeeded(undefined);
      });
    },
    async cancelExit(order) {
      const instrument = instrumentById(order.instrument);
      if (instrument === undefined) return unknownHere();
      const body = { symbol: instrument.symbol, orderId: String(order.orderId), type: 'TpSlOcoStopOrder' };
      return guard.run(`cancel:${order.orderId}`, () =>
        once.set({ path: CANCEL, body, schema: cancelOrderResult, already: ALREADY.orderGone }),
      );
    },
    async setTrailingStop(key, terms) {
      const own = held(key);
      if (own === undefined) return unknownHere();
      const { position, instrument } = own;
      const fields = encodeTrailing(terms ?? { distance: ticks(0), share: NO_SHARE, activation: ticks(0) }, instrument);
      const body = { symbol: instrument.symbol, positionIdx: position.positionIndex, ...fields };
      return guard.runAlone(`trailing:${key}`, () => once.set({ path: SET_TPSL, body, schema: setTpSlResult, already: ALREADY.asAsked }));
    },
    cancelTotally(symbol, type, positionIndex) {
      return guard.run(`cancel-totally:${symbol}:${type}:${positionIndex ?? ''}`, async () => {
        const body = { symbol, type, ...(positionIndex !== undefined && { positionIdx: positionIndex }) };
        const { answer } = await once.repeat({ path: '/contract/v5/order/cancel-totally', body, schema: cancelTotallyResult });
        return answer.ok ? succeeded(answer.value.cancelled) : answer;
      });
    },
    async placeOrderPair({ instrument, kind, positionIndex, quantity, upper, lower, reduceOnly }) {
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
    async placeMarginRateClose(key, limit) {
      const own = held(key);
      if (own === undefined) return unknownHere();
      const { position, instrument } = own;
      const body = { symbol: instrument.symbol, positionIdx: position.positionIndex, ...encodeMarginRate(limit) };
      return guard.run(`mmr:${JSON.stringify(body)}`, async () => {
        const answer = await once.post({ path: '/contract/v5/order/create-mmr-close', body, schema: createMarginRateCloseResult });
        return answer.ok ? succeeded(Number(answer.value.orderId)) : answer;
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
