import type { ChartSymbolInfo, ChartTexts } from '../../bridge/messages.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';

/** Opens the details of the symbol that its datafeed reports. */
export async function openSymbolInfo(page: Document, texts: ChartTexts, ask: () => Promise<ChartSymbolInfo>): Promise<void> {
  const { root, body } = openDialog(page, texts.symbolInfo, texts.closeTable);
  root.classList.add('chart-symbol-info');
  const status = body.appendChild(element(page, 'p', 'chart-picker-foot'));
  status.setAttribute('role', 'status');
  status.textContent = texts.loading;
  try {
    const { ticker, name, details } = await ask();
    status.remove();
    const list = body.appendChild(element(page, 'dl', 'chart-data'));
    for (const { label, value } of [{ label: ticker, value: name }, ...details]) {
      const row = list.appendChild(element(page, 'div', 'chart-data-row'));
      row.appendChild(page.createElement('dt')).textContent = label;
      row.appendChild(page.createElement('dd')).textContent = value;
    }
  } catch {
    status.textContent = texts.searchFailed;
  }
}
