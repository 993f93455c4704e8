import type { ChartBar, ChartSymbol, ChartTexts } from '../../bridge/messages.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';

/** Maximum number of rows that a page builds without delay. */
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
  const { body } = openDialog(page, `${texts.table}: ${content.symbol.ticker}`, texts.closeTable);
  // Scrolls by keyboard.
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', texts.table);
  body.append(tableOf(page, texts, content));
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
