import type { ChartMark, ChartTexts } from '../../bridge/messages.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';

/** The marks of the bars as a table, newest first: for keyboard users and people who cannot see a canvas. */
export function openExecutions(page: Document, texts: ChartTexts, marks: readonly ChartMark[], writeTime: (time: number) => string): void {
  const { body } = openDialog(page, texts.executions, texts.closeTable);
  // Scrolls by keyboard.
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', texts.executions);
  const table = body.appendChild(element(page, 'table', 'chart-table'));
  const names = [...new Set(marks.flatMap(({ details }) => details.map(({ name }) => name)))];
  const header = table.createTHead().insertRow();
  for (const name of [texts.time, texts.execution, ...names]) {
    const cell = header.appendChild(page.createElement('th'));
    cell.scope = 'col';
    cell.textContent = name;
  }
  const rows = table.createTBody();
  for (const { time, text, details } of marks.toSorted((a, b) => b.time - a.time)) {
    const row = rows.insertRow();
    const values = names.map((name) => details.find((detail) => detail.name === name)?.value ?? '');
    for (const value of [writeTime(time), text, ...values]) row.insertCell().textContent = value;
  }
}
