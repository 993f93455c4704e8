import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';

export function tool(page: Document, shown?: IconName): HTMLButtonElement {
  const button = element(page, 'button', 'chart-tool');
  button.type = 'button';
  if (shown !== undefined) button.append(icon(page, shown));
  return button;
}

export function name(button: HTMLElement, label: string): void {
  button.setAttribute('aria-label', label);
  button.title = label;
}
