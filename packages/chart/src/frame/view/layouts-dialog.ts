import type { ChartTexts } from '../../bridge/messages.ts';
import { AUTOMATIC, type StoredLayout } from '../store/stored-layout.ts';
import { focusField, openDialog } from './dialog.ts';
import { element, setText } from './element.ts';
import type { IconName } from './icon.ts';
import { name, tool } from './tool-button.ts';

export interface LayoutsDialogEvents {
  /** Named layouts; `undefined` when they could not be read. */
  readonly list: () => Promise<readonly StoredLayout[] | undefined>;
  /** Key of the open one. */
  readonly key: () => string;
  readonly writeTime: (time: number) => string;
  readonly open: (layout: Pick<StoredLayout, 'key' | 'ticker'>) => void;
  /** Each calls `done` once the list has changed. */
  readonly rename: (layout: StoredLayout, done: () => void) => void;
  readonly duplicate: (layout: StoredLayout, done: () => void) => void;
  readonly remove: (layout: StoredLayout, done: () => void) => void;
  readonly exportFile: (layout: StoredLayout) => void;
  readonly importFile: () => void;
  readonly startNew: () => void;
}

/** All layouts: opens, renames, copies, exports and deletes them. */
export function openLayouts(page: Document, texts: ChartTexts, events: LayoutsDialogEvents): void {
  const { root, body, close } = openDialog(page, texts['layout.list'], texts.closeTable);
  root.classList.add('chart-picker', 'chart-layouts');
  const field = body.appendChild(element(page, 'input', 'chart-field'));
  field.setAttribute('role', 'searchbox');
  field.placeholder = texts.search;
  field.setAttribute('aria-label', texts.search);
  const list = body.appendChild(element(page, 'ul', 'chart-picker-list'));
  list.setAttribute('aria-label', texts['layout.list']);
  const status = body.appendChild(element(page, 'p', 'chart-picker-foot'));
  status.setAttribute('role', 'status');
  const foot = body.appendChild(element(page, 'div', 'chart-form-foot'));
  const importing = foot.appendChild(element(page, 'button', 'chart-retry'));
  const starting = foot.appendChild(element(page, 'button', 'chart-accent'));
  let all: readonly StoredLayout[] = [];

  const leave = (act: () => void) => (): void => {
    close();
    act();
  };
  for (const [button, label, act] of [
    [importing, texts['layout.import'], events.importFile],
    [starting, texts['layout.new'], events.startNew],
  ] as const) {
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', leave(act));
  }

  const look = async (): Promise<void> => {
    const found = await events.list();
    all = (found ?? []).toSorted((a, b) => b.savedAt - a.savedAt);
    paint(found !== undefined);
  };
  const row = (label: string, note: string, isOpen: boolean, open: () => void): HTMLLIElement => {
    const item = element(page, 'li', 'chart-picker-row');
    const button = item.appendChild(element(page, 'button', 'chart-menu-item'));
    button.type = 'button';
    button.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
    if (isOpen) button.appendChild(element(page, 'span', 'chart-picker-note')).textContent = texts['layout.isOpen'];
    button.appendChild(element(page, 'span', 'chart-picker-short')).textContent = note;
    button.addEventListener('click', leave(open));
    return item;
  };
  const actions = (item: HTMLElement, layout: StoredLayout): void => {
    const again = (): void => void look();
    const acts: readonly (readonly [IconName, string, () => void])[] = [
      ['pencil', texts['layout.rename'], () => events.rename(layout, again)],
      ['copy', texts.duplicate, () => events.duplicate(layout, again)],
      ['download', texts['layout.export'], () => events.exportFile(layout)],
      ['trash', texts['layout.delete'], () => events.remove(layout, again)],
    ];
    for (const [picture, words, run] of acts) {
      const button = item.appendChild(tool(page, picture));
      name(button, `${words}: ${layout.name}`);
      button.addEventListener('click', run);
    }
  };

  function paint(isRead: boolean): void {
    const wanted = field.value.trim().toLowerCase();
    const matches = (label: string): boolean => label.toLowerCase().includes(wanted);
    const shown = all.filter((layout) => matches(layout.name) || matches(layout.ticker));
    const automatic = matches(texts['layout.automatic'])
      ? [row(texts['layout.automatic'], '', events.key() === AUTOMATIC, () => events.open({ key: AUTOMATIC, ticker: '' }))]
      : [];
    const rows = shown.map((layout) => {
      const note = [layout.ticker, events.writeTime(layout.savedAt)].filter((part) => part !== '').join(' · ');
      const item = row(layout.name, note, layout.key === events.key(), () => events.open(layout));
      actions(item, layout);
      return item;
    });
    list.replaceChildren(...automatic, ...rows);
    if (!isRead) setText(status, texts['layout.problem.failed']);
    else setText(status, automatic.length + rows.length === 0 ? texts.noMatch : texts['layout.note']);
  }

  field.addEventListener('input', () => paint(true));
  field.addEventListener('keydown', (event) => {
    const first = list.querySelector<HTMLButtonElement>('.chart-menu-item');
    if (event.key !== 'Enter' || first === null) return;
    event.preventDefault();
    first.click();
  });
  void look();
  focusField(root, field);
}
