import './frame.css';
import { openChannel } from '../bridge/channel.ts';
import type { ChartSetup, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { enclose, readHostMessage } from '../bridge/validate.ts';
import { BarFeed } from './bar-feed.ts';
import type { ChartEngine, CreateChartEngine } from './engine/chart-engine.ts';
import { createKlineEngine } from './engine/kline-engine.ts';
import { readPalette } from './palette.ts';
import { createRemoteFeed, type RemoteFeedDesk } from './remote-feed.ts';
import { createFrameView, type FrameView } from './view/frame-view.ts';

interface RunningFrame {
  receive(message: HostMessage): void;
  stop(): void;
}

/**
 * Starts the chart in this window, which is the frame; for the script of the frame's page. It stands still until the page around it
 * says what to show. Returns a function that ends it.
 */
export function startChartFrame(view: Window = window, createEngine: CreateChartEngine = createKlineEngine): () => void {
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

function run(view: Window, setup: ChartSetup, send: (message: FrameMessage) => void, createEngine: CreateChartEngine): RunningFrame {
  const page = view.document;
  const root = page.documentElement;
  root.dataset['theme'] = setup.theme;
  let pointing = false;
  const lineButton = (lineId: string, buttonId: string): void => send({ kind: 'lineButton', lineId, buttonId });

  const remote: RemoteFeedDesk = createRemoteFeed(send);
  const frameView = createFrameView(page, { retry: () => feed.reload(), lineButton });
  const engine = createEngine(frameView.canvas, readPalette(root), {
    olderWanted: (before) => feed.older(before),
    pointed: (pointed) => {
      pointing = pointed !== undefined;
      frameView.showBar(pointed ?? engine.last());
    },
    lineButton,
  });
  const feed = new BarFeed({
    remote,
    engine,
    schedule: (work) => view.requestAnimationFrame(work),
    onState: frameView.setState,
    onBars: () => {
      if (!pointing) frameView.showBar(engine.last());
    },
  });
  const { canvas, legend } = frameView;
  const keepClear = (): void => engine.keepClear(legend.offsetTop + legend.offsetHeight);
  const stops = [
    followSize(view, canvas, () => {
      engine.resize();
      keepClear();
    }),
    followSize(view, legend, keepClear),
  ];
  return {
    receive: createReceiver(setup, { root, remote, frameView, engine, feed }),
    stop: () => {
      for (const stop of stops) stop();
      feed.close();
      engine.destroy();
      frameView.remove();
    },
  };
}

interface FrameParts {
  readonly root: HTMLElement;
  readonly remote: RemoteFeedDesk;
  readonly frameView: FrameView;
  readonly engine: ChartEngine;
  readonly feed: BarFeed;
}

/** Shows the setup, and answers with what obeys the page's further messages. */
function createReceiver(setup: ChartSetup, { root, remote, frameView, engine, feed }: FrameParts): (message: HostMessage) => void {
  let { symbol, resolution } = setup;
  const show = (): void => {
    frameView.setSymbol(symbol, resolution);
    feed.open(symbol, resolution);
  };
  const setLines = (lines: ChartSetup['lines']): void => {
    engine.setLines(lines);
    frameView.setLines(lines);
  };
  const setWords = (locale: string, texts: ChartSetup['texts']): void => {
    frameView.setTexts(locale, texts);
    engine.setLocale(locale);
  };

  engine.setTimezone(setup.timezone);
  setWords(setup.locale, setup.texts);
  frameView.setFreshness(setup.freshness);
  setLines(setup.lines);
  show();

  return (message) => {
    switch (message.kind) {
      case 'symbol':
        symbol = message.symbol;
        setLines([]);
        show();
        return;
      case 'resolution':
        resolution = message.resolution;
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
