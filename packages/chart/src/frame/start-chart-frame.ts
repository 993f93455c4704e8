import './frame.css';
import './menus-and-dialogs.css';
import { openChannel } from '../bridge/channel.ts';
import type { ChartResolution, ChartSetup, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { enclose, readHostMessage } from '../bridge/validate.ts';
import { BarFeed, type FeedState } from './bar-feed.ts';
import { newDocument, type StudyEntry } from './document/chart-document.ts';
import { DocumentHistory } from './document/history.ts';
import type { ChartEngine, ChartEngineEvents, CreateChartEngine } from './engine/chart-engine.ts';
import { createCoreEngine } from './engine/core-engine.ts';
import { followKeys } from './input/keys.ts';
import { readPalette } from './palette.ts';
import { createRanges, type Ranges } from './ranges.ts';
import { createRemoteFeed, type RemoteFeedDesk } from './remote-feed.ts';
import { keepDocument } from './store/keep-document.ts';
import { spokenBar, type Shown } from './shown.ts';
import { openBarsTable } from './view/bars-table.ts';
import type { LineListEvents } from './view/line-list.ts';
import { createFrameView, type FrameView } from './view/frame-view.ts';
import type { StudyLegendEvents } from './view/study-legend.ts';
import type { ToolbarEvents } from './view/toolbar.ts';

interface RunningFrame {
  receive(message: HostMessage): void;
  stop(): void;
}

/**
 * Starts the chart in this window, which is the frame; for the script of the frame's page. It stands still until the page around it
 * says what to show. Returns a function that ends it.
 */
export function startChartFrame(view: Window & typeof globalThis = window, createEngine: CreateChartEngine = createCoreEngine): () => void {
  let running: RunningFrame | undefined;
  const channel = openChannel<HostMessage, FrameMessage>(
    { own: view, origin: view.location.origin, other: () => (view.parent === view ? null : view.parent) },
    { read: readHostMessage, enclose },
    (message) => {
      if (message.kind !== 'init') {
        running?.receive(message);
        return;
      }
      running?.stop();
      running = run(view, message.setup, channel.send, createEngine);
      channel.send({ kind: 'ready' });
    },
  );
  channel.send({ kind: 'loaded' });
  return () => {
    channel.close();
    running?.stop();
    running = undefined;
  };
}

function run(
  view: Window & typeof globalThis,
  setup: ChartSetup,
  send: (message: FrameMessage) => void,
  createEngine: CreateChartEngine,
): RunningFrame {
  const page = view.document;
  const root = page.documentElement;
  root.dataset['theme'] = setup.theme;
  let pointing = false;
  const schedule = (work: () => void): void => void view.requestAnimationFrame(work);
  const showNewest = (): void => {
    if (!pointing) frameView.showBar(engine.last(), engine.view.readings());
  };
  const shown: Shown = { symbol: setup.symbol, resolution: setup.resolution, locale: setup.locale, texts: setup.texts };
  const chooseResolution = (resolution: ChartResolution): void => send({ kind: 'resolutionChosen', resolution });
  const ranges = createRanges(shown, chooseResolution, () => engine);

  const remote: RemoteFeedDesk = createRemoteFeed(send);
  const history = new DocumentHistory(newDocument(setup.timezone), (document, isLoaded) => {
    engine.setDocument(document);
    showTools();
    if (!isLoaded) keeper.autosave.changed(document);
  });
  const tools = toolEvents(page, { history, shown, engine: () => engine });
  const frameView = createFrameView(page, {
    ...tools,
    retry: () => feed.reload(),
    ...lineTools(send, () => engine),
    chooseResolution,
    chooseRange: ranges.choose,
    takeOther: () => void keeper.autosave.takeOther(),
    keepMine: () => void keeper.autosave.keepMine(),
  });
  const showTools = (): void => {
    const { document, canUndo, canRedo } = history;
    frameView.showTools({ resolution: shown.resolution, document, canUndo, canRedo, isAuto: engine.view.isAuto() });
  };
  const engine = createEngine(frameView.canvas, readPalette(root), {
    olderWanted: (before) => feed.older(before),
    pointed: (pointed) => {
      pointing = pointed !== undefined;
      frameView.showBar(pointed ?? engine.last(), engine.view.readings());
    },
    ...lineEvents(send, schedule, () => frameView),
    viewChanged: () => {
      showTools();
      showNewest();
    },
  });
  const feed = new BarFeed({ remote, engine, schedule, onState: (state) => showState(state, frameView, ranges), onBars: showNewest });
  engine.setDocument(history.document);
  const keeper = keepDocument(view, { load: (document) => history.load(document), onState: frameView.showSaving });
  const stops = [
    ...followSizes(view, frameView, engine),
    followKeys(page, { view: engine.view, history, say: (pointed) => frameView.say(spokenBar(pointed, shown)), ...tools }),
  ];
  return {
    receive: createReceiver(setup, { root, remote, frameView, engine, feed, shown, showTools }),
    stop: () => {
      for (const stop of stops) stop();
      keeper.stop();
      feed.close();
      engine.destroy();
      frameView.remove();
    },
  };
}

/** What the list of lines does, by keyboard. */
const lineTools = (send: (message: FrameMessage) => void, engine: () => ChartEngine): LineListEvents => ({
  lineButton: (lineId, buttonId) => send({ kind: 'lineButton', lineId, buttonId }),
  stepLine: (lineId, steps) => engine().trading.step(lineId, steps),
  dropLine: () => engine().trading.drop(),
  cancelLine: () => engine().trading.cancel(),
});

/** What becomes of lines that are dragged. */
function lineEvents(
  send: (message: FrameMessage) => void,
  schedule: (work: () => void) => void,
  frameView: () => FrameView,
): Pick<ChartEngineEvents, 'lineButton' | 'schedule' | 'dragged' | 'dropped' | 'lineHeld'> {
  return {
    lineButton: (lineId, buttonId) => send({ kind: 'lineButton', lineId, buttonId }),
    schedule,
    dragged: (drag, lineId, price) => send({ kind: 'lineDragged', drag, lineId, price }),
    dropped: (drag, lineId, price) => send({ kind: 'lineDropped', drag, lineId, price }),
    lineHeld: (held) => frameView().dragNote.place(held && { ...held, price: held.text }),
  };
}

function showState(state: FeedState, frameView: FrameView, ranges: Ranges): void {
  frameView.setState(state);
  if (state === 'shown') ranges.barsCame();
}

/** A dialog whose code did not arrive: the next press asks for it again (CHT-27). */
function report(cause: unknown): void {
  console.warn('A part of the chart could not be loaded', cause);
}

interface ToolParts {
  readonly history: DocumentHistory;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
}

/** What the tools do to document and view. */
function toolEvents(page: Document, { history, shown, engine }: ToolParts): Omit<ToolbarEvents, 'chooseResolution'> & StudyLegendEvents {
  const studies = (): readonly StudyEntry[] => history.document.studies;
  const find = (id: string): StudyEntry | undefined => studies().find((study) => study.id === id);
  return {
    command: (command) => history.apply(command),
    undo: () => history.undo(),
    redo: () => history.redo(),
    setAuto: (isAuto) => engine().view.setAuto(isAuto),
    resetView: () => engine().view.reset(),
    openTable: () =>
      openBarsTable(page, shown.texts, {
        bars: engine().view.bars(),
        symbol: shown.symbol,
        timezone: history.document.timezone,
        locale: shown.locale,
      }),
    openIndicators: () => {
      const add = (study: StudyEntry): void => history.apply({ kind: 'addStudy', study });
      void import('./view/indicator-picker.ts').then((code) => code.openIndicatorPicker(page, shown.texts, { studies, add }), report);
    },
    toggleStudy: (id) => {
      const study = find(id);
      if (study !== undefined) history.apply({ kind: 'changeStudy', id, to: { shown: !study.shown } });
    },
    openStudy: (id) => {
      const study = find(id);
      const change = (changed: string, to: Partial<StudyEntry>): void => history.apply({ kind: 'changeStudy', id: changed, to });
      if (study === undefined) return;
      void import('./view/study-settings.ts').then((code) => code.openStudySettings(page, shown.texts, study, { studies, change }), report);
    },
    removeStudy: (id) => history.apply({ kind: 'removeStudy', id }),
  };
}

interface FrameParts {
  readonly root: HTMLElement;
  readonly remote: RemoteFeedDesk;
  readonly frameView: FrameView;
  readonly engine: ChartEngine;
  readonly feed: BarFeed;
  readonly shown: Shown;
  readonly showTools: () => void;
}

/** Shows the setup, and answers with what obeys the page's further messages. */
function createReceiver(
  setup: ChartSetup,
  { root, remote, frameView, engine, feed, shown, showTools }: FrameParts,
): (message: HostMessage) => void {
  const show = (): void => {
    frameView.setSymbol(shown.symbol, shown.resolution);
    showTools();
    feed.open(shown.symbol, shown.resolution);
  };
  const setLines = (lines: ChartSetup['lines']): void => {
    engine.setLines(lines);
    frameView.setLines(lines);
  };
  const setWords = (locale: string, texts: ChartSetup['texts']): void => {
    Object.assign(shown, { locale, texts });
    frameView.setTexts(locale, texts);
    engine.setLocale(locale);
  };

  setWords(setup.locale, setup.texts);
  frameView.setFreshness(setup.freshness);
  setLines(setup.lines);
  show();

  return (message) => {
    switch (message.kind) {
      case 'symbol':
        shown.symbol = message.symbol;
        setLines([]);
        show();
        return;
      case 'resolution':
        shown.resolution = message.resolution;
        show();
        return;
      case 'theme':
        root.dataset['theme'] = message.theme;
        engine.setPalette(readPalette(root));
        return;
      case 'texts':
        setWords(message.locale, message.texts);
        return;
      case 'lines':
        setLines(message.lines);
        return;
      case 'dragEstimate':
        frameView.dragNote.show(message.estimate);
        return;
      case 'dragEnded':
        engine.trading.ended(message.drag);
        return;
      case 'freshness':
        frameView.setFreshness(message.freshness);
        return;
      case 'init':
        return;
      default:
        remote.receive(message);
    }
  };
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
