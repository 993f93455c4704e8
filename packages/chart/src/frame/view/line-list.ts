import type { ChartLine } from '../../bridge/messages.ts';
import { element, setText } from './element.ts';

export interface LineList {
  readonly root: HTMLElement;
  setLabel(label: string): void;
  set(lines: readonly ChartLine[]): void;
}

/**
 * The trade lines once more as a list with real buttons: what is painted on a canvas can neither be read out nor reached by keyboard.
 * It is out of sight until a button in it has the focus.
 */
export function createLineList(page: Document, onButton: (lineId: string, buttonId: string) => void): LineList {
  const root = element(page, 'ul', 'chart-lines');
  const items = new Map<string, HTMLLIElement>();
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    const { line, action } = target?.dataset ?? {};
    if (line !== undefined && action !== undefined) onButton(line, action);
  });

  function fill(item: HTMLLIElement, line: ChartLine): void {
    item.dataset['kind'] = line.kind;
    item.dataset['side'] = line.side;
    item.dataset['price'] = String(line.price);
    const caption = item.querySelector('span') ?? item.appendChild(page.createElement('span'));
    setText(caption, `${line.text} ${String(line.price)}`);
    const buttons = [...item.querySelectorAll('button')];
    for (const surplus of buttons.slice(line.buttons.length)) surplus.remove();
    line.buttons.forEach(({ id, label }, index) => {
      // Kept when it is there: a line that ticks must not take the focus away.
      const button = buttons[index] ?? item.appendChild(element(page, 'button', 'chart-line-button'));
      button.type = 'button';
      button.dataset['line'] = line.id;
      button.dataset['action'] = id;
      setText(button, label);
      button.setAttribute('aria-label', `${label} ${line.text}`);
    });
  }

  return {
    root,
    setLabel: (label) => root.setAttribute('aria-label', label),
    set: (lines) => {
      const wanted = new Set(lines.map((line) => line.id));
      for (const [id, item] of items) {
        if (wanted.has(id)) continue;
        item.remove();
        items.delete(id);
      }
      for (const line of lines) {
        let item = items.get(line.id);
        if (item === undefined) {
          item = root.appendChild(page.createElement('li'));
          items.set(line.id, item);
        }
        fill(item, line);
      }
      root.hidden = lines.length === 0;
    },
  };
}
