import type { ChartDocument } from '../document/chart-document.ts';
import { Autosave, type SaveState, type UnsavedNotes } from './autosave.ts';
import { layoutOf, openChartDatabase } from './chart-database.ts';

const CHANNEL = 'tapedeck-chart';
const NOTE = 'tapedeck-chart-unsaved';

export interface DocumentKeeper {
  readonly autosave: Autosave;
  stop(): void;
}

/** In local storage; a browser that refuses it has no notes. */
function notesOf(view: Window): UnsavedNotes {
  return {
    note: (layout) => {
      try {
        view.localStorage.setItem(NOTE, JSON.stringify(layout));
      } catch (cause) {
        console.warn('Unsaved changes of the chart could not be noted', cause);
      }
    },
    take: () => {
      try {
        const noted = view.localStorage.getItem(NOTE);
        view.localStorage.removeItem(NOTE);
        return noted === null ? undefined : layoutOf(JSON.parse(noted));
      } catch {
        return undefined;
      }
    },
  };
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
    notes: notesOf(view),
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
