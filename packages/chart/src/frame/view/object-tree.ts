import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import { LONGEST_GROUP_NAME, type DrawingGroup } from '../document/groups.ts';
import { isHiddenAt } from '../document/visibility.ts';
import { freshId } from '../fresh-id.ts';
import { freeName } from '../store/stored-layout.ts';
import { drawingRows } from './drawing-rows.ts';
import { element } from './element.ts';
import { icon } from './icon.ts';
import { openMenu, type MenuChoice } from './menu.ts';
import { openName } from './name-dialog.ts';
import { openPanel } from './panel.ts';
import { compareName, studyName } from './study-name.ts';
import { name, tool } from './tool-button.ts';
import type { ShownObjects, TreeRow } from './tree-row.ts';

export interface ObjectTree {
  show(document: ChartDocument, shown: ShownObjects): void;
  close(): void;
}

export interface ObjectTreeEvents {
  readonly command: (command: DocumentCommand) => void;
  readonly openStudy: (id: string) => void;
  readonly editDrawing: (id: string) => void;
  readonly onClose: () => void;
}

/** List of everything on the chart, with buttons to hide and remove. It also lists the account's lines. */
export function openObjectTree(page: Document, texts: ChartTexts, events: ObjectTreeEvents): ObjectTree {
  const { command, editDrawing, onClose } = events;
  const { root, body, close } = openPanel(page, texts.objectTree, texts.closeTable, onClose);
  root.classList.add('chart-object-tree');
  const selection = new Selection(page, texts, command);
  let drawn = '';

  const list = (label: string, rows: readonly TreeRow[]): void => {
    if (rows.length === 0) return;
    const head = body.appendChild(element(page, 'div', 'chart-tree-head'));
    head.appendChild(element(page, 'h3', 'chart-form-heading')).textContent = label;
    if (rows.some(({ isSelectable }) => isSelectable)) head.append(selection.button);
    const items = body.appendChild(element(page, 'ul', 'chart-tree'));
    items.setAttribute('aria-label', label);
    for (const row of rows) items.append(rowOf(page, texts, row, selection));
  };
  return {
    close,
    show: (document, { lines, ...shown }) => {
      selection.follow(document, shown.ticker);
      const rows = rowsOf(document, shown.resolution, texts, events);
      const drawings = drawingRows({ document, shown, texts, command, edit: editDrawing, rename: selection.rename });
      const account = lines.map((line): TreeRow => ({
        id: line.id,
        label: `${line.name} ${line.quantity}`.trim(),
        note: shown.write(line.price),
        icon: 'lock',
        isShown: true,
      }));
      // The P&L in labels ticks: the list is rebuilt only if the contents of the chart change.
      const now = JSON.stringify([
        [...rows, ...drawings].map(({ id, label, note, isShown, isInside, lock }) => [id, label, note, isShown, isInside, lock?.isLocked]),
        account.map(({ id, note }) => [id, note]),
      ]);
      if (now === drawn) return;
      drawn = now;
      const focused = focusOf(body);
      body.replaceChildren();
      list(texts.onThisChart, rows);
      list(texts.drawings, drawings);
      list(texts.lines, account);
      if (rows.length + account.length === 0) body.appendChild(element(page, 'p', 'chart-picker-foot')).textContent = texts.nothingOnChart;
      if (focused !== undefined) focusAt(body, focused);
    },
  };
}

const CONTROLS = 'button:enabled, input';

/** Focused row and control: the name of a control changes with its state. */
interface FocusPlace {
  readonly row: string | undefined;
  readonly control: number;
}

function focusOf(body: HTMLElement): FocusPlace | undefined {
  const focused = body.ownerDocument.activeElement;
  if (focused === null || !body.contains(focused)) return undefined;
  const row = focused.closest<HTMLElement>('.chart-tree-row');
  const controls = row === null ? [] : [...row.querySelectorAll(CONTROLS)];
  return { row: row?.dataset['row'], control: controls.indexOf(focused) };
}

/** The same control, else the last one of its row, else the first one of the list. */
function focusAt(body: HTMLElement, { row, control }: FocusPlace): void {
  const found = [...body.querySelectorAll<HTMLElement>('.chart-tree-row')].find(({ dataset }) => dataset['row'] === row);
  const controls = [...(found ?? body).querySelectorAll<HTMLElement>(CONTROLS)];
  (controls[found === undefined ? 0 : control] ?? controls.at(-1))?.focus();
}

/** The drawings selected in the tree, and their groups. */
class Selection {
  readonly button: HTMLButtonElement;
  private readonly page: Document;
  private readonly texts: ChartTexts;
  private readonly command: (command: DocumentCommand) => void;
  private readonly marked = new Set<string>();
  private groups: readonly DrawingGroup[] = [];

  constructor(page: Document, texts: ChartTexts, command: (command: DocumentCommand) => void) {
    this.page = page;
    this.texts = texts;
    this.command = command;
    this.button = tool(page, 'folder');
    this.button.append(texts['objects.group']);
    this.button.setAttribute('aria-haspopup', 'menu');
    this.button.setAttribute('aria-expanded', 'false');
    this.button.addEventListener('click', () => openMenu(this.button, texts['objects.group'], [{ choices: this.choices() }]));
    this.paint();
  }

  has(id: string): boolean {
    return this.marked.has(id);
  }

  mark(id: string, isMarked: boolean): void {
    if (isMarked) this.marked.add(id);
    else this.marked.delete(id);
    this.paint();
  }

  /** Deselects drawings that were deleted or belong to another symbol. */
  follow({ drawings, groups }: ChartDocument, ticker: string): void {
    const there = new Set(drawings.filter((drawing) => drawing.ticker === ticker).map(({ id }) => id));
    for (const id of this.marked) if (!there.has(id)) this.marked.delete(id);
    this.groups = groups.filter(({ members }) => members.some((id) => there.has(id)));
    this.paint();
  }

  readonly rename = (group: DrawingGroup): void =>
    this.ask(this.texts['objects.rename'], group.name, (to) => this.command({ kind: 'renameGroup', id: group.id, name: to }));

  private paint(): void {
    this.button.disabled = this.marked.size === 0;
  }

  private choices(): readonly MenuChoice[] {
    const { texts, groups, marked } = this;
    const isGrouped = groups.some(({ members }) => members.some((id) => marked.has(id)));
    return [
      { label: texts['objects.newGroup'], icon: 'folder', run: () => this.create() },
      ...groups.map((group) => ({ label: group.name, run: () => this.put(group) })),
      ...(isGrouped ? [{ label: texts['objects.ungroup'], run: () => this.put() }] : []),
    ];
  }

  private create(): void {
    const { texts, groups } = this;
    const suggested = freeName(texts['objects.newGroup'], groups);
    this.ask(texts['objects.newGroup'], suggested, (group) => this.put({ id: freshId('g'), name: group }));
  }

  private put(to?: Pick<DrawingGroup, 'id' | 'name'>): void {
    const ids = [...this.marked];
    this.marked.clear();
    this.command({ kind: 'groupDrawings', ids, ...(to === undefined ? {} : { to: { id: to.id, name: to.name } }) });
  }

  private ask(title: string, suggested: string, onSubmit: (name: string) => void): void {
    const { page, texts } = this;
    openName(page, texts, { title, submit: texts.ok, name: suggested.slice(0, LONGEST_GROUP_NAME), taken: [], takenText: '', onSubmit });
  }
}

function rowsOf(
  { studies, compares, volume }: ChartDocument,
  resolution: ChartResolution,
  texts: ChartTexts,
  { command, openStudy }: ObjectTreeEvents,
): TreeRow[] {
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
      ...(isHiddenAt(study, resolution) ? { note: texts['visibility.hidden'], isHidden: true } : {}),
      icon: 'indicators',
      isShown: study.shown,
      toggle: () => command({ kind: 'changeStudy', id: study.id, to: { shown: !study.shown } }),
      settings: () => openStudy(study.id),
      remove: () => command({ kind: 'removeStudy', id: study.id }),
    })),
  ];
}

function rowOf(page: Document, texts: ChartTexts, row: TreeRow, selection: Selection): HTMLLIElement {
  const { label, note, isShown, isHidden = false, isInside = false } = row;
  const item = element(page, 'li', 'chart-tree-row');
  item.dataset['shown'] = String(isShown && !isHidden);
  item.dataset['row'] = row.id;
  item.toggleAttribute('data-inside', isInside);
  if (row.isSelectable === true) item.append(marker(page, texts, row, selection));
  item.append(icon(page, row.icon));
  item.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
  if (note !== undefined) item.appendChild(element(page, 'span', 'chart-tree-note')).textContent = note;
  addMenus(item, texts, row);
  addButtons(item, texts, row);
  return item;
}

function addMenus(item: HTMLElement, texts: ChartTexts, { label, moves = [], actions = [] }: TreeRow): void {
  for (const [choices, picture, words] of [
    [moves, 'layers', texts.order],
    [actions, 'more', texts['objects.group']],
  ] as const) {
    if (choices.length === 0) continue;
    const button = item.appendChild(tool(item.ownerDocument, picture));
    name(button, `${words}: ${label}`);
    button.setAttribute('aria-haspopup', 'menu');
    button.addEventListener('click', () => openMenu(button, words, [{ choices }]));
  }
}

function addButtons(item: HTMLElement, texts: ChartTexts, { label, isShown, settings, lock, toggle, remove }: TreeRow): void {
  const isLocked = lock?.isLocked === true;
  for (const [run, picture, words] of [
    [settings, 'settings', texts.settings],
    [lock?.run, isLocked ? 'lock' : 'unlock', isLocked ? texts.unlock : texts.lock],
    [toggle, isShown ? 'eye' : 'eyeOff', isShown ? texts.hide : texts.show],
    [remove, 'close', texts.remove],
  ] as const) {
    if (run === undefined) continue;
    const button = item.appendChild(tool(item.ownerDocument, picture));
    name(button, `${words}: ${label}`);
    button.addEventListener('click', run);
  }
}

function marker(page: Document, texts: ChartTexts, { id, label, note = '' }: TreeRow, selection: Selection): HTMLInputElement {
  const check = element(page, 'input', 'chart-check');
  check.type = 'checkbox';
  check.checked = selection.has(id);
  check.setAttribute('aria-label', [`${texts['objects.select']}: ${label}`, note].filter((part) => part !== '').join(', '));
  check.addEventListener('change', () => selection.mark(id, check.checked));
  return check;
}
