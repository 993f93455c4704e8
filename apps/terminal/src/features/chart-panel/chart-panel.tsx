import type { ChartFreshness, ChartResolution, ChartWidget, FiredAlert, TimeFrame } from '@tapedeck/chart';
import type { Freshness, MarketFeed } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { Panel } from '@tapedeck/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { formOnScreen } from '../../intents/form-on-screen.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { PanelLoading } from '../../platform/panel-state.tsx';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { textHook, useFormats, useLanguageTag } from '../../platform/texts.tsx';
import { theme } from '../../platform/theme.ts';
import { useAmendWords } from '../../widgets/amend/amend-words.ts';
import { useErrorText, useIssueText } from '../../widgets/form-texts.ts';
import { followLines, pressLineButton, tradeLines } from './chart-lines.ts';
import styles from './chart-panel.module.css';
import { clientDatafeed } from './datafeed.ts';
import { chartSymbol } from './symbol-info.ts';
import english from './text.en.json';

const useText = textHook('chart-panel', english);
/** The terminal's own first interval (CHT-02). */
const INITIAL_RESOLUTION = '30';
/** Valid values of a stored choice (CHT-02). */
const RESOLUTIONS: readonly ChartResolution[] = ['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', '1D', '1W', '1M'];

/** Lines show the ticking P&L; twice a second is enough to read it. */
const LINES_INTERVAL_MS = 500;
const MARKS_DELAY_MS = 1_000;
/** The frame's files are served with the terminal. */
const LIBRARY_PATH = '/';
/** CHT-03. */
const TIME_FRAMES: readonly TimeFrame[] = [
  { text: '1d', resolution: '1' },
  { text: '5d', resolution: '15' },
  { text: '1m', resolution: '60' },
  { text: '3m', resolution: '360' },
  { text: '6m', resolution: '720' },
  { text: '1y', resolution: '1D' },
];
const FILES_RETRY_MS = 2_000;

const chartFreshness = (freshness: Freshness): ChartFreshness => (freshness === 'loading' ? 'live' : freshness);

function startingResolution(): ChartResolution {
  const kept = readChoice('resolution');
  return RESOLUTIONS.find((resolution) => resolution === kept) ?? INITIAL_RESOLUTION;
}

/** Creates the widget once its code has arrived, after the first paint; it outlives changes of symbol, resolution, theme and language. */
function useWidget(container: RefObject<HTMLDivElement | null>, instrument: Instrument): ChartWidget | undefined {
  const client = useClient();
  const text = useText();
  const locale = useLanguageTag();
  const [widget, setWidget] = useState<ChartWidget | undefined>(undefined);
  const formats = useFormats();
  const start = useRef({ instrument, text, locale, formats });
  useEffect(() => {
    start.current = { instrument, text, locale, formats };
  });
  useEffect(() => {
    let gone = false;
    let made: ChartWidget | undefined;
    // Price, book and form come first: the chart engine would compete with them.
    const callOff = whenIdle(() => void load());
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      // The server may be unreachable at the moment.
      const chart = await import('@tapedeck/chart').catch(() => undefined);
      if (gone || container.current === null) return;
      if (chart === undefined) {
        again = setTimeout(() => void load(), FILES_RETRY_MS);
        return;
      }
      const now = start.current;
      made = chart.createChartWidget({
        container: container.current,
        libraryPath: LIBRARY_PATH,
        datafeed: clientDatafeed(client, () => start.current),
        symbol: chartSymbol(now.instrument),
        resolution: startingResolution(),
        theme: theme.get(),
        locale: now.locale,
        autosize: true,
        timeFrames: TIME_FRAMES,
      });
      const shown = made;
      shown.onReady(() => setWidget(shown));
      shown.onFailure(() => {
        shown.destroy();
        again = setTimeout(() => void load(), FILES_RETRY_MS);
      });
    };
    return () => {
      gone = true;
      callOff();
      clearTimeout(again);
      made?.destroy();
      setWidget(undefined);
    };
  }, [client, container]);
  useEffect(() => widget?.setSymbol(chartSymbol(instrument)), [widget, instrument]);
  useEffect(() => widget?.onResolution((resolution) => keepChoice('resolution', resolution)), [widget]);
  useEffect(() => widget?.setLocale(locale), [widget, locale]);
  useEffect(() => (widget === undefined ? undefined : theme.subscribe(() => widget.setTheme(theme.get()))), [widget]);
  return widget;
}

/** Updates the chart's trade lines and its freshness. */
function useFollowing(widget: ChartWidget | undefined, feed: MarketFeed): void {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  useEffect(() => {
    if (widget === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      widget.setLines(tradeLines(client, feed.instrument, { formats, text }));
    };
    const end = followLines(client, () => {
      timer ??= setTimeout(write, LINES_INTERVAL_MS);
    });
    write();
    const endButtons = widget.onLineButton(
      (lineId, button) =>
        void pressLineButton(client, lineId, button).then((result) => {
          if (!result.ok) reportFailure(result.failure);
        }),
    );
    return () => {
      clearTimeout(timer);
      end();
      endButtons();
    };
  }, [widget, client, feed, text, formats]);
  useEffect(() => {
    if (widget === undefined) return undefined;
    let shown: ChartFreshness | undefined;
    const write = () => {
      const next = chartFreshness(feed.ticker.get().freshness);
      if (next === shown) return;
      shown = next;
      widget.setFreshness(next);
    };
    write();
    return feed.ticker.subscribe(write);
  }, [widget, feed]);
  useEffect(() => {
    const { exchangeTime } = client.markets;
    const write = () => {
      const time = exchangeTime.get();
      if (time !== undefined) widget?.setClock(time);
    };
    write();
    return exchangeTime.subscribe(write);
  }, [widget, client]);
}

/** The chart reports its alerts itself while it is visible. */
function tellAlert({ id, title, text, wantsNotice }: FiredAlert): void {
  if (wantsNotice) notify({ kind: 'info', id: `alert-${id}`, title, detail: text });
}

/** Updates the execution marks with the account. */
function useMarks(widget: ChartWidget | undefined): void {
  const { histories } = useClient();
  useEffect(() => {
    if (widget === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = histories.version.subscribe(() => {
      clearTimeout(timer);
      // The history lags slightly behind the stream.
      timer = setTimeout(() => widget.refreshMarks(), MARKS_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [widget, histories]);
}

/** Handles trades on the chart, once their code has arrived. */
function useTrading(widget: ChartWidget | undefined, feed: MarketFeed): void {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const errorText = useErrorText();
  const issueText = useIssueText();
  const order = useAmendWords();
  const form = useReadable(formOnScreen);
  useEffect(() => {
    if (widget === undefined) return undefined;
    let gone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      // The server may be unreachable at the moment.
      const trading = await import('./trade-handler.ts').catch(() => undefined);
      if (gone) return;
      if (trading === undefined) again = setTimeout(() => void load(), FILES_RETRY_MS);
      else widget.setTradeHandler(trading.createTradeHandler(client, { feed, form }, { formats, text, errorText, issueText, order }));
    };
    void load();
    return () => {
      gone = true;
      clearTimeout(again);
      widget.setTradeHandler(undefined);
    };
  }, [widget, client, feed, text, formats, errorText, issueText, order, form]);
}

/** The chart in its frame, which has its own tools. */
export function ChartPanel({ feed, onSymbol }: { feed: MarketFeed; onSymbol: (symbol: string) => void }) {
  const text = useText();
  const container = useRef<HTMLDivElement>(null);
  const widget = useWidget(container, feed.instrument);
  useFollowing(widget, feed);
  useTrading(widget, feed);
  useMarks(widget);
  useEffect(() => widget?.onAlert(tellAlert), [widget]);
  const { symbol } = feed.instrument;
  useEffect(
    () =>
      widget?.onSymbol(({ ticker }) => {
        // Until the page has followed, nothing on the chart trades: the handler would apply its prices to the previous symbol.
        if (ticker !== symbol) widget.setTradeHandler(undefined);
        onSymbol(ticker);
      }),
    [widget, symbol, onSymbol],
  );
  return (
    <Panel label={text('region')} className={styles['panel']}>
      <div ref={container} className={styles['frame']} />
      {widget === undefined && (
        <div className={styles['waiting']}>
          <PanelLoading rows={8} />
        </div>
      )}
    </Panel>
  );
}
