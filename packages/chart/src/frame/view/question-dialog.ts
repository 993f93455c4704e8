import type { ChartTexts } from '../../bridge/messages.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';

export interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  /** Text of the confirming button. */
  readonly act: string;
  readonly onAct: () => void;
}

/** Confirms an irreversible action. The cancel button has the focus. */
export function openQuestion(page: Document, texts: ChartTexts, { title, lines, act, onAct }: Question): void {
  const { body, close } = openDialog(page, title, texts.closeTable);
  for (const line of lines) body.appendChild(element(page, 'p', 'chart-question')).textContent = line;
  const foot = body.appendChild(element(page, 'div', 'chart-form-foot'));
  foot.append(element(page, 'span', 'chart-toolbar-space'));
  const cancel = foot.appendChild(element(page, 'button', 'chart-retry'));
  cancel.type = 'button';
  cancel.textContent = texts.cancel;
  cancel.addEventListener('click', close);
  const button = foot.appendChild(element(page, 'button', 'chart-accent'));
  button.type = 'button';
  button.textContent = act;
  button.addEventListener('click', () => {
    close();
    onAct();
  });
  cancel.focus();
}

/** Shows the reason of a failure. */
export function openNotice(page: Document, texts: ChartTexts, { title, line }: { readonly title: string; readonly line: string }): void {
  const { body, close } = openDialog(page, title, texts.closeTable);
  const message = body.appendChild(element(page, 'p', 'chart-question'));
  message.setAttribute('role', 'alert');
  message.textContent = line;
  const foot = body.appendChild(element(page, 'div', 'chart-form-foot'));
  foot.append(element(page, 'span', 'chart-toolbar-space'));
  const button = foot.appendChild(element(page, 'button', 'chart-accent'));
  button.type = 'button';
  button.textContent = texts.ok;
  button.addEventListener('click', close);
  button.focus();
}
