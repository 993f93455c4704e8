import { element } from './element.ts';
import { icon } from './icon.ts';
import { textDirection } from './text-direction.ts';
import { name, tool } from './tool-button.ts';

export interface OpenDialog {
  readonly root: HTMLDialogElement;
  readonly body: HTMLElement;
  close(): void;
}

/** One frame for all dialogs: title at the left, a way out at the right. Escape closes; the focus goes back to where it was. */
export function openDialog(page: Document, title: string, closeLabel: string): OpenDialog {
  const root = element(page, 'dialog', 'chart-dialog');
  root.setAttribute('aria-label', title);
  root.dir = textDirection(page);
  const head = root.appendChild(element(page, 'div', 'chart-dialog-head'));
  head.appendChild(element(page, 'h2', 'chart-dialog-title')).textContent = title;
  const button = head.appendChild(tool(page));
  button.append(icon(page, 'close'));
  name(button, closeLabel);
  button.addEventListener('click', () => root.close());
  root.addEventListener('close', () => root.remove());
  const body = root.appendChild(element(page, 'div', 'chart-dialog-body'));
  page.body.append(root);
  root.showModal();
  return { root, body, close: () => root.close() };
}
