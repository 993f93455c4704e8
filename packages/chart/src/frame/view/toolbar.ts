import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import type { Favourites } from '../store/preferences.ts';
import type { SaveState } from '../store/autosave.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import { element, setText } from './element.ts';
import type { ToggleFavourite } from './favourite-star.ts';
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
  /** On narrow screens it is shown only while somebody draws. */
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
  readonly openSymbolInfo: () => void;
  readonly openGoTo: () => void;
  readonly openDataWindow: () => void;
  readonly openObjectTree: () => void;
  readonly openPicture: () => void;
  readonly toggleFullScreen: () => void;
}

export interface Toolbar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: ToolbarState): void;
  /** Name of the open layout, empty for the automatic one, and whether it is saved. */
  showLayout(layout: { readonly name?: string; readonly saving?: SaveState }): void;
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
  const [indicators, indicatorsText] = wordedTool(root, 'indicators');
  const [compare, compareText] = wordedTool(root, 'compare');
  const [alert, alertText] = wordedTool(root, 'alert');
  const undo = root.appendChild(tool(page, 'undo'));
  const redo = root.appendChild(tool(page, 'redo'));
  root.append(element(page, 'span', 'chart-toolbar-space'));
  const layout = createLayoutButton(page, events.openLayoutMenu);
  root.append(layout.root);
  const lines = root.appendChild(tool(page, 'lines'));
  const settings = root.appendChild(tool(page, 'settings'));
  const picture = root.appendChild(tool(page, 'camera'));
  const fullScreen = root.appendChild(tool(page, 'fullScreen'));
  for (const button of [alert, lines, settings]) {
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
  }
  let texts: ChartTexts | undefined;
  let state: ToolbarState | undefined;

  const opens = (
    button: HTMLButtonElement,
    label: 'alerts' | 'settings' | 'lines',
    groups: (words: ChartTexts, now: ToolbarState) => readonly MenuGroup[],
  ): void =>
    button.addEventListener('click', () => {
      if (texts !== undefined && state !== undefined) openMenu(button, texts[label], groups(texts, state));
    });
  opens(alert, 'alerts', (words) => [alertGroup(words, events)]);
  opens(settings, 'settings', (words, now) => settingGroups(words, now, events));
  opens(lines, 'lines', (words, now) => lineGroups(words, now.document, events.command));
  indicators.addEventListener('click', events.openIndicators);
  for (const [button, press] of [
    [undo, events.undo],
    [redo, events.redo],
    [symbol, () => events.openSymbolSearch()],
    [compare, events.openCompare],
    [picture, events.openPicture],
    [fullScreen, events.toggleFullScreen],
  ] as const)
    button.addEventListener('click', press);

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const words = texts;
    intervals.show(state.resolution, state.favourites);
    kinds.show(state.document.kind, state.favourites);
    setText(indicatorsText, words.indicators);
    name(indicators, words.indicators);
    name(undo, words.undo);
    name(redo, words.redo);
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
    name(sidebar, words.showDrawingTools);
    sidebar.setAttribute('aria-pressed', String(state.isSidebarShown));
    name(picture, words.picture);
    name(fullScreen, words.fullScreen);
    setText(compareText, words.compare);
    name(compare, words.compareTitle);
    setText(alertText, words.alert);
    name(alert, words.alerts);
    setText(symbolText, state.ticker);
    name(symbol, `${words.changeSymbol}: ${state.ticker}`);
    name(lines, words.lines);
    name(settings, words.settings);
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      layout.setTexts(words);
      intervals.setTexts(words);
      kinds.setTexts(words);
      paint();
    },
    show: (next) => {
      state = next;
      paint();
    },
    showLayout: layout.show,
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
