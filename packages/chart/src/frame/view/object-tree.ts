import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartLine, ChartTexts } from '../../bridge/messages.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import { movesOf } from '../document/drawing-order.ts';
import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';
import { openMenu, type MenuChoice } from './menu.ts';
import { openPanel } from './panel.ts';
import { compareName, studyName } from './study-name.ts';
import { name, tool } from './tool-button.ts';

export interface ShownObjects {
  /** Drawings of other symbols are not on the chart. */
  readonly ticker: string;
  readonly lines: readonly ChartLine[];
  /** A price as the axis writes it. */
  readonly write: (price: number) => string;
}

export interface ObjectTree {
  show(document: ChartDocument, shown: ShownObjects): void;
  close(): void;
}

interface ObjectTreeEvents {
  readonly command: (command: DocumentCommand) => void;
  readonly onClose: () => void;
}

interface TreeRow {
  readonly id: string;
  readonly label: string;
  /** Where it stands, of a line at one price. */
  readonly note?: string;
  readonly icon: IconName;
  readonly isShown: boolean;
  readonly toggle?: () => void;
  readonly remove?: () => void;
  /** Ways to move it among the others of its list. */
  readonly moves?: readonly MenuChoice[];
}

/** Everything on the chart in one list, with buttons to hide and to remove. The account's lines stand in it, but are the account's. */
export function openObjectTree(page: Document, texts: ChartTexts, { command, onClose }: ObjectTreeEvents): ObjectTree {
  const { root, body, close } = openPanel(page, texts.objectTree, texts.closeTable, onClose);
  root.classList.add('chart-object-tree');
  let drawn = '';

  const list = (label: string, rows: readonly TreeRow[]): void => {
    if (rows.length === 0) return;
    body.appendChild(element(page, 'h3', 'chart-form-heading')).textContent = label;
    const items = body.appendChild(element(page, 'ul', 'chart-tree'));
    items.setAttribute('aria-label', label);
    for (const row of rows) items.append(rowOf(page, texts, row));
  };
  return {
    close,
    show: (document, { ticker, lines, write }) => {
      const rows = rowsOf(document, texts, command);
      const drawings = drawingRows(document, { ticker, write }, texts, command);
      const account = lines.map((line): TreeRow => ({
        id: line.id,
        label: `${line.name} ${line.quantity}`.trim(),
        note: write(line.price),
        icon: 'lock',
        isShown: true,
      }));
      // Profits tick in the labels of lines: the list is made anew only when something else is on the chart.
      const now = JSON.stringify([
        [...rows, ...drawings].map(({ id, label, note, isShown }) => [id, label, note, isShown]),
        account.map(({ id, note }) => [id, note]),
      ]);
      if (now === drawn) return;
      drawn = now;
      const focused = page.activeElement instanceof HTMLElement ? page.activeElement.getAttribute('aria-label') : null;
      body.replaceChildren();
      list(texts.onThisChart, rows);
      list(texts.drawings, drawings);
      list(texts.lines, account);
      if (rows.length + account.length === 0) body.appendChild(element(page, 'p', 'chart-picker-foot')).textContent = texts.nothingOnChart;
      for (const button of body.querySelectorAll('button')) if (button.getAttribute('aria-label') === focused) button.focus();
    },
  };
}

/** Tools that draw a line at one price. */
const LEVELS: readonly DrawingTool[] = ['horizontalLine', 'horizontalRay'];

/** Newest first, as they lie over each other. */
function drawingRows(
  { drawings }: ChartDocument,
  { ticker, write }: Pick<ShownObjects, 'ticker' | 'write'>,
  texts: ChartTexts,
  command: (command: DocumentCommand) => void,
): readonly TreeRow[] {
  const mine = drawings.filter((drawing) => drawing.ticker === ticker).toReversed();
  return mine.map((drawing) => {
    const { id, tool: of, text, shown, locked, anchors } = drawing;
    const [level] = LEVELS.includes(of) ? anchors : [];
    return {
      id,
      label: [texts[`tool.${of}`], text].filter((part) => part !== '').join(': '),
      ...(level === undefined ? {} : { note: write(level.price) }),
      icon: locked ? 'lock' : 'pencil',
      isShown: shown,
      toggle: () => command({ kind: 'changeDrawing', id, to: { shown: !shown } }),
      moves: movesOf(drawings, drawing).map((to) => ({
        label: texts[`order.${to}`],
        run: () => command({ kind: 'orderDrawing', id, to }),
      })),
      ...(locked ? {} : { remove: () => command({ kind: 'removeDrawings', ids: [id] }) }),
    };
  });
}

function rowsOf({ studies, compares, volume }: ChartDocument, texts: ChartTexts, command: (command: DocumentCommand) => void): TreeRow[] {
  return [
    { id: 'volume', label: texts['name.volume'], icon: 'bars', isShown: volume, toggle: () => command({ kind: 'setVolume', to: !volume }) },
    ...compares.map((compare): TreeRow => ({
      id: compare.id,
      label: compareName(compare, texts),
      icon: 'line',
      isShown: compare.shown,
      toggle: () => command({ kind: 'showCompare', id: compare.id, to: !compare.shown }),
      remove: () => command({ kind: 'removeCompare', id: compare.id }),
    })),
    ...studies.map((study): TreeRow => ({
      id: study.id,
      label: studyName(study, studies, texts),
      icon: 'indicators',
      isShown: study.shown,
      toggle: () => command({ kind: 'changeStudy', id: study.id, to: { shown: !study.shown } }),
      remove: () => command({ kind: 'removeStudy', id: study.id }),
    })),
  ];
}

function rowOf(
  page: Document,
  texts: ChartTexts,
  { label, note, icon: shownIcon, isShown, toggle, remove, moves = [] }: TreeRow,
): HTMLLIElement {
  const item = element(page, 'li', 'chart-tree-row');
  item.dataset['shown'] = String(isShown);
  item.append(icon(page, shownIcon));
  item.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
  if (note !== undefined) item.appendChild(element(page, 'span', 'chart-tree-note')).textContent = note;
  if (moves.length > 0) {
    const order = item.appendChild(tool(page, 'layers'));
    name(order, `${texts.order}: ${label}`);
    order.setAttribute('aria-haspopup', 'menu');
    order.addEventListener('click', () => openMenu(order, texts.order, [{ choices: moves }]));
  }
  for (const [run, picture, words] of [
    [toggle, isShown ? 'eye' : 'eyeOff', isShown ? texts.hide : texts.show],
    [remove, 'close', texts.remove],
  ] as const) {
    if (run === undefined) continue;
    const button = item.appendChild(tool(page, picture));
    name(button, `${words}: ${label}`);
    button.addEventListener('click', run);
  }
  return item;
}
