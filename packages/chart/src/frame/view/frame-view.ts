import type { ChartFreshness, ChartResolution, ChartSymbol, ChartTexts, TimeFrame } from '../../bridge/messages.ts';
import { SWITCH_NAMES, type ChartSettings } from '../../bridge/settings.ts';
import type { FeedState } from '../bar-feed.ts';
import { PRICE_PANE, type PaneBox } from '../document/panes.ts';
import type { PointedBar, StudyReading } from '../engine/chart-engine.ts';
import { createBottomBar } from './bottom-bar.ts';
import { createCover } from './cover.ts';
import { element, setText } from './element.ts';
import type { Drawing } from '../drawings/drawing.ts';
import { createDrawingBar, type DrawingBarEvents } from './drawing-bar.ts';
import { createSidebar, type SidebarEvents, type SidebarState } from './sidebar.ts';
import { createLegend } from './legend.ts';
import type { SaveState } from '../store/autosave.ts';
import { createPaneBars, type PaneBarEvents } from './pane-bars.ts';
import { createSavingNote } from './saving-note.ts';
import { createStudyLegend, type StudyLegendEvents } from './study-legend.ts';
import { createTradingView, type TradingElements, type TradingViewEvents } from './trading-view.ts';
import { createToolbar, type ToolbarEvents, type ToolbarState } from './toolbar.ts';

export interface FrameView {
  /** Container of the engine's canvases. */
  readonly canvas: HTMLElement;
  /** Covers the top of the canvas. */
  readonly legend: HTMLElement;
  readonly trading: TradingElements;
  setTexts(locale: string, texts: ChartTexts): void;
  setSymbol(symbol: ChartSymbol, resolution: ChartResolution): void;
  setState(state: FeedState): void;
  setFreshness(freshness: ChartFreshness): void;
  /** Values of a bar and of its indicators. */
  showBar(pointed: PointedBar | undefined, readings: readonly StudyReading[]): void;
  /** Positions of the panes, with the rows of their contents. */
  showPanes(boxes: readonly PaneBox[], axisWidth: number, readings: readonly StudyReading[]): void;
  /** Shows the reason why the layout is not saved. */
  showSaving(state: SaveState): void;
  /** Name of the open layout; empty for the automatic one. */
  showLayout(name: string): void;
  /** Shows the current state of the tools on the buttons. */
  showTools(state: ToolbarState): void;
  /** The selected tool and the selected drawing. */
  showDrawings(state: SidebarState, selected: Drawing | undefined): void;
  /** Announced once to screen readers. */
  say(text: string): void;
  remove(): void;
}

export interface FrameViewEvents extends TradingViewEvents {
  readonly chooseRange: (frame: TimeFrame) => void;
  readonly timeFrames: readonly TimeFrame[];
  readonly panes: PaneBarEvents;
  readonly retry: () => void;
  readonly takeOther: () => void;
  readonly keepMine: () => void;
}

export type FrameTools = ToolbarEvents & StudyLegendEvents & SidebarEvents & DrawingBarEvents;

function createParts(page: Document, tools: FrameTools, events: FrameViewEvents) {
  const root = element(page, 'main', 'chart');
  const toolbar = createToolbar(page, tools);
  const bottom = createBottomBar(page, { ...tools, chooseRange: events.chooseRange }, events.timeFrames);
  const picture = element(page, 'div', 'chart-picture');
  const canvas = createCanvas(page);
  const spoken = createSpoken(page);
  const legend = createLegend(page);
  const studies = createStudyLegend(picture, tools);
  const note = createNote(page);
  legend.root.append(studies.root, note);
  const cover = createCover(page, events.retry);
  const panes = createPaneBars(picture, events.panes);
  const saving = createSavingNote(page, events);
  const trading = createTradingView(page, events);
  const sidebar = createSidebar(page, tools);
  const drawingBar = createDrawingBar(page, tools);
  const middle = element(page, 'div', 'chart-middle');
  middle.append(sidebar.root, picture);
  picture.append(canvas, legend.root, panes.root, saving.root, drawingBar.root, ...trading.roots, cover.root, spoken);
  root.append(toolbar.root, middle, bottom.root);
  page.body.append(root);
  return { root, toolbar, bottom, canvas, spoken, legend, studies, note, cover, panes, saving, trading, sidebar, drawingBar };
}

/** The elements around the canvas: tools, legend, cover for loading and failure, freshness note, keyboard way to the lines' buttons. */
export function createFrameView(page: Document, tools: FrameTools, events: FrameViewEvents): FrameView {
  const parts = createParts(page, tools, events);
  const { root, toolbar, bottom, canvas, spoken, legend, studies, note, cover, panes, saving, trading, sidebar, drawingBar } = parts;
  let texts: ChartTexts | undefined;
  let state: FeedState = 'loading';
  let freshness: ChartFreshness = 'live';

  function paint(): void {
    Object.assign(root.dataset, { state, freshness });
    cover.show(state, texts);
    note.hidden = freshness === 'live';
    setText(note, freshness === 'live' || texts === undefined ? '' : texts[freshness]);
  }
  paint();

  return {
    canvas,
    legend: legend.root,
    trading,
    setTexts: (locale, words) => {
      texts = words;
      nameChart(canvas, locale, words);
      legend.setTexts(locale, words);
      studies.setTexts(locale, words);
      for (const part of [panes, saving, trading, toolbar, bottom, sidebar, drawingBar]) part.setTexts(words);
      paint();
    },
    setSymbol: (symbol, resolution) => {
      Object.assign(root.dataset, { symbol: symbol.ticker, resolution });
      legend.setSymbol(symbol, resolution);
      studies.setSymbol(symbol);
      setText(spoken, '');
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
    showBar: (pointed, readings) => {
      legend.show(pointed);
      studies.show(readings);
    },
    showPanes: (boxes, axisWidth, readings) => {
      root.toggleAttribute(
        'data-covered',
        boxes.every(({ id }) => id !== PRICE_PANE),
      );
      panes.place(boxes, axisWidth);
      studies.show(readings);
    },
    showSaving: (next) => {
      saving.show(next);
      toolbar.showLayout({ saving: next });
    },
    showLayout: (name) => toolbar.showLayout({ name }),
    showTools: (now) => {
      root.dataset['hidden'] = switchedOff(now.document.settings);
      legend.setPrecision(now.document.settings.precision);
      studies.set(now.document, now.resolution);
      panes.set(now.document);
      trading.setLook(now.document.trading);
      for (const part of [toolbar, bottom]) part.show(now);
    },
    showDrawings: (state, selected) => {
      sidebar.show(state);
      drawingBar.show(selected);
    },
    say: (words) => setText(spoken, words),
    remove: () => {
      for (const bar of [toolbar, bottom]) bar.stop();
      removeAll(page, root);
    },
  };
}

function nameChart(canvas: HTMLElement, locale: string, words: ChartTexts): void {
  canvas.ownerDocument.documentElement.lang = locale;
  canvas.setAttribute('aria-label', words.chart);
}

/** Container of the engine's canvases; receives the chart's keys. */
function createCanvas(page: Document): HTMLElement {
  const canvas = element(page, 'div', 'chart-canvas');
  canvas.setAttribute('role', 'img');
  canvas.tabIndex = 0;
  return canvas;
}

/** The view and everything open over it. */
function removeAll(page: Document, root: HTMLElement): void {
  for (const open of page.querySelectorAll('.chart-menu, .chart-dialog')) open.remove();
  root.remove();
}

const switchedOff = ({ switches }: ChartSettings): string => SWITCH_NAMES.filter((name) => !switches[name]).join(' ');

/** Shows the freshness of the bars. */
function createNote(page: Document): HTMLElement {
  const note = element(page, 'p', 'chart-note');
  note.setAttribute('role', 'status');
  return note;
}

/** Announced once to screen readers. */
function createSpoken(page: Document): HTMLElement {
  const spoken = element(page, 'p', 'chart-spoken');
  spoken.setAttribute('aria-live', 'polite');
  return spoken;
}
