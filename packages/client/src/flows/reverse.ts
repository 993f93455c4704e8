import {
  isCopied,
  leverage,
  lotCount,
  opposite,
  positionIndexOf,
  positionSideOf,
  type Instrument,
  type Outcome,
  type PositionRecord,
  type Price,
  type SettingsRecord,
  type Side,
} from '@tapedeck/domain';
import { createOrderResult } from '@tapedeck/protocol';
import * as codes from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import { orderEnd } from './order-end.ts';
import { lookUpOrder } from './order-lookup.ts';
import { newOrderLinkId } from './order-request.ts';
import { REVERSE_REFERER, type OrderPlacing } from './place-order.ts';

/** Progress of the reversal. Only one runs at a time; another is refused meanwhile. */
export type ReverseState =
  { readonly name: 'idle' } | { readonly name: 'closing'; readonly key: string } | { readonly name: 'opening'; readonly key: string };

/** Outcome; after a failed close the opening order is never sent. */
export type ReverseOutcome =
  | { readonly name: 'reversed' }
  | { readonly name: 'closeFailed'; readonly failure: Failure }
  | { readonly name: 'openFailed'; readonly failure: Failure };

export interface ReverseFlow {
  readonly state: Readable<ReverseState>;
  /** Closes the position at market and opens the other side with the same quantity. `basePrice` is the displayed price. */
  reverse(key: string, basePrice: Price | undefined): Promise<ReverseOutcome>;
}

export interface ReverseFlowContext {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly guard: Guard;
  readonly placing: OrderPlacing;
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Whether the account is live. */
  reportsFlow(): boolean;
  instrumentById(id: number): Instrument | undefined;
}

const DEFAULT_LEVERAGE = leverage(1_000n);
const COPY_CLOSE_ALL = '/fapi/beehive/private/v1/common/order/close-all';
const IDLE: ReverseState = { name: 'idle' };

/** The leverage of one side; both are the same in one-way mode. */
function leverageOf(settings: SettingsRecord | undefined, side: Side) {
  return (side === 'Buy' ? settings?.longLeverage : settings?.shortLeverage) ?? DEFAULT_LEVERAGE;
}

export interface Reversal {
  readonly instrument: Instrument;
  readonly position: PositionRecord;
  readonly settings: SettingsRecord | undefined;
  readonly basePrice: Price | undefined;
}

/** The order that closes: the opposite side, at market, reduce-only, close-on-trigger, with the reverse flag. */
export function closingTerms({ instrument, position, settings, basePrice }: Reversal): OrderTerms {
  return {
    instrument,
    side: opposite(position.side),
    orderType: 'Market',
    price: undefined,
    quantity: position.size,
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: true,
    positionIndex: position.positionIndex,
    source: 'table',
    reverse: { step: 'close', leverage: leverageOf(settings, position.side), basePrice },
  };
}

/**
 * The opening order: the same side without reduce-only and close-on-trigger, with the position index and the leverage
 * of the new position.
 */
export function openingTerms(reversal: Reversal): OrderTerms {
  const closing = closingTerms(reversal);
  const mode = reversal.settings?.positionMode ?? 'MergedSingle';
  return {
    ...closing,
    reduceOnly: false,
    positionIndex: positionIndexOf(mode, positionSideOf(closing.side)),
    reverse: { step: 'open', leverage: leverageOf(reversal.settings, closing.side), basePrice: reversal.basePrice },
  };
}

export function createReverseFlow(context: ReverseFlowContext): ReverseFlow {
  const { ports, http, guard, placing, mirror, reportsFlow, instrumentById } = context;
  const state = createStore<ReverseState>(IDLE);

  function reversalOf(key: string, basePrice: Price | undefined): Reversal | undefined {
    const now = mirror.get();
    const position = now?.positions.get(key);
    const instrument = position && instrumentById(position.instrument);
    if (now === undefined || position === undefined || instrument === undefined || lotCount(position.size) === 0) return undefined;
    return { instrument, position, settings: now.settings.get(instrument.id), basePrice };
  }

  const roleIn = ({ instrument }: Reversal) => (isCopied(instrument) ? mirror.get()?.copying?.role : undefined);
  const leads = (reversal: Reversal): boolean => roleIn(reversal) === 'leader';

  /** A leader's close: the copy-trade call, which closes the entire position. */
  async function closeAll({ instrument, position }: Reversal): Promise<Result<Outcome>> {
    const orderLinkId = newOrderLinkId(ports);
    const body = { symbol: instrument.symbol, positionIdx: position.positionIndex, orderLinkId };
    const answer = await http.post(COPY_CLOSE_ALL, body, createOrderResult, { tagged: true, referer: REVERSE_REFERER });
    if (answer.ok) return succeeded({ orderId: Number(answer.value.orderId) });
    if (!codes.OUTCOME_UNKNOWN.has(answer.failure.code)) return answer;
    const fate = await lookUpOrder(http, ports, mirror, { symbol: instrument.symbol, orderLinkId, active: () => true });
    return fate.kind === 'exists' ? succeeded({ orderId: fate.orderId }) : failed({ code: codes.NOT_ARRIVED, message: '' });
  }

  /** Sends the close and waits until it is fully executed. */
  async function close(key: string, reversal: Reversal): Promise<Failure | undefined> {
    const placed = leads(reversal) ? await closeAll(reversal) : await placing.place(`reverse-close:${key}`, closingTerms(reversal));
    if (!placed.ok) return placed.failure;
    const { orderId, orderIds = orderId === undefined ? [] : [orderId] } = placed.value;
    const ends = await Promise.all(
      orderIds.map((id) => orderEnd(http, ports, mirror, { symbol: reversal.instrument.symbol, orderId: id })),
    );
    const isClosed = ends.length > 0 && ends.every((status) => status === 'Filled');
    return isClosed ? undefined : { code: codes.STEP_INCOMPLETE, message: '' };
  }

  async function run(key: string, basePrice: Price | undefined): Promise<Result<ReverseOutcome>> {
    const reversal = reversalOf(key, basePrice);
    if (reversal === undefined) return failed({ code: codes.UNKNOWN_HERE, message: '' });
    // A follower could only close the position, so the reversal is refused as a whole.
    if (roleIn(reversal) === 'follower') return failed({ code: codes.FOLLOWER_OPENS, message: '' });
    if (!reportsFlow()) return failed({ code: codes.REPORTS_OFF, message: '' });
    const unclosed = await close(key, reversal);
    if (unclosed !== undefined) return succeeded({ name: 'closeFailed', failure: unclosed });
    state.set({ name: 'opening', key });
    const opening = openingTerms(reversal);
    const opened = await placing.place(`reverse-open:${key}`, leads(reversal) ? { ...opening, copyTrade: true } : opening);
    return succeeded(opened.ok ? { name: 'reversed' } : { name: 'openFailed', failure: opened.failure });
  }

  return {
    state,
    async reverse(key, basePrice) {
      // One key for all positions: a second reversal does not wait, it is refused.
      if (guard.isRunning('reverse')) return { name: 'closeFailed', failure: { code: codes.BUSY_ELSEWHERE, message: '' } };
      // Set before the browser's lock is acquired: the second press of a double click comes earlier.
      state.set({ name: 'closing', key });
      const answer = await guard.runAlone('reverse', () => run(key, basePrice)).finally(() => state.set(IDLE));
      return answer.ok ? answer.value : { name: 'closeFailed', failure: answer.failure };
    },
  };
}
