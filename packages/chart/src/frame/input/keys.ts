import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import { PRICE_PANE } from '../document/panes.ts';
import type { DocumentHistory } from '../document/history.ts';
import type { ScaleMode } from '../document/chart-document.ts';
import type { ChartView, DrawingActions, PointedBar } from '../engine/chart-engine.ts';
import type { PaneController } from '../pane-controller.ts';
import type { ReplayController } from '../replay-controller.ts';
import type { Tools } from '../tools.ts';
import type { ShortcutKey } from '../view/shortcuts.ts';
import { isElsewhere } from './is-elsewhere.ts';

/** Bars that one press with Ctrl scrolls. */
const FAR = 10;
const ZOOM_STEP = 1.2;

export interface KeyTarget {
  readonly view: ChartView;
  readonly drawings: DrawingActions;
  readonly history: DocumentHistory;
  readonly panes: Pick<PaneController, 'toggle'>;
  readonly tools: Pick<
    Tools,
    | 'copyDrawing'
    | 'createAlert'
    | 'editDrawing'
    | 'openIndicators'
    | 'openGoTo'
    | 'openPicture'
    | 'openLayouts'
    | 'saveLayout'
    | 'toggleFullScreen'
    | 'openInterval'
    | 'openShortcuts'
    | 'typed'
  >;
  readonly replay: Pick<ReplayController, 'toggle' | 'step'>;
  /** Keys moved the crosshair: announces its bar. */
  readonly say: (pointed: PointedBar) => void;
}

type Action = (target: KeyTarget) => void;

const toggleMode =
  (mode: ScaleMode): Action =>
  ({ history }) =>
    history.apply({ kind: 'setScaleMode', to: history.document.scale.mode === mode ? 'regular' : mode });

const cursor =
  (bars: number): Action =>
  ({ view, say }) => {
    const pointed = view.moveCursor(bars);
    if (pointed !== undefined) say(pointed);
  };

const take =
  (tool: DrawingTool): Action =>
  ({ drawings }) =>
    drawings.take(tool);

/** Moves the selected drawing, or else does what the key does otherwise. */
const nudge =
  (bars: number, pixels: number, otherwise: Action): Action =>
  (target) => {
    if (!target.drawings.nudge(bars, pixels)) otherwise(target);
  };

/** By letter, in the names of `KeyboardEvent.code`. */
const ACTIONS: { readonly [K in ShortcutKey]: Action } = {
  ArrowLeft: nudge(-1, 0, ({ view }) => view.scrollBars(1)),
  ArrowRight: nudge(1, 0, ({ view }) => view.scrollBars(-1)),
  ArrowUp: nudge(0, -1, () => undefined),
  ArrowDown: nudge(0, 1, () => undefined),
  Enter: ({ drawings, tools }) => {
    if (!drawings.placeAtCursor() && drawings.selected !== undefined) tools.editDrawing(drawings.selected.id);
  },
  Delete: ({ drawings }) => drawings.remove(),
  Backspace: ({ drawings }) => drawings.remove(),
  'Ctrl+KeyC': ({ drawings }) => drawings.copy(),
  'Ctrl+KeyV': ({ drawings }) => drawings.paste(),
  'Ctrl+KeyD': ({ tools }) => tools.copyDrawing(),
  'Alt+KeyA': ({ tools }) => tools.createAlert(),
  'Alt+KeyT': take('trendLine'),
  'Alt+KeyH': take('horizontalLine'),
  'Alt+KeyJ': take('horizontalRay'),
  'Alt+KeyV': take('verticalLine'),
  'Alt+KeyC': take('crossLine'),
  'Alt+KeyF': take('fibRetracement'),
  'Alt+Shift+KeyR': take('rectangle'),
  'Ctrl+ArrowLeft': ({ view }) => view.scrollBars(FAR),
  'Ctrl+ArrowRight': ({ view }) => view.scrollBars(-FAR),
  'Ctrl+ArrowUp': ({ view }) => view.zoom(ZOOM_STEP),
  'Ctrl+ArrowDown': ({ view }) => view.zoom(1 / ZOOM_STEP),
  'Shift+ArrowLeft': cursor(-1),
  'Shift+ArrowRight': (target) => {
    // The crosshair of a replay is at its newest bar, so the key moves on to the next one.
    if (!target.replay.step()) cursor(1)(target);
  },
  'Shift+ArrowDown': ({ replay }) => void replay.toggle(),
  'Shift+Slash': ({ tools }) => tools.openShortcuts(),
  ContextMenu: ({ view }) => view.openMenu(),
  'Shift+F10': ({ view }) => view.openMenu(),
  Escape: ({ view }) => view.leave(),
  Slash: ({ tools }) => tools.openIndicators(),
  Period: ({ tools }) => tools.openLayouts(),
  Comma: ({ tools }) => tools.openInterval(),
  'Ctrl+KeyS': ({ tools }) => tools.saveLayout(),
  'Alt+KeyG': ({ tools }) => tools.openGoTo(),
  'Alt+KeyS': ({ tools }) => tools.openPicture(),
  'Ctrl+Alt+KeyS': ({ tools }) => tools.openPicture(),
  'Ctrl+Alt+KeyH': ({ history }) => history.apply({ kind: 'changeHabits', to: { hidden: !history.document.habits.hidden } }),
  'Alt+Enter': ({ panes }) => panes.toggle(PRICE_PANE),
  'Shift+KeyF': ({ tools }) => tools.toggleFullScreen(),
  'Alt+KeyR': ({ view }) => view.reset(),
  'Alt+KeyL': toggleMode('log'),
  'Alt+KeyP': toggleMode('percent'),
  'Alt+KeyI': ({ history }) => history.apply({ kind: 'setInverted', to: !history.document.scale.inverted }),
  'Ctrl+KeyZ': ({ history }) => history.undo(),
  'Ctrl+KeyY': ({ history }) => history.redo(),
  'Ctrl+Shift+KeyZ': ({ history }) => history.redo(),
};

const isShortcut = (name: string): name is ShortcutKey => Object.hasOwn(ACTIONS, name);

/** Obeys the keys of the chart while no field or menu has the focus. Returns a function that ends it. */
export function followKeys(page: Document, target: KeyTarget): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    const name = nameOf(event);
    // Enter presses a button that has the focus.
    const action = (name === 'Enter' && isButton(event.target)) || !isShortcut(name) ? undefined : ACTIONS[name];
    const isTyped = !event.ctrlKey && !event.metaKey && !event.altKey && TYPED.test(event.key);
    if (action === undefined && !isTyped) return;
    event.preventDefault();
    if (action === undefined) target.tools.typed(event.key);
    else action(target);
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}

/** A digit or a letter of any script: the start of an interval or of a symbol. */
const TYPED = /^[\d\p{L}]$/u;
const LATIN = /^[a-z]$/i;
/** Signs are on other keys of each keyboard, often with Shift. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['?', 'Shift+Slash'],
  ['/', 'Slash'],
  ['.', 'Period'],
  [',', 'Comma'],
]);
const SIGN_CODES: ReadonlySet<string> = new Set(['Slash', 'Period', 'Comma']);

/**
 * Name of a shortcut. The letter on the key counts, not its place; the place decides where a key types no Latin letter, as in
 * Russian, or with Alt on a Mac.
 */
export function nameOf(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code' | 'key' | 'getModifierState'>,
): string {
  const { ctrlKey, metaKey, altKey, shiftKey, code, key } = event;
  // AltGr types a sign, though Windows reports it as Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return SIGNS.get(key) ?? key;
  const held = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}`;
  const sign = code.startsWith('Numpad') ? undefined : SIGNS.get(key);
  if (sign !== undefined) return held + sign;
  const place = SIGN_CODES.has(code) ? key : code;
  return `${held}${shiftKey ? 'Shift+' : ''}${LATIN.test(key) ? `Key${key.toUpperCase()}` : place}`;
}

const isButton = (target: EventTarget | null): boolean => target instanceof Element && target.closest('button') !== null;
