import type { ChartTexts } from '../../bridge/messages.ts';
import { element } from './element.ts';

interface PickOptions {
  readonly picture: HTMLElement;
  readonly texts: ChartTexts;
  readonly timeAt: (x: number) => number | undefined;
  readonly picked: (time: number) => void;
}

/** Covers the picture until a bar is pressed. Escape cancels. */
export function pickBar(page: Document, { picture, texts, timeAt, picked }: PickOptions): void {
  for (const open of picture.querySelectorAll('.chart-bar-pick')) open.remove();
  const cover = picture.appendChild(element(page, 'div', 'chart-bar-pick'));
  cover.tabIndex = -1;
  const line = cover.appendChild(element(page, 'div', 'chart-bar-pick-line'));
  const note = cover.appendChild(element(page, 'p', 'chart-bar-pick-note'));
  note.setAttribute('role', 'status');
  note.textContent = texts['replay.pickHint'];
  const xOf = (event: MouseEvent): number => event.clientX - cover.getBoundingClientRect().left;
  cover.addEventListener('pointermove', (event) => {
    line.style.transform = `translateX(${xOf(event)}px)`;
  });
  cover.addEventListener('click', (event) => {
    const time = timeAt(xOf(event));
    if (time === undefined) return;
    cover.remove();
    picked(time);
  });
  cover.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cover.remove();
  });
  cover.focus();
}
