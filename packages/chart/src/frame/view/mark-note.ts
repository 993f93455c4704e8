import type { ChartMark } from '../../bridge/messages.ts';
import type { MarkHit } from '../render/paint-marks.ts';
import { element } from './element.ts';

export interface MarkNote {
  readonly root: HTMLElement;
  /** Beside its triangle; hidden without one. */
  show(hit: MarkHit | undefined): void;
}

/** Maximum number beside a bar; the table lists all. */
const MOST = 4;
const GAP = 14;

/** Details of the executions under the pointer. */
export function createMarkNote(page: Document, writeTime: (time: number) => string): MarkNote {
  const root = element(page, 'div', 'chart-note-box chart-mark-note');
  root.setAttribute('role', 'status');
  root.hidden = true;
  return {
    root,
    show: (hit) => {
      root.hidden = hit === undefined;
      if (hit === undefined) return;
      const rest = hit.marks.length - MOST;
      root.replaceChildren(...hit.marks.slice(0, MOST).map((mark) => detailsOf(page, mark, writeTime)));
      if (rest > 0) root.appendChild(element(page, 'p', 'chart-drag-hint')).textContent = `+${rest}`;
      const { offsetWidth, offsetHeight } = root;
      const room = root.parentElement?.clientWidth ?? 0;
      const left = hit.x + GAP + offsetWidth <= room ? hit.x + GAP : Math.max(0, hit.x - GAP - offsetWidth);
      root.style.transform = `translate(${left}px, ${Math.max(0, hit.y - offsetHeight / 2)}px)`;
    },
  };
}

function detailsOf(page: Document, { text, time, details }: ChartMark, writeTime: (time: number) => string): HTMLElement {
  const part = element(page, 'div', 'chart-mark');
  part.appendChild(element(page, 'strong', 'chart-drag-title')).textContent = text;
  part.appendChild(element(page, 'p', 'chart-drag-hint')).textContent = writeTime(time);
  const list = part.appendChild(element(page, 'dl', 'chart-drag-facts'));
  for (const { name, value, tone } of details) {
    list.appendChild(page.createElement('dt')).textContent = name;
    const figure = list.appendChild(page.createElement('dd'));
    figure.textContent = value;
    figure.dataset['tone'] = tone;
  }
  return part;
}
