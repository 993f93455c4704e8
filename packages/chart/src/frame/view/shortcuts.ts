import type { ChartTextKey } from '../../bridge/texts.ts';

/** Every key of the chart under the heading that lists it, with the text of its action. Keys are `code`s of the keyboard. */
export const SHORTCUTS = {
  'keys.view': {
    ArrowLeft: 'keys.scroll',
    ArrowRight: 'keys.scroll',
    'Ctrl+ArrowLeft': 'keys.scrollFar',
    'Ctrl+ArrowRight': 'keys.scrollFar',
    'Ctrl+ArrowUp': 'keys.zoom',
    'Ctrl+ArrowDown': 'keys.zoom',
    'Shift+ArrowLeft': 'keys.crosshair',
    'Shift+ArrowRight': 'keys.crosshair',
    'Alt+KeyR': 'resetView',
    'Alt+KeyL': 'scale.log',
    'Alt+KeyP': 'scale.percent',
    'Alt+KeyI': 'invert',
    'Alt+Enter': 'pane.maximise',
    'Shift+KeyF': 'fullScreen',
    Escape: 'cancel',
  },
  'keys.open': {
    Comma: 'changeInterval',
    Slash: 'indicators',
    'Alt+KeyG': 'goTo',
    'Alt+KeyA': 'alert.create',
    'Alt+KeyS': 'picture',
    'Ctrl+Alt+KeyS': 'picture',
    Period: 'layout.list',
    'Ctrl+KeyS': 'save',
    ContextMenu: 'keys.menu',
    'Shift+F10': 'keys.menu',
    'Shift+Slash': 'keys',
  },
  drawings: {
    'Alt+KeyT': 'tool.trendLine',
    'Alt+KeyH': 'tool.horizontalLine',
    'Alt+KeyJ': 'tool.horizontalRay',
    'Alt+KeyV': 'tool.verticalLine',
    'Alt+KeyC': 'tool.crossLine',
    'Alt+KeyF': 'tool.fibRetracement',
    'Alt+Shift+KeyR': 'tool.rectangle',
    ArrowUp: 'keys.move',
    ArrowDown: 'keys.move',
    Enter: 'drawingSettings',
    'Ctrl+KeyC': 'copyDrawing',
    'Ctrl+KeyV': 'paste',
    'Ctrl+KeyD': 'duplicate',
    Delete: 'remove',
    Backspace: 'remove',
    'Ctrl+Alt+KeyH': 'hideAll',
    'Ctrl+KeyZ': 'undo',
    'Ctrl+KeyY': 'redo',
    'Ctrl+Shift+KeyZ': 'redo',
  },
  replay: {
    'Shift+ArrowDown': 'replay.play',
    'Shift+ArrowRight': 'replay.step',
  },
} as const satisfies Readonly<Partial<Record<ChartTextKey, Readonly<Record<string, ChartTextKey>>>>>;

type KeysOf<T> = T extends unknown ? keyof T : never;

/** A key with its modifiers, such as `Ctrl+KeyS`. */
export type ShortcutKey = KeysOf<(typeof SHORTCUTS)[keyof typeof SHORTCUTS]>;
