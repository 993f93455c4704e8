import './frame.css';
import './legend.css';
import './menus.css';
import './dialogs.css';
import './lost.css';
import './picker.css';
import './replay.css';
import './calendar.css';
import './keys.css';
import './drawings.css';
import './panes.css';
import './trading.css';
import './alerts.css';
import './touch.css';
import { openChannel } from '../bridge/channel.ts';
import { BRIDGE_VERSION, type FrameMessage, type HostMessage } from '../bridge/messages.ts';
import { enclose, readHostMessage } from '../bridge/validate.ts';
import type { CreateChartEngine } from './engine/chart-engine.ts';
import { createCoreEngine } from './engine/core-engine.ts';
import { RunningChart } from './running-chart.ts';

/**
 * Starts the chart in this window, which is the frame; for the script of the frame's page. It stands still until the page around it
 * says what to show. Returns a function that ends it.
 */
export function startChartFrame(view: Window & typeof globalThis = window, createEngine: CreateChartEngine = createCoreEngine): () => void {
  let running: RunningChart | undefined;
  const channel = openChannel<HostMessage, FrameMessage>(
    { own: view, origin: view.location.origin, other: () => (view.parent === view ? null : view.parent) },
    { read: readHostMessage, enclose },
    (message) => {
      if (message.kind !== 'init') {
        running?.receive(message);
        return;
      }
      running?.stop();
      running = new RunningChart({ view, setup: message.setup, send: channel.send, createEngine });
      channel.send({ kind: 'ready' });
    },
  );
  // The page around it looks for this when the frame's files have come: without it, or with another version, they are not ours (CHT-23).
  Object.assign(view, { widgetReady: () => BRIDGE_VERSION });
  channel.send({ kind: 'loaded' });
  return () => {
    channel.close();
    Reflect.deleteProperty(view, 'widgetReady');
    running?.stop();
    running = undefined;
  };
}
