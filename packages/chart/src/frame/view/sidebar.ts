import { DRAWING_GROUPS, DRAWING_GROUP_NAMES, type DrawingGroup, type DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartTexts } from '../../bridge/messages.ts';
import { MAGNETS, type DrawingHabits, type Magnet } from '../drawings/drawing.ts';
import type { Favourites } from '../store/preferences.ts';
import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';
import { starOf, type ToggleFavourite } from './favourite-star.ts';
import { openMenu } from './menu.ts';
import { name, tool } from './tool-button.ts';

export interface SidebarEvents {
  readonly takeTool: (tool: DrawingTool | undefined) => void;
  readonly changeHabits: (to: Partial<DrawingHabits>) => void;
  readonly removeDrawings: () => void;
  readonly toggleFavourite: ToggleFavourite;
}

export interface SidebarState {
  readonly habits: DrawingHabits;
  readonly tool: DrawingTool | undefined;
  readonly favourites: Favourites;
  /** On the current symbol. */
  readonly drawings: number;
}

export interface Sidebar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: SidebarState): void;
}

const GROUP_ICONS: { readonly [K in DrawingGroup]: IconName } = {
  lines: 'trendLine',
  fibonacci: 'fibonacci',
  shapes: 'shapes',
  notes: 'text',
  measures: 'measure',
};
const KEYS: { readonly [K in DrawingTool]?: string } = {
  trendLine: 'Alt T',
  horizontalLine: 'Alt H',
  horizontalRay: 'Alt J',
  verticalLine: 'Alt V',
  crossLine: 'Alt C',
  fibRetracement: 'Alt F',
};

/** The drawing tools beside the picture: a button per group with its last used tool, and below them the tool settings. */
export function createSidebar(page: Document, events: SidebarEvents): Sidebar {
  const root = element(page, 'div', 'chart-sidebar');
  root.setAttribute('role', 'toolbar');
  root.setAttribute('aria-orientation', 'vertical');
  let texts: ChartTexts | undefined;
  let state: SidebarState | undefined;
  const lastUsed = new Map<DrawingGroup, DrawingTool>();

  const cursor = root.appendChild(tool(page, 'cursor'));
  cursor.addEventListener('click', () => events.takeTool(undefined));
  const groups = DRAWING_GROUP_NAMES.map((group) => {
    const button = root.appendChild(tool(page, GROUP_ICONS[group]));
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => {
      if (texts !== undefined && state !== undefined)
        openMenu(button, texts[`drawingGroup.${group}`], groupMenu(group, texts, state, events));
    });
    return { group, button };
  });
  const starred = root.appendChild(element(page, 'span', 'chart-starred'));
  const rule = root.appendChild(element(page, 'span', 'chart-sidebar-rule'));
  rule.setAttribute('aria-hidden', 'true');
  const [magnet, keep, lock, hide, remove] = [
    root.appendChild(tool(page, 'magnet')),
    root.appendChild(tool(page, 'pencil')),
    root.appendChild(tool(page, 'lock')),
    root.appendChild(tool(page)),
    root.appendChild(tool(page, 'trash')),
  ];
  magnet.setAttribute('aria-haspopup', 'menu');
  magnet.setAttribute('aria-expanded', 'false');
  magnet.addEventListener('click', () => {
    if (texts === undefined || state === undefined) return;
    const words = texts;
    const { habits } = state;
    const choice = (to: Magnet) => ({
      label: words[`magnet.${to}`],
      isChecked: habits.magnet === to,
      run: () => events.changeHabits({ magnet: to }),
    });
    openMenu(magnet, texts.magnet, [{ choices: MAGNETS.map(choice) }]);
  });
  keep.addEventListener('click', () => state && events.changeHabits({ keepsDrawing: !state.habits.keepsDrawing }));
  lock.addEventListener('click', () => state && events.changeHabits({ locked: !state.habits.locked }));
  hide.addEventListener('click', () => state && events.changeHabits({ hidden: !state.habits.hidden }));
  remove.addEventListener('click', () => events.removeDrawings());

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const { habits, tool: inHand, drawings } = state;
    root.hidden = !habits.sidebar;
    root.setAttribute('aria-label', texts.drawingTools);
    name(cursor, texts.cursor);
    cursor.setAttribute('aria-pressed', String(inHand === undefined));
    paintStarred(starred, state, texts, events);
    for (const { group, button } of groups) {
      const isHere = inHand !== undefined && toolsOf(group).includes(inHand);
      if (isHere) lastUsed.set(group, inHand);
      const last = lastUsed.get(group);
      name(button, last === undefined ? texts[`drawingGroup.${group}`] : `${texts[`drawingGroup.${group}`]}: ${texts[`tool.${last}`]}`);
      button.dataset['active'] = String(isHere);
    }
    for (const [button, label, isPressed] of [
      [magnet, texts.magnet, habits.magnet !== 'off'],
      [keep, texts.keepDrawing, habits.keepsDrawing],
      [lock, texts.lockAll, habits.locked],
      [hide, texts.hideAll, habits.hidden],
    ] as const) {
      name(button, label);
      button.setAttribute('aria-pressed', String(isPressed));
    }
    hide.replaceChildren(icon(page, habits.hidden ? 'eyeOff' : 'eye'));
    name(remove, texts.removeDrawings);
    remove.disabled = drawings === 0;
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

const toolsOf = (group: DrawingGroup): readonly DrawingTool[] => DRAWING_GROUPS[group];

/** A button for each favourite tool. */
function paintStarred(root: HTMLElement, { favourites, tool: inHand }: SidebarState, texts: ChartTexts, { takeTool }: SidebarEvents): void {
  const page = root.ownerDocument;
  root.hidden = favourites.tools.length === 0;
  // Rebuilt only if the favourites change, so that a button keeps the focus.
  if (root.dataset['tools'] !== favourites.tools.join(' ')) {
    root.dataset['tools'] = favourites.tools.join(' ');
    root.replaceChildren(
      ...favourites.tools.map((each) => {
        const button = tool(page, each);
        button.dataset['tool'] = each;
        button.addEventListener('click', () => takeTool(button.getAttribute('aria-pressed') === 'true' ? undefined : each));
        return button;
      }),
    );
  }
  for (const button of root.querySelectorAll<HTMLElement>('button')) {
    const each = button.dataset['tool'] as DrawingTool;
    name(button, texts[`tool.${each}`]);
    button.setAttribute('aria-pressed', String(each === inHand));
  }
}

function groupMenu(group: DrawingGroup, texts: ChartTexts, state: SidebarState, { takeTool, toggleFavourite }: SidebarEvents) {
  const { tool: inHand, favourites } = state;
  const choices = toolsOf(group).map((each) => {
    const hint = KEYS[each];
    const label = texts[`tool.${each}`];
    const side = starOf(texts, { group: 'tools', choice: each, label, favourites, toggle: toggleFavourite });
    return { label, icon: each, isChecked: each === inHand, run: () => takeTool(each), side, ...(hint === undefined ? {} : { hint }) };
  });
  return [{ choices }];
}
