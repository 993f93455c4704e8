import { averageFillPrice, lotCount, type Instrument, type OrderRecord } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { OrderPlacing, PlacingNews } from '../flows/place-order.ts';
import { withRecentOrder } from '../orders/recent-order-ids.ts';
import type { AccountFeed } from '../raw/account-feed.ts';
import type { MirrorNews } from '../raw/account-mirror.ts';
import type { Notice } from './terminal-client.ts';

export interface NoticeSources {
  readonly feed: Pick<AccountFeed, 'onNews'>;
  readonly placing: Pick<OrderPlacing, 'onNews'>;
  instrument(symbol: string): Instrument | undefined;
  instrumentById(id: number): Instrument | undefined;
}

/** Notices wait for a listener, because the message script may load after the account's first events. */
const EARLY_MAX = 50;

type News = MirrorNews | PlacingNews;

/** A fill is reported once no quantity is left to execute. */
function orderNotice(order: OrderRecord, instrument: Instrument): Notice | undefined {
  if (order.status === 'Cancelled') return { kind: 'orderCancelled', order, instrument };
  if (order.status !== 'Filled' || lotCount(order.filled) === 0) return undefined;
  const price = averageFillPrice(instrument, order);
  return { kind: 'orderFilled', order, instrument, price, quantity: lotsText(order.filled, instrument) };
}

/** The notice for an event, if it is worth reporting. */
function noticeOf(news: News, sources: NoticeSources): Notice | undefined {
  if (news.kind === 'liquidated') {
    const instrument = sources.instrument(news.symbol);
    return instrument && { kind: 'liquidated', instrument, side: news.side, size: news.size };
  }
  const { order } = news;
  const instrument = sources.instrumentById(order.instrument);
  if (instrument === undefined) return undefined;
  if (news.kind === 'orderEnded') return orderNotice(order, instrument);
  return news.kind === 'orderEdited'
    ? { kind: 'orderEdited', order, before: news.before, instrument }
    : { kind: news.kind, order, instrument };
}

/** Id of an order's notice, from before it is sent until after it has ended. */
export const orderNoticeId = ({ orderId, clientOrderId }: Pick<OrderRecord, 'orderId' | 'clientOrderId'>): string =>
  clientOrderId === '' ? String(orderId) : clientOrderId;

/**
 * Events of the account and of pending orders, for toasts. Both the private channel and the answer to an order may
 * report it as created, in either order, and even after its end: each order is reported as created once. Events are
 * kept for the next listener if there is none.
 */
export function createNotices(sources: NoticeSources): (listener: (notice: Notice) => void) => () => void {
  const listeners = new Set<{ readonly tell: (notice: Notice) => void }>();
  const early: Notice[] = [];
  let recent: readonly string[] = [];

  function isNews(news: News): boolean {
    if (news.kind !== 'orderMade' && news.kind !== 'orderEnded') return true;
    const id = orderNoticeId(news.order);
    const isKnown = recent.includes(id);
    recent = withRecentOrder(recent, id);
    return news.kind === 'orderEnded' || !isKnown;
  }
  const take = (news: News): void => {
    const notice = isNews(news) ? noticeOf(news, sources) : undefined;
    if (notice === undefined) return;
    if (listeners.size === 0) early.push(notice);
    if (early.length > EARLY_MAX) early.shift();
    for (const listener of [...listeners]) listener.tell(notice);
  };
  sources.feed.onNews(take);
  sources.placing.onNews(take);
  return (listener) => {
    const own = { tell: listener };
    listeners.add(own);
    for (const notice of early.splice(0)) listener(notice);
    return () => void listeners.delete(own);
  };
}
