import type { ChartLine, ChartResolution, ChartSetup, ChartSymbol, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { readSettings } from '../bridge/settings.ts';
import { AlertDesk } from './alerts/alert-desk.ts';
import { BarFeed, type FeedState } from './bar-feed.ts';
import { BracketDesk } from './bracket-desk.ts';
import { CompareFeeds } from './compare/compare-feeds.ts';
import { newDocument, type ChartDocument } from './document/chart-document.ts';
import { DocumentHistory } from './document/history.ts';
import type { ChartEngine, CreateChartEngine, PointedBar } from './engine/chart-engine.ts';
import type { MenuTarget } from './engine/menu-target.ts';
import { followKeys } from './input/keys.ts';
import { LineDesk } from './line-desk.ts';
import { readPalette } from './palette.ts';
import { PaneDesk } from './pane-desk.ts';
import { createRanges, type Ranges } from './ranges.ts';
import { createRemoteFeed, type RemoteFeedDesk } from './remote-feed.ts';
import type { LayoutDeskParts } from './layout-desk.ts';
import { STANDARD_PREFERENCES, type Favourites } from './store/preferences.ts';
import { keepLayouts, type LayoutKeeper } from './store/keep-layouts.ts';
import { spokenBar, type Shown } from './shown.ts';
import { fetched } from './fetched.ts';
import { Tools } from './tools.ts';
import { NARROW } from './view/narrow.ts';
import { createFrameView, type FrameView } from './view/frame-view.ts';

export interface RunningChartOptions {
  readonly view: Window & typeof globalThis;
  readonly setup: ChartSetup;
  readonly send: (message: FrameMessage) => void;
  readonly createEngine: CreateChartEngine;
}

/** One chart in its window: its parts, and what each tells the others. */
export class RunningChart {
  private readonly view: Window & typeof globalThis;
  private readonly send: (message: FrameMessage) => void;
  private readonly shown: Shown;
  private readonly remote: RemoteFeedDesk;
  private readonly ranges: Ranges;
  /** What a chart begins with. */
  private readonly fresh: ChartDocument;
  private readonly history: DocumentHistory;
  private readonly tools: Tools;
  private readonly frameView: FrameView;
  private readonly panes: PaneDesk;
  private readonly brackets: BracketDesk;
  private readonly engine: ChartEngine;
  private readonly compares: CompareFeeds;
  private readonly feed: BarFeed;
  private readonly keeper: LayoutKeeper;
  private readonly alerts: AlertDesk;
  private readonly lines: LineDesk;
  private readonly stops: readonly (() => void)[];
  private isPointing = false;

  constructor({ view, setup, send, createEngine }: RunningChartOptions) {
    const page = view.document;
    this.view = view;
    this.send = send;
    this.root.dataset['theme'] = setup.theme;
    for (const { name, value } of setup.customProperties) this.root.style.setProperty(name, value);
    const { symbol, resolution, locale, texts, lines } = setup;
    this.shown = { symbol, resolution, locale, texts, lines };
    this.ranges = createRanges(this.shown, this.chooseResolution, () => this.engine);
    this.remote = createRemoteFeed(send);
    this.fresh = newDocument(setup.timezone, readSettings(setup.settings));
    this.history = new DocumentHistory(this.fresh, (document, isLoaded) => {
      this.documentChanged(isLoaded);
      if (!isLoaded) this.keeper.layouts.changed(document);
    });
    this.tools = this.createTools();
    this.panes = new PaneDesk({
      history: this.history,
      port: () => this.engine.panes,
      remove: (id) => this.tools.removeStudy(id),
    });
    this.brackets = new BracketDesk({
      picture: () => this.frameView.trading.picture(),
      trading: () => this.engine.trading,
      shown: this.shown,
      send,
    });
    this.lines = this.createLines();
    this.frameView = createFrameView(page, this.tools, {
      retry: () => this.feed.reload(),
      ...this.lines.viewEvents(),
      chooseRange: this.ranges.choose,
      timeFrames: setup.timeFrames,
      panes: this.panes,
      takeOther: () => void this.keeper.layouts.takeOther(),
      keepMine: () => void this.keeper.layouts.keepMine(),
    });
    this.engine = createEngine(this.frameView.canvas, readPalette(this.root), {
      olderWanted: (before, from) => this.feed.older(before, from),
      pointed: (pointed) => {
        this.isPointing = pointed !== undefined;
        this.showBar(pointed ?? this.engine.last());
      },
      ...this.lines.engineEvents(),
      drawings: {
        command: (command) => this.history.apply(command),
        told: () => this.showDrawings(),
        edit: (id) => this.tools.editDrawing(id),
      },
      menu: (target) => this.openContext(target),
      panesPlaced: (boxes, axisWidth) => this.frameView.showPanes(boxes, axisWidth, this.engine.view.readings()),
      paneToggled: (id) => this.panes.toggle(id),
      viewChanged: () => {
        this.showTools();
        this.showNewest();
      },
    });
    this.compares = new CompareFeeds({ remote: this.remote, port: this.engine.compare, timers: view });
    this.feed = this.createFeed();
    this.engine.setDocument(this.history.document);
    this.keeper = this.keep();
    this.alerts = this.createAlerts();
    this.stops = [...followSizes(view, this.frameView, this.engine), this.followKeys()];
    this.setWords(locale, texts);
    this.frameView.setFreshness(setup.freshness);
    this.frameView.trading.plus.setTools(setup.tradeTools);
    this.setLines(lines);
    this.show();
  }

  receive(message: HostMessage): void {
    switch (message.kind) {
      case 'symbol':
        this.shown.symbol = message.symbol;
        this.brackets.close();
        this.setLines([]);
        this.show();
        void this.keeper.layouts.symbolChanged(message.symbol.ticker);
        return;
      case 'resolution':
        this.shown.resolution = message.resolution;
        this.keeper.layouts.resolutionChanged(message.resolution);
        this.show();
        return;
      case 'theme':
        this.root.dataset['theme'] = message.theme;
        this.engine.setPalette(readPalette(this.root));
        return;
      case 'customProperty':
        this.root.style.setProperty(message.property.name, message.property.value);
        this.engine.setPalette(readPalette(this.root));
        return;
      case 'texts':
        this.setWords(message.locale, message.texts);
        return;
      case 'lines':
        this.setLines(message.lines);
        return;
      case 'tradeTools':
        this.frameView.trading.plus.setTools(message.tools);
        return;
      case 'bracketEstimate':
        this.brackets.show(message.bracket, message.estimate);
        return;
      case 'bracketEnded':
        this.brackets.ended(message.bracket, message.isDone);
        return;
      case 'marksChanged':
        this.feed.reloadMarks();
        return;
      case 'dragEstimate':
        this.frameView.trading.dragNote.show(message.estimate);
        return;
      case 'dragEnded':
        this.engine.trading.ended(message.drag);
        return;
      case 'freshness':
        this.frameView.setFreshness(message.freshness);
        return;
      case 'init':
        return;
      default:
        this.remote.receive(message);
    }
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.alerts.stop();
    this.brackets.close();
    this.keeper.stop();
    this.compares.stop();
    this.feed.close();
    this.engine.destroy();
    this.frameView.remove();
  }

  private get root(): HTMLElement {
    return this.view.document.documentElement;
  }

  private get favourites(): Favourites {
    // Some of the view is painted before its storage is opened.
    return (this.keeper as LayoutKeeper | undefined)?.preferences.preferences.favourites ?? STANDARD_PREFERENCES.favourites;
  }

  private showDrawings(): void {
    const { drawings, habits } = this.history.document;
    const mine = drawings.filter(({ ticker }) => ticker === this.shown.symbol.ticker);
    const { tool, selected } = this.engine.drawings;
    this.frameView.showDrawings({ habits, tool, drawings: mine.length, favourites: this.favourites }, habits.hidden ? undefined : selected);
  }

  private readonly chooseSymbol = (symbol: ChartSymbol): void => this.send({ kind: 'symbolChosen', symbol });
  private readonly chooseResolution = (resolution: ChartResolution): void => this.send({ kind: 'resolutionChosen', resolution });

  private openContext(target: MenuTarget): void {
    const { frameView, shown, history, engine, tools, panes } = this;
    const { canvas, trading, say } = frameView;
    const parts = { picture: trading.picture(), canvas, shown, history, engine, tools, panes, tradeChoices: trading.plus.choices, say };
    fetched(import('./context-desk.ts'), (code) => code.openContext(parts, target));
  }

  private createTools(): Tools {
    return new Tools({
      page: this.view.document,
      history: this.history,
      shown: this.shown,
      engine: () => this.engine,
      remote: this.remote,
      alerts: () => this.alerts,
      layouts: this.layoutParts(),
      preferences: () => this.keeper.preferences,
      changed: () => this.showTools(),
      chooseSymbol: this.chooseSymbol,
      chooseResolution: this.chooseResolution,
    });
  }

  private layoutParts(): LayoutDeskParts {
    return {
      page: this.view.document,
      shown: this.shown,
      layouts: () => this.keeper.layouts,
      document: () => this.history.document,
      fresh: () => this.fresh,
      resolve: (ticker) => this.remote.resolve(ticker),
      chooseSymbol: this.chooseSymbol,
      say: (text) => this.frameView.say(text),
    };
  }

  private keep(): LayoutKeeper {
    const { history, frameView, shown } = this;
    return keepLayouts(this.view, shown.symbol.ticker, {
      document: () => history.document,
      fresh: () => this.fresh,
      load: (document) => history.load(document),
      loadFirst: (document) => history.loadUnder(document),
      onState: frameView.showSaving,
      onPreferences: () => {
        this.showTools();
        this.showDrawings();
      },
      onFailed: () => this.tools.tellUnsaved(),
      onHead: ({ name }) => frameView.showLayout(name),
      onOpened: ({ resolution }) => {
        if (resolution !== undefined && resolution !== shown.resolution) this.chooseResolution(resolution);
      },
      nameOfCopy: (name) => (name === '' ? shown.texts['layout.automatic'] : name),
    });
  }

  private readonly schedule = (work: () => void): void => void this.view.requestAnimationFrame(work);

  private createLines(): LineDesk {
    return new LineDesk({
      page: this.view.document,
      shown: this.shown,
      engine: () => this.engine,
      frameView: () => this.frameView,
      alerts: () => this.alerts,
      brackets: () => this.brackets,
      timezone: () => this.history.document.timezone,
      schedule: this.schedule,
      send: this.send,
    });
  }

  private createAlerts(): AlertDesk {
    const { view, shown, remote } = this;
    return new AlertDesk({
      view,
      page: view.document,
      shown,
      remote,
      document: () => this.history.document,
      last: () => this.engine.last()?.bar.close,
      readings: () => this.engine.view.readings(),
      picture: () => this.frameView.trading.picture(),
      showLines: (lines) => this.lines.setAlertLines(lines),
      writeTime: this.lines.writeTime,
      say: (text) => this.frameView.say(text),
      send: this.send,
    });
  }

  private createFeed(): BarFeed {
    return new BarFeed({
      remote: this.remote,
      engine: this.engine,
      schedule: this.schedule,
      onState: (state: FeedState) => {
        this.frameView.setState(state);
        if (state === 'shown') this.ranges.barsCame();
      },
      onBars: () => this.showNewest(),
      onMarks: (marks) => this.lines.setMarks(marks),
      onOldest: (oldest) => this.compares.cover(oldest),
    });
  }

  private followKeys(): () => void {
    const { history, engine, tools, panes, frameView } = this;
    const say = (pointed: PointedBar): void => frameView.say(spokenBar(pointed, this.shown, history.document));
    return followKeys(this.view.document, { view: engine.view, drawings: engine.drawings, history, panes, tools, say });
  }

  private show(): void {
    const { symbol, resolution } = this.shown;
    this.frameView.setSymbol(symbol, resolution);
    this.showTools();
    this.showDrawings();
    this.tools.showObjects();
    this.feed.open(symbol, resolution);
    this.followCompares();
    this.alerts.refresh();
  }

  private setLines(lines: readonly ChartLine[]): void {
    this.shown.lines = lines;
    this.lines.show();
    this.tools.showObjects();
  }

  private setWords(locale: string, texts: ChartSetup['texts']): void {
    Object.assign(this.shown, { locale, texts });
    this.frameView.setTexts(locale, texts);
    this.engine.setLocale(locale, texts.bars);
    this.alerts.refresh();
  }

  private documentChanged(isLoaded: boolean): void {
    this.engine.setDocument(this.history.document);
    this.alerts.documentChanged(this.history.document, isLoaded);
    this.showTools();
    this.showDrawings();
    this.tools.showObjects();
    this.followCompares();
  }

  private followCompares(): void {
    this.compares.set(this.history.document.compares, this.shown.symbol, this.shown.resolution);
  }

  private showTools(): void {
    const { document, canUndo, canRedo } = this.history;
    const { resolution, symbol } = this.shown;
    const isAuto = this.engine.view.isAuto();
    const root = this.root;
    const isNarrow = this.view.matchMedia(NARROW).matches;
    const isSidebarShown = isNarrow ? root.hasAttribute('data-drawing') : document.habits.sidebar;
    const { favourites } = this;
    this.frameView.showTools({ resolution, document, canUndo, canRedo, isAuto, ticker: symbol.ticker, favourites, isSidebarShown });
  }

  private showNewest(): void {
    if (!this.isPointing) this.showBar(this.engine.last());
  }

  private showBar(pointed: PointedBar | undefined): void {
    this.frameView.showBar(pointed, this.engine.view.readings());
    this.tools.showFigures(pointed);
  }
}

/** The picture fits its element, and prices keep clear of the legend over it. */
function followSizes(view: Window, { canvas, legend }: FrameView, engine: ChartEngine): readonly (() => void)[] {
  const keepClear = (): void => engine.keepClear(legend.offsetTop + legend.offsetHeight);
  const fit = (): void => {
    engine.resize();
    keepClear();
  };
  return [followSize(view, canvas, fit), followSize(view, legend, keepClear)];
}

/** Calls `onSize` once per frame when the element's size changed. Returns a function that ends it. */
function followSize(view: Window, target: HTMLElement, onSize: () => void): () => void {
  let scheduled = 0;
  const observer = new ResizeObserver(() => {
    if (scheduled !== 0) return;
    scheduled = view.requestAnimationFrame(() => {
      scheduled = 0;
      onSize();
    });
  });
  observer.observe(target);
  return () => {
    observer.disconnect();
    view.cancelAnimationFrame(scheduled);
  };
}
