import { COARSE } from './coarse.ts';
import { element } from './element.ts';
import { icon } from './icon.ts';
import { textDirection } from './text-direction.ts';
import { name, tool } from './tool-button.ts';

export interface OpenDialog {
  readonly root: HTMLDialogElement;
  readonly body: HTMLElement;
  close(): void;
}

/** Focuses the first field of a dialog; under a finger the dialog itself, because a focused field brings up the keyboard over it. */
export function focusField(root: HTMLElement, field: HTMLElement | null): void {
  const isFinger = root.ownerDocument.defaultView?.matchMedia(COARSE).matches === true;
  (isFinger ? root : field)?.focus();
}

/** The frame of all dialogs: title at the left, close button at the right. Escape closes; the focus returns to its previous element. */
export function openDialog(page: Document, title: string, closeLabel: string): OpenDialog {
  const root = element(page, 'dialog', 'chart-dialog');
  root.setAttribute('aria-label', title);
  root.dir = textDirection(page);
  root.tabIndex = -1;
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
