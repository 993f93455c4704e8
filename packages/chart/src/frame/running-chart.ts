import type { ChartResolution, ChartSetup, ChartSymbol, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { readSettings } from '../bridge/settings.ts';
import { AccountController } from './account-controller.ts';
import { AlertController } from './alerts/alert-controller.ts';
import { SymbolData } from './symbol-data.ts';
import { closeMenu } from './view/menu.ts';
import { newDocument, type ChartDocument } from './document/chart-document.ts';
import { DocumentHistory } from './document/history.ts';
import { DialogLoader } from './dialog-loader.ts';
import { SeenDocument } from './document/visibility.ts';
import type { ChartEngine, ChartEngineEvents, CreateChartEngine } from './engine/chart-engine.ts';
import type { MenuTarget } from './engine/menu-target.ts';
import { leaveCompositions } from './input/compositions.ts';
import { followKeys } from './input/keys.ts';
import { setClockAhead } from './model/exchange-clock.ts';
import { createZone } from './model/zone.ts';
import { LineController } from './line-controller.ts';
import { readPalette } from './palette.ts';
import { PaneController } from './pane-controller.ts';
import { createRanges, type Ranges } from './ranges.ts';
import { createRemoteFeed, type RemoteFeedRelay } from './remote-feed.ts';
import { ReplayController } from './replay-controller.ts';
import type { LayoutControllerParts } from './layout-controller.ts';
import { STANDARD_PREFERENCES } from './store/preferences.ts';
import { keepLayouts, type LayoutKeeper } from './store/keep-layouts.ts';
import { Screen } from './screen.ts';
import type { Shown } from './shown.ts';
import { Tools } from './tools.ts';
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
  private readonly remote: RemoteFeedRelay;
  private readonly ranges: Ranges;
  /** Document of a new chart. */
  private readonly fresh: ChartDocument;
  private readonly history: DocumentHistory;
  private readonly seen = new SeenDocument();
  private readonly dialogs: DialogLoader;
  private readonly tools: Tools;
  private readonly screen: Screen;
  private readonly frameView: FrameView;
  private readonly panes: PaneController;
  private readonly account: AccountController;
  private readonly engine: ChartEngine;
  private readonly data: SymbolData;
  private readonly keeper: LayoutKeeper;
  private readonly alerts: AlertController;
  private readonly lines: LineController;
  private readonly replay: ReplayController;
  private readonly stops: readonly (() => void)[];

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
    this.fresh = newDocument(createZone(setup.timezone).name, readSettings(setup.settings));
    const documentChanged = (document: ChartDocument, isLoaded: boolean): void => {
      this.documentChanged(isLoaded);
      if (!isLoaded) this.keeper.layouts.changed(document);
    };
    this.history = new DocumentHistory(this.fresh, documentChanged, () => this.shown.symbol.ticker);
    this.dialogs = new DialogLoader(page, () => this.shown.texts);
    this.tools = this.createTools();
    this.screen = this.createScreen();
    this.panes = new PaneController({
      history: this.history,
      port: () => this.engine.panes,
      remove: (id) => this.tools.removeStudy(id),
    });
    this.account = new AccountController({
      shown: this.shown,
      engine: () => this.engine,
      frameView: () => this.frameView,
      lines: () => this.lines,
      changed: () => this.tools.showObjects(),
      send,
    });
    this.lines = this.createLines();
    this.replay = this.createReplay();
    this.frameView = createFrameView(page, this.tools, {
      retry: () => this.data.reload(),
      ...this.lines.viewEvents(),
      chooseRange: this.ranges.choose,
      timeFrames: setup.timeFrames,
      panes: this.panes,
      takeOther: () => void this.keeper.layouts.takeStored(),
      keepMine: () => void this.keeper.layouts.keepMine(),
    });
    this.engine = createEngine(this.frameView.canvas, readPalette(this.root), this.engineEvents());
    this.data = this.createData();
    this.engine.setDocument(this.shownDocument());
    this.keeper = this.keep();
    this.alerts = this.createAlerts();
    this.stops = [this.screen.followSizes(), leaveCompositions(this.view.document), this.followKeys()];
    this.setWords(locale, texts);
    this.frameView.setFreshness(setup.freshness);
    setClockAhead(setup.ahead);
    this.account.setTools(setup.tradeTools);
    this.account.setLines(lines);
    this.show();
  }

  receive(message: HostMessage): void {
    switch (message.kind) {
      case 'symbol':
        // Nothing that began on one symbol ends on another, where its prices would be wrong.
        closeMenu();
        this.dialogs.cancel();
        this.engine.view.end();
        this.shown.symbol = message.symbol;
        this.engine.setDocument(this.shownDocument());
        this.account.symbolChanged();
        this.show();
        void this.keeper.layouts.symbolChanged(message.symbol.ticker);
        return;
      case 'resolution':
        this.shown.resolution = message.resolution;
        this.keeper.layouts.resolutionChanged(message.resolution);
        this.engine.setDocument(this.shownDocument());
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
      case 'tradeTools':
      case 'bracketEstimate':
      case 'bracketEnded':
      case 'dragEstimate':
      case 'dragEnded':
        this.account.receive(message);
        return;
      case 'marksChanged':
        this.data.reloadMarks();
        return;
      case 'freshness':
        this.frameView.setFreshness(message.freshness);
        return;
      case 'clock':
        setClockAhead(message.ahead);
        return;
      case 'init':
        return;
      default:
        this.remote.receive(message);
    }
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.dialogs.cancel();
    this.alerts.stop();
    this.account.brackets.close();
    this.replay.stop();
    this.keeper.stop();
    this.data.stop();
    this.engine.destroy();
    this.frameView.remove();
  }

  private get root(): HTMLElement {
    return this.view.document.documentElement;
  }

  private engineEvents(): ChartEngineEvents {
    return {
      olderWanted: (before, from) => this.data.older(before, from),
      pointed: (pointed) => {
        this.screen.pointAt(pointed);
      },
      ...this.lines.engineEvents(),
      drawings: {
        command: (command) => this.history.apply(command),
        told: () => this.screen.showDrawings(),
        edit: (id) => this.tools.editDrawing(id),
      },
      menu: (target) => this.openContext(target),
      panesPlaced: (boxes, axisWidth) => this.frameView.showPanes(boxes, axisWidth, this.engine.view.readings()),
      paneToggled: (id) => this.panes.toggle(id),
      viewChanged: () => {
        this.screen.showTools();
        this.screen.showNewest();
      },
    };
  }

  private readonly chooseSymbol = (symbol: ChartSymbol): void => this.send({ kind: 'symbolChosen', symbol });
  private readonly chooseResolution = (resolution: ChartResolution): void => this.send({ kind: 'resolutionChosen', resolution });

  private openContext(target: MenuTarget): void {
    const { frameView, shown, history, engine, tools, panes } = this;
    const { canvas, trading, say } = frameView;
    const parts = { picture: trading.picture(), canvas, shown, history, engine, tools, panes, tradeChoices: trading.plus.choices, say };
    const menu = () => import('./context-menus.ts').then((code) => code.contextMenu(parts, target));
    this.dialogs.open(menu, (open) => open());
  }

  private createTools(): Tools {
    return new Tools({
      page: this.view.document,
      dialogs: this.dialogs,
      history: this.history,
      shown: this.shown,
      engine: () => this.engine,
      remote: this.remote,
      alerts: () => this.alerts,
      openReplay: () => this.replay.open(),
      layouts: this.layoutParts(),
      preferences: () => this.keeper.preferences,
      changed: () => this.screen.showTools(),
      chooseSymbol: this.chooseSymbol,
      chooseResolution: this.chooseResolution,
    });
  }

  private createScreen(): Screen {
    return new Screen({
      view: this.view,
      shown: this.shown,
      history: this.history,
      tools: this.tools,
      engine: () => this.engine,
      frameView: () => this.frameView,
      // Some of the view is painted before its storage is opened.
      favourites: () => ((this.keeper as LayoutKeeper | undefined)?.preferences.preferences ?? STANDARD_PREFERENCES).favourites,
    });
  }

  private layoutParts(): LayoutControllerParts {
    return {
      page: this.view.document,
      dialogs: this.dialogs,
      shown: this.shown,
      layouts: () => this.keeper.layouts,
      preferences: () => this.keeper.preferences,
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
        this.screen.showTools();
        this.screen.showDrawings();
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

  private createLines(): LineController {
    return new LineController({
      page: this.view.document,
      dialogs: this.dialogs,
      shown: this.shown,
      engine: () => this.engine,
      frameView: () => this.frameView,
      alerts: () => this.alerts,
      brackets: () => this.account.brackets,
      remote: this.remote,
      timezone: () => this.history.document.timezone,
      schedule: this.schedule,
      send: this.send,
    });
  }

  private createAlerts(): AlertController {
    const { view, shown, remote } = this;
    return new AlertController({
      view,
      page: view.document,
      dialogs: this.dialogs,
      shown,
      remote,
      document: () => this.history.document,
      last: () => this.replay.gate.newestPrice,
      readings: () => this.engine.view.readings(),
      picture: () => this.frameView.trading.picture(),
      showLines: (lines) => this.lines.setAlertLines(lines),
      writeTime: this.lines.writeTime,
      say: (text) => this.frameView.say(text),
      send: this.send,
    });
  }

  private createData(): SymbolData {
    return new SymbolData({
      remote: this.remote,
      bars: this.replay.gate,
      engine: this.engine,
      timers: this.view,
      schedule: this.schedule,
      onState: (state) => {
        this.frameView.setState(state);
        if (state === 'shown') this.ranges.barsCame();
      },
      onBars: () => this.screen.showNewest(),
    });
  }

  private createReplay(): ReplayController {
    return new ReplayController({
      page: this.view.document,
      dialogs: this.dialogs,
      timers: this.view,
      shown: this.shown,
      engine: () => this.engine,
      picture: () => this.frameView.trading.picture(),
      timezone: () => this.history.document.timezone,
      writeTime: this.lines.writeTime,
      changed: () => this.replayChanged(),
      stepped: () => this.screen.showNewest(),
      marked: (marks) => this.lines.setMarks(marks),
      say: (text) => this.frameView.say(text),
      sayNewest: () => {
        const newest = this.engine.last();
        if (newest !== undefined) this.screen.say(newest);
      },
      focusChart: () => this.frameView.canvas.focus(),
    });
  }

  /** Nothing of a replay pretends to be live: no countdown, nothing of the account. */
  private replayChanged(): void {
    const { isReplaying } = this.replay.gate;
    this.root.toggleAttribute('data-replaying', isReplaying);
    this.account.hide(isReplaying);
    this.engine.setDocument(this.shownDocument());
    this.screen.showNewest();
  }

  private shownDocument(): ChartDocument {
    const document = this.seen.at(this.history.document, this.shown.symbol, this.shown.resolution);
    if (!this.replay.gate.isReplaying) return document;
    const switches = { ...document.settings.switches, countdown: false };
    return { ...document, settings: { ...document.settings, switches } };
  }

  private followKeys(): () => void {
    const { history, engine, tools, panes, replay, screen } = this;
    const { view, drawings } = engine;
    return followKeys(this.view.document, { view, drawings, history, panes, tools, replay, say: screen.say });
  }

  private show(): void {
    const { symbol, resolution } = this.shown;
    this.replay.end();
    this.frameView.setSymbol(symbol, resolution);
    this.screen.showTools();
    this.screen.showDrawings();
    this.tools.showObjects();
    this.data.open(symbol, resolution);
    this.data.follow(this.history.document, symbol, resolution);
    this.alerts.refresh();
  }

  private setWords(locale: string, texts: ChartSetup['texts']): void {
    Object.assign(this.shown, { locale, texts });
    this.frameView.setTexts(locale, texts);
    this.engine.setLocale(locale, texts.bars);
    this.alerts.refresh();
  }

  private documentChanged(isLoaded: boolean): void {
    this.engine.setDocument(this.shownDocument());
    this.alerts.documentChanged(this.history.document, isLoaded);
    this.screen.showTools();
    this.screen.showDrawings();
    this.tools.showObjects();
    this.data.follow(this.history.document, this.shown.symbol, this.shown.resolution);
  }
}
