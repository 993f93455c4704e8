import type { ChartTexts } from '../../bridge/messages.ts';
import type { ChartTextKey } from '../../bridge/texts.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';
import { heading } from './form.ts';
import { SHORTCUTS } from './shortcuts.ts';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Slash: '/',
  Period: '.',
  Comma: ',',
  ContextMenu: 'Menu',
};

/** A typed letter starts a symbol, a digit an interval. */
const TYPED: readonly (readonly [ChartTextKey, string])[] = [
  ['changeSymbol', 'A–Z'],
  ['changeInterval', '0–9'],
];

/** The keys of the chart by purpose. */
export function openShortcuts(page: Document, texts: ChartTexts): void {
  const { root, body } = openDialog(page, texts.keys, texts.closeTable);
  root.classList.add('chart-keys');
  // Scrolls by keyboard.
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', texts.keys);
  const columns = body.appendChild(element(page, 'div', 'chart-keys-columns'));
  for (const [title, shortcuts] of Object.entries(SHORTCUTS)) {
    const label = texts[title as keyof typeof SHORTCUTS];
    const part = columns.appendChild(element(page, 'section', 'chart-keys-part'));
    heading(part, label);
    const typed = title === 'keys.open' ? TYPED : [];
    const pressed = Object.entries(shortcuts).map(([key, text]) => [text, signs(key)] as const);
    for (const [text, keys] of grouped([...typed, ...pressed])) {
      const row = part.appendChild(element(page, 'p', 'chart-keys-row'));
      row.appendChild(element(page, 'span', 'chart-menu-label')).textContent = texts[text];
      for (const each of keys) row.appendChild(element(page, 'kbd', 'chart-menu-hint')).textContent = each;
    }
  }
  body.focus();
}

/** `Ctrl+KeyS` as `Ctrl S`. */
const signs = (key: string): string =>
  key === 'Shift+Slash'
    ? '?'
    : key
        .split('+')
        .map((part) => SIGNS[part] ?? part.replace(/^Key/, ''))
        .join(' ');

function grouped(rows: readonly (readonly [ChartTextKey, string])[]): ReadonlyMap<ChartTextKey, readonly string[]> {
  const found = new Map<ChartTextKey, string[]>();
  for (const [text, key] of rows) found.set(text, [...(found.get(text) ?? []), key]);
  return found;
}
