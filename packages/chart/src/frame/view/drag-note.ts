import type { ChartTexts, DragEstimate } from '../../bridge/messages.ts';
import { element, setText } from './element.ts';

/** Position of the note's line. */
export interface DragPlace {
  readonly y: number;
  readonly isTouch: boolean;
  readonly isDropped: boolean;
  readonly price: string;
}

export interface DragNote {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  /** Beside the dragged line; hidden without one. */
  place(at: DragPlace | undefined): void;
  /** Shows the estimate for the line at its current price. */
  show(estimate: DragEstimate): void;
}

const GAP = 10;
/** Height that a finger covers, pixels. */
const FINGER = 56;

/** Price, result and refusal of the dragged line, above the line and clear of a finger. */
export function createDragNote(page: Document): DragNote {
  const root = element(page, 'div', 'chart-note-box chart-drag');
  root.setAttribute('role', 'status');
  root.hidden = true;
  const title = root.appendChild(element(page, 'strong', 'chart-drag-title'));
  const price = root.appendChild(element(page, 'span', 'chart-drag-price'));
  const facts = root.appendChild(element(page, 'dl', 'chart-drag-facts'));
  const problem = root.appendChild(element(page, 'p', 'chart-drag-problem'));
  const hint = root.appendChild(element(page, 'p', 'chart-drag-hint'));
  let texts: ChartTexts | undefined;

  const clear = (): void => {
    setText(title, '');
    facts.replaceChildren();
    setText(problem, '');
  };
  return {
    root,
    setTexts: (words) => {
      texts = words;
    },
    place: (at) => {
      if (at === undefined) {
        root.hidden = true;
        clear();
        return;
      }
      root.hidden = false;
      setText(price, at.price);
      setText(hint, texts === undefined || at.isTouch ? '' : at.isDropped ? texts['drag.waits'] : texts['drag.hint']);
      const away = GAP + (at.isTouch ? FINGER : 0);
      const above = at.y - away - root.offsetHeight;
      root.style.transform = `translateY(${above >= 0 ? above : at.y + away}px)`;
    },
    show: (estimate) => {
      setText(title, estimate.title);
      setText(problem, estimate.problem);
      facts.replaceChildren(
        ...estimate.facts.flatMap(({ name, value, tone }) => {
          const term = page.createElement('dt');
          term.textContent = name;
          const figure = page.createElement('dd');
          figure.textContent = value;
          figure.dataset['tone'] = tone;
          return [term, figure];
        }),
      );
    },
  };
}
