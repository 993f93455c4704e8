import { element } from './element.ts';
import { icon } from './icon.ts';
import { textDirection } from './text-direction.ts';
import { name, tool } from './tool-button.ts';

export interface OpenPanel {
  readonly root: HTMLElement;
  readonly body: HTMLElement;
  close(): void;
}

/** A non-modal panel over the picture, for values and lists of the chart. Escape closes it while it has the focus. */
export function openPanel(page: Document, title: string, closeLabel: string, onClose: () => void): OpenPanel {
  const root = element(page, 'section', 'chart-panel');
  root.setAttribute('role', 'dialog');
  root.setAttribute('aria-label', title);
  root.dir = textDirection(page);
  const head = root.appendChild(element(page, 'div', 'chart-dialog-head'));
  head.appendChild(element(page, 'h2', 'chart-dialog-title')).textContent = title;
  const button = head.appendChild(tool(page));
  button.append(icon(page, 'close'));
  name(button, closeLabel);
  const body = root.appendChild(element(page, 'div', 'chart-dialog-body'));
  const close = (): void => {
    root.remove();
    onClose();
  };
  button.addEventListener('click', close);
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  (page.querySelector('.chart-picture') ?? page.body).append(root);
  return { root, body, close };
}
