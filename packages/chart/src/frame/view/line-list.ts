import type { ChartLine, ChartTexts } from '../../bridge/messages.ts';
import { spokenLine } from '../../bridge/trading.ts';
import { USUAL_TRADING, type TradingLook } from '../document/chart-document.ts';
import { shownLines } from '../trading/line-look.ts';
import { element, setText } from './element.ts';

export interface LineList {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  set(lines: readonly ChartLine[]): void;
  /** Number of marks. */
  setMarks(count: number): void;
}

export interface LineListEvents {
  readonly lineButton: (lineId: string, buttonId: string) => void;
  /** Starts to move a line by price steps. */
  readonly stepLine: (lineId: string, steps: number) => void;
  readonly dropLine: () => void;
  readonly cancelLine: () => void;
  readonly openExecutions: () => void;
}

const MOVE = 'move line';
/** Price steps of a press with Shift, and of a page key. */
const FAR = 10;
const FARTHER = 100;
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', FARTHER],
  ['PageDown', -FARTHER],
]);

/**
 * The trade lines as a list of buttons, because screen readers and the keyboard cannot reach a canvas.
 * Hidden until one of its buttons has the focus.
 */
export function createLineList(page: Document, events: LineListEvents): LineList {
  let texts: ChartTexts | undefined;
  const root = element(page, 'ul', 'chart-lines');
  const items = new Map<string, HTMLLIElement>();
  const executions = element(page, 'li', 'chart-executions');
  const executionsButton = executions.appendChild(element(page, 'button', 'chart-line-button'));
  executionsButton.type = 'button';
  executionsButton.addEventListener('click', events.openExecutions);
  const settle = (): void => {
    root.hidden = items.size === 0 && executions.parentNode === null;
  };
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    const { line, action } = target?.dataset ?? {};
    if (line !== undefined && action !== undefined && action !== MOVE) events.lineButton(line, action);
  });
  const mover = (target: EventTarget | null): string | undefined =>
    target instanceof HTMLElement && target.dataset['action'] === MOVE ? target.dataset['line'] : undefined;
  root.addEventListener('keydown', (event) => {
    const line = mover(event.target);
    if (line === undefined) return;
    const steps = STEPS.get(event.key);
    if (steps !== undefined) events.stepLine(line, steps * (event.shiftKey ? FAR : 1));
    else if (event.key === 'Enter' && !event.repeat) events.dropLine();
    else if (event.key === 'Escape') events.cancelLine();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Without the focus, a moved line returns to its price.
  root.addEventListener('focusout', (event) => {
    if (mover(event.target) !== undefined) events.cancelLine();
  });

  function fill(item: HTMLLIElement, line: ChartLine): void {
    item.dataset['kind'] = line.kind;
    item.dataset['side'] = line.side;
    item.dataset['price'] = String(line.price);
    const caption = item.querySelector('span') ?? item.appendChild(page.createElement('span'));
    setText(caption, `${spokenLine(line)} ${String(line.price)}`);
    const buttons = [...item.querySelectorAll('button')];
    const move = line.drag === 'none' || texts === undefined ? [] : [{ id: MOVE, label: texts[`line.${line.drag}`] }];
    const wanted = [...line.buttons, ...move];
    for (const surplus of buttons.slice(wanted.length)) surplus.remove();
    wanted.forEach(({ id, label }, index) => {
      // Existing elements are kept, so that a ticking line does not lose the focus.
      const button = buttons[index] ?? item.appendChild(element(page, 'button', 'chart-line-button'));
      button.type = 'button';
      button.dataset['line'] = line.id;
      button.dataset['action'] = id;
      setText(button, label);
      button.setAttribute('aria-label', `${label} ${spokenLine(line)}`);
    });
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      root.setAttribute('aria-label', words.lines);
    },
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
      settle();
    },
    setMarks: (count) => {
      if (count > 0) root.append(executions);
      else executions.remove();
      setText(executionsButton, texts === undefined ? '' : `${texts.executions} (${count})`);
      settle();
    },
  };
}

/** The visible lines in the order of the list. */
export class ShownLines {
  private readonly list: LineList;
  private all: readonly ChartLine[] = [];
  private look: TradingLook = USUAL_TRADING;

  constructor(list: LineList) {
    this.list = list;
  }

  set(lines: readonly ChartLine[]): void {
    this.all = lines;
    this.list.set(shownLines(lines, this.look));
  }

  setLook(look: TradingLook): void {
    if (look === this.look) return;
    this.look = look;
    this.set(this.all);
  }

  find(ids: readonly string[]): readonly ChartLine[] {
    return this.all.filter(({ id }) => ids.includes(id));
  }
}
