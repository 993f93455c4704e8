import type { Instrument, InstrumentId, OrderId, OrderRecord } from '@tapedeck/domain';
import { isTerminal } from '@tapedeck/domain';
import { decodeOrder, orderPage } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountFeed } from '../raw/account-feed.ts';
import { LOOKUP_INTERVAL_MS } from './order-lookup.ts';

/** Maximum number of queries: the history is written shortly after the exchange has acted. */
const QUESTIONS_MAX = 5;

/** An order whose end the private channel has not reported. */
export type MissedOrder = Pick<OrderRecord, 'orderId' | 'instrument'>;

export interface MissedEnds {
  /** Finds out how these orders ended and reports it like the channel; open orders are left alone. */
  find(orders: readonly MissedOrder[]): Promise<void>;
}

export interface MissedEndsContext {
  readonly ports: Pick<ClientPorts, 'setTimer'>;
  readonly http: Http;
  readonly feed: Pick<AccountFeed, 'mirror' | 'learn' | 'onMissed'>;
  instrumentById(id: number): Instrument | undefined;
}

/** Ends of orders that were not reported: after a lost connection, the new one begins with the open orders. The history has the rest. */
export function createMissedEnds({ ports, http, feed, instrumentById }: MissedEndsContext): MissedEnds {
  async function ended(instrument: Instrument, ids: ReadonlySet<OrderId>): Promise<readonly OrderRecord[]> {
    const answer = await http.get('/contract/v5/order/history', { symbol: instrument.symbol, limit: 50 }, orderPage, 'quiet');
    const account = feed.mirror.get()?.account;
    if (!answer.ok || account === undefined) return [];
    return answer.value.list
      .filter((item) => ids.has(Number(item.orderId)))
      .map((item) => decodeOrder(item, account, instrument))
      .filter(({ status }) => isTerminal(status));
  }

  async function findOf(id: InstrumentId, wanted: readonly OrderId[]): Promise<void> {
    const instrument = instrumentById(id);
    if (instrument === undefined) return;
    for (let question = 1; question <= QUESTIONS_MAX; question += 1) {
      const mirror = feed.mirror.get();
      const open = wanted.filter((orderId) => mirror?.ended.has(orderId) === false && !mirror.orders.has(orderId));
      if (open.length === 0) return;
      feed.learn(await ended(instrument, new Set(open)));
      if (question < QUESTIONS_MAX) await new Promise<void>((resolve) => void ports.setTimer(resolve, LOOKUP_INTERVAL_MS));
    }
  }

  async function find(orders: readonly MissedOrder[]): Promise<void> {
    const instruments = new Set(orders.map(({ instrument }) => instrument));
    await Promise.all(
      [...instruments].map((id) =>
        findOf(
          id,
          orders.filter(({ instrument }) => instrument === id).map(({ orderId }) => orderId),
        ),
      ),
    );
  }

  feed.onMissed((orders) => void find(orders));
  return { find };
}
