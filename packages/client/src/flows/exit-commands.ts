import { rate, ticks, type Instrument, type OrderRecord, type PositionRecord, type Rate, type TrailingTerms } from '@tapedeck/domain';
import {
  cancelOrderResult,
  createMarginRateCloseResult,
  encodeMarginRate,
  encodeTrailing,
  readLots,
  setTpSlResult,
  type SetTpSlRequest,
} from '@tapedeck/protocol';
import { ALREADY, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { TpslTerms } from '../forms/tpsl/tpsl-terms.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';
import { splitFailed } from './order-parts.ts';
import { tpslRequests } from './tpsl-requests.ts';

/** Exits of a position: TP/SL, trailing stop, close at a margin rate; each call is one guarded operation. */
export interface ExitCommands {
  /** Sets a position's TP/SL to the dialog's terms; sends only the differences. Legs with different quantities become two entries. */
  setTpsl(key: string, terms: TpslTerms): Promise<Result<void>>;
  /** Cancels one exit of a position; the other leg of its entry goes with it. */
  cancelExit(order: OrderRecord): Promise<Result<void>>;
  /** Without terms, the trailing stop is removed. */
  setTrailingStop(key: string, terms: TrailingTerms | undefined): Promise<Result<void>>;
  /** Closes the position once the maintenance margin rate of the account reaches `rate`; returns the order's id. */
  placeMarginRateClose(key: string, rate: Rate): Promise<Result<number>>;
}

export interface ExitCommandsContext {
  readonly guard: Guard;
  readonly once: Once;
  readonly mirror: Readable<AccountMirror | undefined>;
  instrumentById(id: number): Instrument | undefined;
}

const unknownHere = <T>(): Result<T> => failed({ code: UNKNOWN_HERE, message: '' });
const NO_SHARE = rate(0n);
const CANCEL = '/contract/v5/order/cancel';
const SET_TPSL = '/contract/v5/position/set-tp-sl-ts';

interface Held {
  readonly position: PositionRecord;
  readonly instrument: Instrument;
}

/** The failure of a quantity sent in parts, with the quantity that was not set; other calls keep their own reason. */
function leftOver(bodies: readonly SetTpSlRequest[], at: number, instrument: Instrument, failure: Failure): Failure {
  const read = (of: readonly SetTpSlRequest[]) => of.flatMap(({ qty }) => (qty === undefined ? [] : [readLots(qty, 'qty', instrument)]));
  const split = { placed: read(bodies.slice(0, at)), failed: read(bodies.slice(at)) };
  return split.failed.length === 0 ? failure : splitFailed(split, instrument, failure);
}

export function createExitCommands({ guard, once, mirror, instrumentById }: ExitCommandsContext): ExitCommands {
  const held = (key: string): Held | undefined => {
    const position = mirror.get()?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    return position && instrument && { position, instrument };
  };

  return {
    async setTpsl(key, terms) {
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
  };
}
