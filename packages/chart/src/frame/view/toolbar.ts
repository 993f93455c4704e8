import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import type { Favourites } from '../store/preferences.ts';
import type { SaveState } from '../store/autosave.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import { element, setText } from './element.ts';
import type { ToggleFavourite } from './favourite-star.ts';
import { createBarMenu, type BarButton } from './bar-menu.ts';
import { keepFitting } from './fit-parts.ts';
import { createKindButtons } from './kind-buttons.ts';
import type { IconName } from './icon.ts';
import { scaleGroups } from './scale-groups.ts';
import { lineGroups } from './line-menus.ts';
import { createIntervalButtons } from './interval-buttons.ts';
import { createLayoutButton } from './layout-button.ts';
import { openMenu, type MenuGroup } from './menu.ts';
import { name, tool } from './tool-button.ts';

export interface ToolbarState {
  readonly resolution: ChartResolution;
  readonly document: ChartDocument;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isAuto: boolean;
  readonly ticker: string;
  readonly favourites: Favourites;
  /** On narrow screens it is shown only while the user draws. */
  readonly isSidebarShown: boolean;
}

export interface ToolbarEvents {
  readonly chooseResolution: (resolution: ChartResolution) => void;
  readonly command: (command: DocumentCommand) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly setAuto: (isAuto: boolean) => void;
  readonly resetView: () => void;
  readonly openLayoutMenu: (button: HTMLButtonElement) => void;
  readonly openTable: () => void;
  readonly openIndicators: () => void;
  readonly toggleFavourite: ToggleFavourite;
  readonly toggleSidebar: () => void;
  readonly openSymbolSearch: () => void;
  readonly openCompare: () => void;
  readonly openSettings: () => void;
  readonly createAlert: () => void;
  readonly openAlerts: () => void;
  readonly openReplay: () => void;
  readonly openSymbolInfo: () => void;
  readonly openGoTo: () => void;
  readonly openDataWindow: () => void;
  readonly openObjectTree: () => void;
  readonly openPicture: () => void;
  readonly openShortcuts: () => void;
  readonly toggleFullScreen: () => void;
}

export interface Toolbar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: ToolbarState): void;
  /** Name of the open layout, empty for the automatic one, and whether it is saved. */
  showLayout(layout: { readonly name?: string; readonly saving?: SaveState }): void;
  /** It no longer follows its size. */
  stop(): void;
}

/** Resolutions, kind of the series, undo and redo, settings: above the picture, in the places every trader knows. */
export function createToolbar(page: Document, events: ToolbarEvents): Toolbar {
  const root = element(page, 'div', 'chart-toolbar');
  const sidebar = root.appendChild(tool(page, 'pencil'));
  sidebar.addEventListener('click', () => events.toggleSidebar());
  const symbol = root.appendChild(tool(page, 'search'));
  symbol.classList.add('chart-symbol');
  const symbolText = symbol.appendChild(element(page, 'span', 'chart-symbol-name'));
  const { toggleFavourite } = events;
  const intervals = createIntervalButtons(page, { choose: events.chooseResolution, toggleFavourite });
  root.append(intervals.root);
  const kinds = createKindButtons(page, { choose: (to) => events.command({ kind: 'setKind', to }), toggleFavourite });
  root.append(kinds.root);
  const tools = appendTools(root);
  const { indicators, compare, alert, replay, undo, redo, layout, lines, settings, picture, fullScreen } = tools;
  let texts: ChartTexts | undefined;
  let state: ToolbarState | undefined;

  const menu =
    (label: 'alerts' | 'settings' | 'lines', groups: (texts: ChartTexts, state: ToolbarState) => readonly MenuGroup[]) =>
    (anchor: HTMLButtonElement): void => {
      if (texts !== undefined && state !== undefined) openMenu(anchor, texts[label], groups(texts, state));
    };
  // In the order in which they move into the menu.
  const moving: readonly BarButton[] = [
    { button: replay, icon: 'replay', press: () => events.openReplay() },
    { button: lines, icon: 'lines', press: menu('lines', (words, { document }) => lineGroups(words, document, events.command)) },
    { button: picture, icon: 'camera', press: () => events.openPicture() },
    { button: compare, icon: 'compare', press: () => events.openCompare() },
    { button: redo, icon: 'redo', press: () => events.redo() },
    { button: undo, icon: 'undo', press: () => events.undo() },
    { button: alert, icon: 'alert', press: menu('alerts', (words) => [alertGroup(words, events)]) },
    { button: settings, icon: 'settings', press: menu('settings', (words, shown) => settingGroups(words, shown, events)) },
    { button: layout.root, icon: 'folder', press: (anchor) => events.openLayoutMenu(anchor) },
    { button: fullScreen, icon: 'fullScreen', press: () => events.toggleFullScreen() },
    { button: indicators, icon: 'indicators', press: () => events.openIndicators() },
  ];
  const more = createBarMenu(page, moving);
  root.append(more.root);
  const fitting = keepFitting(
    root,
    () => ({
      // The name of the layout says what is being edited: labels and favourites give way before it.
      yielding: [...tools.labels, ...kinds.yielding(), ...intervals.yielding()],
      moving: moving.map(({ button }) => button),
      more: more.root,
    }),
    [symbol, intervals.root, kinds.root, layout.root],
  );
  symbol.addEventListener('click', () => events.openSymbolSearch());

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const words = texts;
    intervals.show(state.resolution, state.favourites);
    kinds.show(state.document.kind, state.favourites);
    tools.write(words);
    name(indicators, words.indicators);
    name(undo, words.undo);
    name(redo, words.redo);
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
    name(sidebar, words.showDrawingTools);
    sidebar.setAttribute('aria-pressed', String(state.isSidebarShown));
    name(picture, words.picture);
    name(fullScreen, words.fullScreen);
    name(compare, words.compareTitle);
    name(alert, words.alerts);
    name(replay, words.replay);
    setText(symbolText, state.ticker);
    name(symbol, `${words.changeSymbol}: ${state.ticker}`);
    name(lines, words.lines);
    name(settings, words.settings);
    more.setLabel(words.moreTools);
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      layout.setTexts(words);
      intervals.setTexts(words);
      kinds.setTexts(words);
      paint();
      fitting.fit();
    },
    show: (next) => {
      const before = state;
      state = next;
      paint();
      if (before?.resolution !== next.resolution || before.document.kind !== next.document.kind) fitting.fit();
    },
    showLayout: (shown) => {
      layout.show(shown);
      // In the menu of the bar, its button reports no size.
      if (shown.name !== undefined) fitting.fit();
    },
    stop: fitting.stop,
  };
}

/** The tools of the series and of the chart, with the layout between them. */
function appendTools(root: HTMLElement) {
  const page = root.ownerDocument;
  const [indicators, indicatorsText] = wordedTool(root, 'indicators');
  const [compare, compareText] = wordedTool(root, 'compare');
  const [alert, alertText] = wordedTool(root, 'alert');
  const [replay, replayText] = wordedTool(root, 'replay');
  const [undo, redo] = [tool(page, 'undo'), tool(page, 'redo')];
  const layout = createLayoutButton(page);
  const [lines, settings, picture, fullScreen] = [
    tool(page, 'lines'),
    tool(page, 'settings'),
    tool(page, 'camera'),
    tool(page, 'fullScreen'),
  ];
  root.append(undo, redo, element(page, 'span', 'chart-toolbar-space'), layout.root, lines, settings, picture, fullScreen);
  for (const button of [alert, lines, settings]) {
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
  }
  return {
    ...{ indicators, compare, alert, replay, undo, redo, layout, lines, settings, picture, fullScreen },
    /** The first one gives way first. */
    labels: [replayText, alertText, compareText, indicatorsText],
    write: (words: ChartTexts): void => {
      setText(indicatorsText, words.indicators);
      setText(compareText, words.compare);
      setText(alertText, words.alert);
      setText(replayText, words.replay);
    },
  };
}

/** A tool with a word beside its icon where there is room. */
function wordedTool(root: HTMLElement, shown: IconName): readonly [HTMLButtonElement, HTMLElement] {
  const button = root.appendChild(tool(root.ownerDocument, shown));
  return [button, button.appendChild(element(root.ownerDocument, 'span', 'chart-tool-text'))];
}

function alertGroup(texts: ChartTexts, { createAlert, openAlerts }: ToolbarEvents): MenuGroup {
  return {
    choices: [
      { label: texts['alert.create'], icon: 'alert', hint: 'Alt A', run: createAlert },
      { label: texts['alert.all'], run: openAlerts },
    ],
  };
}

function settingGroups(texts: ChartTexts, { document, isAuto }: ToolbarState, events: ToolbarEvents): readonly MenuGroup[] {
  const { command } = events;
  return [
    {
      choices: [
        { label: texts.resetView, hint: 'Alt R', run: events.resetView },
        { label: texts.goTo, hint: 'Alt G', run: events.openGoTo },
        { label: texts.allSettings, icon: 'settings', run: events.openSettings },
        { label: texts.keys, hint: '?', run: events.openShortcuts },
      ],
    },
    {
      choices: [
        { label: texts.objectTree, run: events.openObjectTree },
        { label: texts.dataWindow, run: events.openDataWindow },
        { label: texts.symbolInfo, run: events.openSymbolInfo },
        { label: texts.table, icon: 'table', run: events.openTable },
      ],
    },
    ...scaleGroups(texts, { document, isAuto }, events),
    { choices: [{ label: texts.volume, isChecked: document.volume, run: () => command({ kind: 'setVolume', to: !document.volume }) }] },
  ];
}
