import type { ChartFreshness, ChartLine, ChartResolution, ChartSymbol, ChartTexts } from '../../bridge/messages.ts';
import type { FeedState } from '../bar-feed.ts';
import type { PointedBar } from '../engine/chart-engine.ts';
import { element, setText } from './element.ts';
import { createLegend } from './legend.ts';
import { createLineList } from './line-list.ts';

export interface FrameView {
  /** Where the engine draws. */
  readonly canvas: HTMLElement;
  /** Lies over the top of the canvas. */
  readonly legend: HTMLElement;
  setTexts(locale: string, texts: ChartTexts): void;
  setSymbol(symbol: ChartSymbol, resolution: ChartResolution): void;
  setState(state: FeedState): void;
  setFreshness(freshness: ChartFreshness): void;
  setLines(lines: readonly ChartLine[]): void;
  showBar(pointed: PointedBar | undefined): void;
  remove(): void;
}

export interface FrameViewEvents {
  readonly retry: () => void;
  readonly lineButton: (lineId: string, buttonId: string) => void;
}

/** The elements around the canvas: legend, cover for loading and failure, freshness note, keyboard way to the lines' buttons. */
export function createFrameView(page: Document, events: FrameViewEvents): FrameView {
  const root = element(page, 'main', 'chart');
  const canvas = element(page, 'div', 'chart-canvas');
  canvas.setAttribute('role', 'img');
  const legend = createLegend(page);
  const note = element(page, 'p', 'chart-note');
  note.setAttribute('role', 'status');
  const cover = element(page, 'div', 'chart-cover');
  cover.setAttribute('role', 'status');
  const message = element(page, 'p', 'chart-message');
  const retry = element(page, 'button', 'chart-retry');
  retry.type = 'button';
  retry.addEventListener('click', events.retry);
  cover.append(message, retry);
  const list = createLineList(page, events.lineButton);
  root.append(canvas, legend.root, note, list.root, cover);
  page.body.append(root);

  let texts: ChartTexts | undefined;
  let state: FeedState = 'loading';
  let freshness: ChartFreshness = 'live';

  function paint(): void {
    root.dataset['state'] = state;
    root.dataset['freshness'] = freshness;
    cover.hidden = state === 'shown';
    retry.hidden = state !== 'failed';
    note.hidden = freshness === 'live';
    if (texts === undefined) return;
    const words = { loading: texts.loading, failed: texts.failed, empty: texts.empty, shown: '' };
    setText(message, words[state]);
    setText(retry, texts.retry);
    setText(note, freshness === 'live' ? '' : texts[freshness]);
  }
  paint();

  return {
    canvas,
    legend: legend.root,
    setTexts: (locale, words) => {
      texts = words;
      page.documentElement.lang = locale;
      canvas.setAttribute('aria-label', words.chart);
      legend.setTexts(locale, words);
      list.setLabel(words.lines);
      paint();
    },
    setSymbol: (symbol, resolution) => {
      root.dataset['symbol'] = symbol.ticker;
      root.dataset['resolution'] = resolution;
      legend.setSymbol(symbol, resolution);
    },
    setState: (next) => {
      state = next;
      if (state !== 'shown') legend.show(undefined);
      paint();
    },
    setFreshness: (next) => {
      freshness = next;
      paint();
    },
    setLines: (lines) => list.set(lines),
    showBar: (pointed) => legend.show(pointed),
    remove: () => root.remove(),
  };
}
