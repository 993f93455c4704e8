import type { ChartTexts } from '../../bridge/messages.ts';
import { element } from './element.ts';
import { textDirection } from './text-direction.ts';
import { name, tool } from './tool-button.ts';

/** States that code on demand failed to load, and offers to load it again. Returns a function that closes the notice. */
export function tellLost(page: Document, texts: ChartTexts, again: () => void): () => void {
  const root = element(page, 'div', 'chart-lost');
  root.setAttribute('role', 'alert');
  root.dir = textDirection(page);
  root.appendChild(element(page, 'p', 'chart-saving-message')).textContent = texts.partLost;
  const retry = root.appendChild(element(page, 'button', 'chart-retry'));
  retry.type = 'button';
  retry.textContent = texts.retry;
  const cross = root.appendChild(tool(page, 'close'));
  name(cross, texts.closeTable);
  const close = (): void => root.remove();
  retry.addEventListener('click', () => {
    close();
    again();
  });
  cross.addEventListener('click', close);
  // A notice outside an open dialog would be inert.
  (page.querySelector('dialog[open]') ?? page.body).append(root);
  return close;
}
