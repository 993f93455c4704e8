import {
  averageFillPrice,
  isPositionExit,
  lotCount,
  type CancelReason,
  type Instrument,
  type OrderRecord,
  type StopOrderType,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { OwnGestures } from '../flows/own-gestures.ts';
import type { OrderPlacing, PlacingNews } from '../flows/place-order.ts';
import { withRecentOrder } from '../orders/recent-order-ids.ts';
import type { AccountFeed } from '../raw/account-feed.ts';
import type { MirrorNews } from '../raw/account-mirror.ts';
import type { Notice } from './terminal-client.ts';

export interface NoticeSources {
  readonly feed: Pick<AccountFeed, 'onNews'>;
  readonly placing: Pick<OrderPlacing, 'onNews'>;
  readonly gestures: Pick<OwnGestures, 'isNamed' | 'wasSwept'>;
  instrument(symbol: string): Instrument | undefined;
  instrumentById(id: number): Instrument | undefined;
}

/** Notices wait for a listener, because the message script may load after the account's first events. */
const EARLY_MAX = 50;

type News = MirrorNews | PlacingNews;

/** Orders of a position and pairs: their own screens report that they were set. */
const PAIRS: ReadonlySet<StopOrderType> = new Set(['TakeProfitStopLossOCO', 'BidirectionalTpSl']);
const isSetElsewhere = ({ stop }: OrderRecord): boolean => stop !== undefined && (isPositionExit(stop.kind) || PAIRS.has(stop.kind));

/** Ends that follow from another end: a position closed, or one order of a pair triggered. */
const CONSEQUENCES: ReadonlySet<CancelReason> = new Set([
  'CancelByTpSlTsClear',
  'CancelByOCOTpCanceledBySlTriggered',
  'CancelByOCOSlCanceledByTpTriggered',
]);

/** Whether the order rested before; one that is cancelled on arrival is reported. */
const hasRested = ({ createdAt, updatedAt }: OrderRecord): boolean => updatedAt > createdAt;

/** A close shrinks and cancels the reduce-only orders that it leaves nothing to reduce. */
function endsByItself(order: OrderRecord, { isNamed, wasSwept }: NoticeSources['gestures']): boolean {
  const { cancelReason: reason, orderId } = order;
  if (reason === undefined || order.status !== 'Cancelled') return false;
  if (reason === 'CancelByUser') return wasSwept(orderId) || (isSetElsewhere(order) && !isNamed(orderId));
  return CONSEQUENCES.has(reason) || (reason === 'CancelByReduceOnly' && order.stop === undefined && hasRested(order));
}

/** Whether the change follows from another action, which has its own message. */
function isConsequence(news: News, gestures: NoticeSources['gestures']): boolean {
  switch (news.kind) {
    case 'orderMade':
      return isSetElsewhere(news.order);
    case 'orderEdited':
      return !gestures.isNamed(news.order.orderId) && (isSetElsewhere(news.order) || (news.order.reduceOnly && isShrunk(news)));
    case 'orderEnded':
      return endsByItself(news.order, gestures);
    default:
      return false;
  }
}

const isShrunk = ({ order, before }: Extract<News, { readonly kind: 'orderEdited' }>): boolean =>
  order.price === before.price && lotCount(order.quantity) < lotCount(before.quantity);

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
  if (news.kind === 'feesChanged') return undefined;
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
    const notice = isNews(news) && !isConsequence(news, sources.gestures) ? noticeOf(news, sources) : undefined;
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
