import type { ChartBar, ChartSymbol, ChartTexts } from '../../bridge/messages.ts';
import { element } from './element.ts';
import { name, tool } from './toolbar.ts';
import { icon } from './icon.ts';

/** More rows than anybody reads, and as many as a page builds in an instant. */
const MOST_ROWS = 2_000;
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

export interface BarsTableContent {
  readonly bars: readonly ChartBar[];
  readonly symbol: ChartSymbol;
  readonly timezone: string;
  readonly locale: string;
}

/** The bars in view as a table, newest first: for people who cannot see a canvas, and for copying. */
export function openBarsTable(page: Document, texts: ChartTexts, content: BarsTableContent): void {
  const dialog = element(page, 'dialog', 'chart-dialog');
  dialog.setAttribute('aria-label', texts.table);
  const head = dialog.appendChild(element(page, 'div', 'chart-dialog-head'));
  head.appendChild(element(page, 'h2', 'chart-dialog-title')).textContent = `${texts.table}: ${content.symbol.ticker}`;
  const close = head.appendChild(tool(page));
  close.append(icon(page, 'close'));
  name(close, texts.closeTable);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  const room = dialog.appendChild(element(page, 'div', 'chart-dialog-body'));
  // Scrolls by keyboard.
  room.tabIndex = 0;
  room.setAttribute('role', 'region');
  room.setAttribute('aria-label', texts.table);
  room.append(tableOf(page, texts, content));
  page.body.append(dialog);
  dialog.showModal();
}

function tableOf(page: Document, texts: ChartTexts, { bars, symbol, timezone, locale }: BarsTableContent): HTMLTableElement {
  const table = element(page, 'table', 'chart-table');
  const header = table.createTHead().insertRow();
  for (const column of COLUMNS) {
    const cell = header.appendChild(page.createElement('th'));
    cell.scope = 'col';
    cell.textContent = texts[column];
  }
  const digits = (count: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: count, maximumFractionDigits: count });
  const price = digits(symbol.priceDigits);
  const quantity = digits(symbol.quantityDigits);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const body = table.createTBody();
  for (const bar of bars.slice(-MOST_ROWS).toReversed()) {
    const row = body.insertRow();
    const start = row.appendChild(page.createElement('th'));
    start.scope = 'row';
    start.textContent = time.format(bar.time);
    for (const value of [bar.open, bar.high, bar.low, bar.close]) row.insertCell().textContent = price.format(value);
    row.insertCell().textContent = quantity.format(bar.volume);
  }
  return table;
}
