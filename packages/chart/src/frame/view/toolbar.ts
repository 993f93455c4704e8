import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { SCALE_MODES, SERIES_KINDS, type ChartDocument, type DocumentCommand } from '../document/chart-document.ts';
import { element, setText } from './element.ts';
import { icon, type IconName } from './icon.ts';
import { lineGroups } from './line-menus.ts';
import { openMenu, type MenuGroup } from './menu.ts';

/** Always within reach; the others are in the menu beside them. */
const FAVOURITES: readonly ChartResolution[] = ['1', '5', '15', '30', '60', '240', '1D', '1W'];
/** Where space is limited (CHT-02). */
const SHORT_SET: readonly ChartResolution[] = ['1', '5', '30', '60', '240', '1D', '1W', '1M'];
export const NARROW = '(max-width: 599px)';

export interface ToolbarState {
  readonly resolution: ChartResolution;
  readonly document: ChartDocument;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isAuto: boolean;
  readonly ticker: string;
}

export interface ToolbarEvents {
  readonly chooseResolution: (resolution: ChartResolution) => void;
  readonly command: (command: DocumentCommand) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly setAuto: (isAuto: boolean) => void;
  readonly resetView: () => void;
  readonly openTable: () => void;
  readonly openIndicators: () => void;
  readonly toggleSidebar: () => void;
  readonly openSymbolSearch: () => void;
  readonly openCompare: () => void;
  readonly openSettings: () => void;
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
}

/** Resolutions, kind of the series, undo and redo, settings: above the picture, in the places every trader knows. */
export function createToolbar(page: Document, events: ToolbarEvents): Toolbar {
  const root = element(page, 'div', 'chart-toolbar');
  const sidebar = root.appendChild(tool(page, 'pencil'));
  sidebar.addEventListener('click', () => events.toggleSidebar());
  const symbol = root.appendChild(tool(page, 'search'));
  symbol.classList.add('chart-symbol');
  const symbolText = symbol.appendChild(element(page, 'span', 'chart-symbol-name'));
  const resolutions = root.appendChild(element(page, 'div', 'chart-resolutions'));
  resolutions.setAttribute('role', 'group');
  const favourites = FAVOURITES.map((resolution) => {
    const button = resolutions.appendChild(tool(page));
    button.dataset['resolution'] = resolution;
    button.addEventListener('click', () => events.chooseResolution(resolution));
    return { resolution, button };
  });
  const more = resolutions.appendChild(tool(page, 'down'));
  const kind = root.appendChild(tool(page, 'candles'));
  const indicators = root.appendChild(tool(page, 'indicators'));
  const indicatorsText = indicators.appendChild(element(page, 'span', 'chart-tool-text'));
  const compare = root.appendChild(tool(page, 'compare'));
  const compareText = compare.appendChild(element(page, 'span', 'chart-tool-text'));
  const undo = root.appendChild(tool(page, 'undo'));
  const redo = root.appendChild(tool(page, 'redo'));
  root.append(element(page, 'span', 'chart-toolbar-space'));
  const lines = root.appendChild(tool(page, 'lines'));
  const settings = root.appendChild(tool(page, 'settings'));
  const picture = root.appendChild(tool(page, 'camera'));
  const fullScreen = root.appendChild(tool(page, 'fullScreen'));
  for (const button of [more, kind, lines, settings]) {
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
  }
  let texts: ChartTexts | undefined;
  let state: ToolbarState | undefined;

  const isNarrow = (): boolean => page.defaultView?.matchMedia(NARROW).matches === true;
  more.addEventListener('click', () => {
    if (texts !== undefined && state !== undefined)
      openMenu(more, texts.moreResolutions, [resolutionGroup(texts, state, isNarrow(), events)]);
  });
  kind.addEventListener('click', () => {
    if (texts !== undefined && state !== undefined) openMenu(kind, texts.kind, [kindGroup(texts, state, events)]);
  });
  settings.addEventListener('click', () => {
    if (texts !== undefined && state !== undefined) openMenu(settings, texts.settings, settingGroups(texts, state, events));
  });
  lines.addEventListener('click', () => {
    if (texts !== undefined && state !== undefined) openMenu(lines, texts.lines, lineGroups(texts, state.document, events.command));
  });
  indicators.addEventListener('click', events.openIndicators);
  undo.addEventListener('click', events.undo);
  redo.addEventListener('click', events.redo);
  symbol.addEventListener('click', () => events.openSymbolSearch());
  compare.addEventListener('click', events.openCompare);
  picture.addEventListener('click', events.openPicture);
  fullScreen.addEventListener('click', events.toggleFullScreen);

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const words = texts;
    resolutions.setAttribute('aria-label', words.resolution);
    for (const { resolution, button } of favourites) {
      setText(button, words[`res.${resolution}`]);
      button.setAttribute('aria-pressed', String(resolution === state.resolution));
    }
    const isElsewhere = !FAVOURITES.includes(state.resolution);
    const shown = isElsewhere ? words[`res.${state.resolution}`] : '';
    if (more.dataset['shown'] !== shown) {
      more.dataset['shown'] = shown;
      more.replaceChildren(...(isElsewhere ? [shown] : []), icon(page, 'down'));
    }
    name(more, words.moreResolutions);
    kind.replaceChildren(icon(page, state.document.kind), icon(page, 'down'));
    name(kind, `${words.kind}: ${words[`kind.${state.document.kind}`]}`);
    setText(indicatorsText, words.indicators);
    name(indicators, words.indicators);
    name(undo, words.undo);
    name(redo, words.redo);
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
    name(sidebar, words.showDrawingTools);
    sidebar.setAttribute('aria-pressed', String(state.document.habits.sidebar));
    name(picture, words.picture);
    name(fullScreen, words.fullScreen);
    setText(compareText, words.compare);
    name(compare, words.compareTitle);
    setText(symbolText, state.ticker);
    name(symbol, `${words.changeSymbol}: ${state.ticker}`);
    name(lines, words.lines);
    name(settings, words.settings);
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (next) => {
      state = next;
      paint();
    },
  };
}

export function tool(page: Document, shown?: IconName): HTMLButtonElement {
  const button = element(page, 'button', 'chart-tool');
  button.type = 'button';
  if (shown !== undefined) button.append(icon(page, shown));
  return button;
}

export function name(button: HTMLElement, label: string): void {
  button.setAttribute('aria-label', label);
  button.title = label;
}

function resolutionGroup(texts: ChartTexts, state: ToolbarState, isNarrow: boolean, events: ToolbarEvents) {
  const offered = isNarrow ? SHORT_SET : CHART_RESOLUTIONS;
  return {
    choices: offered.map((resolution) => ({
      label: texts[`res.${resolution}`],
      isChecked: resolution === state.resolution,
      run: () => events.chooseResolution(resolution),
    })),
  };
}

function kindGroup(texts: ChartTexts, { document }: ToolbarState, { command }: ToolbarEvents) {
  return {
    choices: SERIES_KINDS.map((kind) => ({
      label: texts[`kind.${kind}`],
      icon: kind,
      isChecked: kind === document.kind,
      run: () => command({ kind: 'setKind', to: kind }),
    })),
  };
}

function settingGroups(texts: ChartTexts, { document, isAuto }: ToolbarState, events: ToolbarEvents): readonly MenuGroup[] {
  const { scale } = document;
  const { command } = events;
  const keys: { readonly [K in (typeof SCALE_MODES)[number]]?: string } = { percent: 'Alt P', log: 'Alt L' };
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
    {
      heading: texts.scale,
      choices: [
        { label: texts.auto, isChecked: isAuto, run: () => events.setAuto(!isAuto) },
        { label: texts.invert, hint: 'Alt I', isChecked: scale.inverted, run: () => command({ kind: 'setInverted', to: !scale.inverted }) },
      ],
    },
    {
      choices: SCALE_MODES.map((mode) => ({
        label: texts[`scale.${mode}`],
        ...(keys[mode] === undefined ? {} : { hint: keys[mode] }),
        isChecked: scale.mode === mode,
        run: () => command({ kind: 'setScaleMode', to: mode }),
      })),
    },
    { choices: [{ label: texts.volume, isChecked: document.volume, run: () => command({ kind: 'setVolume', to: !document.volume }) }] },
  ];
}
