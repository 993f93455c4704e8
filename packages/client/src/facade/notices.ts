import { entryPrice, lotCount, type Instrument, type OrderRecord } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { MirrorNews } from '../raw/account-mirror.ts';
import type { Notice } from './terminal-client.ts';

export interface NoticeSources {
  instrument(symbol: string): Instrument | undefined;
  instrumentById(id: number): Instrument | undefined;
}

/** What ended: a fill is told once nothing of it is left to execute. */
function orderNotice(order: OrderRecord, instrument: Instrument): Notice | undefined {
  if (order.status === 'Cancelled') return { kind: 'orderCancelled', order, instrument };
  if (order.status !== 'Filled' || lotCount(order.filled) === 0) return undefined;
  const price = entryPrice(instrument, order.filled, order.filledValue);
  return { kind: 'orderFilled', order, instrument, price, quantity: lotsText(order.filled, instrument) };
}

/** What of the account's news is worth telling the trader. */
export function noticeOf(news: MirrorNews, sources: NoticeSources): Notice | undefined {
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
