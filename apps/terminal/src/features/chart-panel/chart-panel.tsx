import type { ChartFreshness, ChartResolution, ChartTexts, ChartWidget } from '@tapedeck/chart';
import type { Freshness, MarketFeed } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { Panel, PanelHead } from '@tapedeck/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { whenIdle } from '../../platform/when-idle.ts';
import { reportFailure } from '../../platform/notifications.ts';
import { PanelLoading } from '../../platform/panel-state.tsx';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { textHook, useFormats, useLanguageTag, type Translate } from '../../platform/texts.tsx';
import { theme } from '../../platform/theme.ts';
import { followLines, pressLineButton, tradeLines } from './chart-lines.ts';
import styles from './chart-panel.module.css';
import { clientDatafeed } from './datafeed.ts';
import type english from './text.en.json';

const useText = textHook<typeof english>('chart-panel');
/** The terminal's own first interval (specification, section 9). */
const INITIAL_RESOLUTION = '30';
const RESOLUTIONS = ['1', '5', '15', '30', '60', '240', '1D', '1W', '1M'] as const satisfies readonly ChartResolution[];
type Resolution = (typeof RESOLUTIONS)[number];

/** Lines carry the ticking profit; twice a second is enough to read it. */
const LINES_INTERVAL_MS = 500;
const FRAME_URL = '/chart.html';
const FRAME_TEXTS = [
  'loading',
  'failed',
  'retry',
  'stale',
  'resyncing',
  'offline',
  'empty',
  'open',
  'high',
  'low',
  'close',
  'change',
  'volume',
  'lines',
] as const;

function frameTexts(text: Translate<(typeof FRAME_TEXTS)[number] | 'region'>): ChartTexts {
  const words = Object.fromEntries(FRAME_TEXTS.map((key) => [key, text(key)])) as Record<(typeof FRAME_TEXTS)[number], string>;
  return { ...words, chart: text('region') };
}

const chartSymbol = (instrument: Instrument) => ({
  ticker: instrument.symbol,
  priceDigits: instrument.priceDigits,
  quantityDigits: instrument.quantityDigits,
});

const CODE_RETRY_MS = 2_000;

const chartFreshness = (freshness: Freshness): ChartFreshness => (freshness === 'loading' ? 'live' : freshness);

function startingResolution(): Resolution {
  const kept = readChoice('resolution');
  return RESOLUTIONS.find((resolution) => resolution === kept) ?? INITIAL_RESOLUTION;
}

/** Makes the widget once its code has arrived, after the first paint; it outlives changes of symbol, resolution, theme and language. */
function useWidget(container: RefObject<HTMLDivElement | null>, instrument: Instrument, resolution: Resolution): ChartWidget | undefined {
  const client = useClient();
  const text = useText();
  const locale = useLanguageTag();
  const [widget, setWidget] = useState<ChartWidget | undefined>(undefined);
  const start = useRef({ instrument, resolution, text, locale });
  useEffect(() => {
    start.current = { instrument, resolution, text, locale };
  });
  useEffect(() => {
    let gone = false;
    let made: ChartWidget | undefined;
    // Price, book and form come first: the chart's engine would compete with them.
    const callOff = whenIdle(() => void load());
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      // The server may be away just now.
      const chart = await import('@tapedeck/chart').catch(() => undefined);
      if (gone || container.current === null) return;
      if (chart === undefined) {
        again = setTimeout(() => void load(), CODE_RETRY_MS);
        return;
      }
      const now = start.current;
      made = chart.createChartWidget({
        container: container.current,
        frameUrl: FRAME_URL,
        datafeed: clientDatafeed(client),
        symbol: chartSymbol(now.instrument),
        resolution: now.resolution,
        theme: theme.get(),
        timezone: 'Etc/UTC',
        locale: now.locale,
        texts: frameTexts(now.text),
      });
      const shown = made;
      shown.onReady(() => setWidget(shown));
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
  useEffect(() => widget?.setResolution(resolution), [widget, resolution]);
  useEffect(() => widget?.setTexts(locale, frameTexts(text)), [widget, locale, text]);
  useEffect(() => (widget === undefined ? undefined : theme.subscribe(() => widget.setTheme(theme.get()))), [widget]);
  return widget;
}

/** Keeps the chart's trade lines and its freshness up to date. */
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
}

/** The candle chart in its frame, with the choice of resolution. */
export function ChartPanel({ feed }: { feed: MarketFeed }) {
  const text = useText();
  const container = useRef<HTMLDivElement>(null);
  const [resolution, setResolution] = useState<Resolution>(startingResolution);
  const widget = useWidget(container, feed.instrument, resolution);
  useFollowing(widget, feed);
  const choose = (next: Resolution) => {
    setResolution(next);
    keepChoice('resolution', next);
  };
  const buttons = (
    <div role="group" aria-label={text('resolution')} className={styles['resolutions']}>
      {RESOLUTIONS.map((name) => (
        <button key={name} type="button" aria-pressed={name === resolution} onClick={() => choose(name)}>
          {text(`res.${name}`)}
        </button>
      ))}
    </div>
  );
  return (
    <Panel label={text('region')} className={styles['panel']}>
      <PanelHead title={text('title')} actions={buttons} />
      <div ref={container} className={styles['frame']} />
      {widget === undefined && (
        <div className={styles['waiting']}>
          <PanelLoading rows={8} />
        </div>
      )}
    </Panel>
  );
}
