import type { ChartDocument } from '../document/chart-document.ts';
import { Autosave, type SaveState } from './autosave.ts';
import { openChartDatabase } from './chart-database.ts';

const CHANNEL = 'tapedeck-chart';

export interface DocumentKeeper {
  readonly autosave: Autosave;
  stop(): void;
}

/** Keeps a window's document in the browser's database, in step with the other windows. */
export function keepDocument(
  view: Window & typeof globalThis,
  { load, onState }: { readonly load: (document: ChartDocument) => void; readonly onState: (state: SaveState) => void },
): DocumentKeeper {
  const database = openChartDatabase(view);
  const channel = typeof view.BroadcastChannel === 'function' ? new view.BroadcastChannel(CHANNEL) : undefined;
  const autosave = new Autosave({
    database,
    timers: view,
    now: () => view.performance.now(),
    announce: () => channel?.postMessage('saved'),
    load,
    onState,
  });
  const heard = (): void => void autosave.heard();
  const hidden = (): void => {
    if (view.document.visibilityState === 'hidden') autosave.flush();
  };
  channel?.addEventListener('message', heard);
  view.document.addEventListener('visibilitychange', hidden);
  void autosave.restore();
  return {
    autosave,
    stop: () => {
      autosave.stop();
      channel?.close();
      view.document.removeEventListener('visibilitychange', hidden);
      database.close();
    },
  };
}
