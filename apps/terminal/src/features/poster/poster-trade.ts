import {
  bookedPoster,
  closedPoster,
  hasVipPoster,
  positionPoster,
  type Failure,
  type PosterKind,
  type PosterTrade,
} from '@tapedeck/client';
import { priceNumber } from '@tapedeck/domain';
import type { CandleRow, ClosedPnlItem, Resolution } from '@tapedeck/protocol';
import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import type { PosterSubject } from '../../intents/poster-asked.ts';
import type { PosterArt } from './poster-canvas.ts';

/** The poster types, including the poster of a large position. */
export type PosterTab = PosterKind | 'vip';

export function tabsOf(subject: PosterSubject): readonly PosterTab[] {
  if ('closed' in subject) return ['profit-order'];
  const tabs: readonly PosterTab[] = ['position-order', 'profit-order', 'pb-profit'];
  return hasVipPoster(subject.view) ? [...tabs, 'vip'] : tabs;
}

/** A trade to draw, its absence, or the reason of a failed load. */
export type TradeState =
  | { readonly status: 'loading' | 'none' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly trade: PosterTrade };

/** A closing as a poster, loaded on demand: the shared one, or the newest of the position. */
function useClosed(subject: PosterSubject, wanted: boolean): TradeState {
  const client = useClient();
  const [found, setFound] = useState<TradeState>({ status: 'loading' });
  useEffect(() => {
    if (!wanted || found.status !== 'loading') return;
    const take = (item: ClosedPnlItem | undefined): void => {
      const instrument = item === undefined ? undefined : client.markets.instrument(item.symbol);
      setFound(
        item === undefined || instrument === undefined ? { status: 'none' } : { status: 'ready', trade: closedPoster(item, instrument) },
      );
    };
    const newest = async (): Promise<void> => {
      if ('closed' in subject) {
        take(subject.closed);
        return;
      }
      const { instrument, record } = subject.view;
      const answer = await client.histories.closedPnl('', { symbol: instrument.symbol });
      if (!answer.ok) {
        setFound({ status: 'failed', failure: answer.failure });
        return;
      }
      const side = record.side === 'Buy' ? 'Sell' : 'Buy';
      take(answer.value.rows.find((row) => row.positionIdx === record.positionIndex && row.side === side));
    };
    void newest();
  }, [client, subject, wanted, found]);
  return found;
}

export function useTrade(subject: PosterSubject, tab: PosterTab): TradeState {
  const client = useClient();
  // Posters keep the figures of the press, however long they are displayed.
  const [now] = useState(() => client.markets.exchangeTime.get() ?? Date.now());
  const [open] = useState(() =>
    'view' in subject ? { position: positionPoster(subject.view, now), booked: bookedPoster(subject.view, now) } : undefined,
  );
  const closed = useClosed(subject, tab === 'profit-order');
  if (tab === 'profit-order' || open === undefined) return closed;
  return { status: 'ready', trade: tab === 'pb-profit' ? open.booked : open.position };
}

const MINUTE_MS = 60_000;
/** Number of bars on a poster; the trade takes up most of them. */
const BARS = 60;
const TRADE_BARS = 48;
const STEPS: readonly (readonly [resolution: Resolution, minutes: number])[] = [
  ...([
    ['1', 1],
    ['5', 5],
    ['15', 15],
    ['60', 60],
    ['240', 240],
  ] as const),
  ['1D', 1_440],
];

function resolutionFor(span: number): Resolution {
  return STEPS.find(([, minutes]) => minutes * MINUTE_MS * TRADE_BARS >= span)?.[0] ?? '1D';
}

/** The bars behind the figures; none before they are loaded, or if there are none. */
export function useArt(trade: PosterTrade | undefined): PosterArt | undefined {
  const client = useClient();
  const [found, setFound] = useState<{ readonly of: PosterTrade; readonly bars: readonly CandleRow[] }>();
  useEffect(() => {
    if (trade === undefined) return;
    const { instrument, until, openedAt } = trade;
    const resolution = resolutionFor(openedAt === undefined ? 0 : until - openedAt);
    const query = { symbol: instrument.symbol, series: 'trade', resolution, before: until + 1, limit: BARS } as const;
    // A poster without its chart is still valid.
    void client.markets.candles(query).then((answer) => setFound({ of: trade, bars: answer.ok ? answer.value.rows : [] }));
  }, [client, trade]);
  if (trade === undefined || found?.of !== trade) return undefined;
  return { bars: found.bars, entry: priceNumber(trade.entryPrice), since: trade.openedAt };
}
