import { openChannel } from '../bridge/channel.ts';
import type { ChartSetup, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { enclose, readFrameMessage } from '../bridge/validate.ts';
import type { ChartWidget, ChartWidgetOptions, ChartWidgetState } from './chart-widget.ts';
import { createFeedDesk } from './feed-desk.ts';

/** Title of the frame: how people with a screen reader, and tests, find the chart (CHT-01). */
export const FRAME_TITLE = 'Financial Chart';

/**
 * Puts the chart's frame into the container and speaks with it. Whatever is set before the frame is up is in its first message.
 * Throws when `frameUrl` is of another origin: the bridge trusts the own one only.
 */
export function createChartWidget(options: ChartWidgetOptions): ChartWidget {
  const page = options.container.ownerDocument;
  const view = page.defaultView;
  if (view === null) throw new Error('The container is not in a window');
  const { origin } = view.location;
  const address = new URL(options.frameUrl, view.location.href);
  if (address.origin !== origin) throw new Error(`The chart's frame must be of the page's origin ${origin}, not ${address.origin}`);

  let state: ChartWidgetState = 'created';
  const readyListeners = new Set<() => void>();
  const buttonListeners = new Set<(lineId: string, buttonId: string) => void>();
  let setup: ChartSetup = {
    symbol: options.symbol,
    resolution: options.resolution,
    theme: options.theme,
    timezone: options.timezone,
    locale: options.locale,
    texts: options.texts,
    lines: [],
    freshness: 'live',
  };

  const frame = page.createElement('iframe');
  frame.title = FRAME_TITLE;
  frame.className = 'chart-frame';
  frame.src = address.href;

  const channel = openChannel<FrameMessage, HostMessage>(
    { own: view, origin, other: () => frame.contentWindow },
    { read: readFrameMessage, enclose },
    receive,
  );
  const desk = createFeedDesk(options.datafeed, channel.send);
  options.container.append(frame);

  function receive(message: FrameMessage): void {
    switch (message.kind) {
      case 'loaded':
        // Also after the frame was loaded anew: it starts from nothing, and so do its subscriptions.
        desk.clear();
        state = 'innerWindowLoaded';
        channel.send({ kind: 'init', setup });
        return;
      case 'ready':
        state = 'ready';
        for (const listener of [...readyListeners]) listener();
        readyListeners.clear();
        return;
      case 'lineButton':
        for (const listener of [...buttonListeners]) listener(message.lineId, message.buttonId);
        return;
      default:
        desk.handle(message);
    }
  }

  function change(part: Partial<ChartSetup>, message: HostMessage): void {
    if (state === 'destroyed') return;
    setup = { ...setup, ...part };
    if (state !== 'created') channel.send(message);
  }

  return {
    get state() {
      return state;
    },
    onReady: (listener) => {
      if (state === 'ready') listener();
      else if (state !== 'destroyed') readyListeners.add(listener);
    },
    // The lines belong to the symbol that was: they go with it.
    setSymbol: (symbol) => change({ symbol, lines: [] }, { kind: 'symbol', symbol }),
    setResolution: (resolution) => change({ resolution }, { kind: 'resolution', resolution }),
    setTheme: (theme) => change({ theme }, { kind: 'theme', theme }),
    setTexts: (locale, texts) => change({ locale, texts }, { kind: 'texts', locale, texts }),
    setFreshness: (freshness) => change({ freshness }, { kind: 'freshness', freshness }),
    setLines: (lines) => change({ lines }, { kind: 'lines', lines }),
    onLineButton: (listener) => {
      buttonListeners.add(listener);
      return () => buttonListeners.delete(listener);
    },
    destroy: () => {
      if (state === 'destroyed') return;
      state = 'destroyed';
      channel.close();
      desk.clear();
      readyListeners.clear();
      buttonListeners.clear();
      frame.remove();
    },
  };
}
