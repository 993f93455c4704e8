import type { ChartQuote, ChartSymbolInfo, ChartTexts, SymbolKind } from '../../bridge/messages.ts';
import { SYMBOL_KINDS } from '../../bridge/symbol-kinds.ts';
import type { CompareScale } from '../document/chart-document.ts';
import { focusField, openDialog, type OpenDialog } from './dialog.ts';
import { element, setText } from './element.ts';
import { tool } from './tool-button.ts';

export type FollowQuotes = (tickers: readonly string[], listener: (quotes: readonly ChartQuote[]) => void) => void;
export type SearchSymbols = (query: { text: string; of: SymbolKind | undefined }) => Promise<readonly ChartSymbolInfo[]>;

interface SearchParts {
  readonly title: string;
  /** First key, when typing on the chart opened it. */
  readonly typed: string;
  readonly search: SearchSymbols;
  readonly follow: FollowQuotes;
  /** A row of the list, with the actions of the symbol. */
  readonly row: (symbol: ChartSymbolInfo) => SymbolRow;
  readonly enter: (symbol: ChartSymbolInfo, isShift: boolean) => void;
  readonly foot: string;
}

const MOST_ROWS = 60;

/** Field, kinds and list: the dialogs that choose a symbol. */
function openSearch(page: Document, texts: ChartTexts, parts: SearchParts): OpenDialog {
  const { title, typed, search, follow, row, enter, foot } = parts;
  const dialog = openDialog(page, title, texts.closeTable);
  const { root, body } = dialog;
  root.classList.add('chart-picker', 'chart-symbol-search');
  const field = body.appendChild(element(page, 'input', 'chart-field'));
  field.setAttribute('role', 'searchbox');
  field.placeholder = texts.search;
  field.setAttribute('aria-label', texts.search);
  field.value = typed;
  field.maxLength = 40;
  const kinds = body.appendChild(element(page, 'div', 'chart-kinds'));
  kinds.setAttribute('role', 'group');
  kinds.setAttribute('aria-label', texts.kindFilter);
  const list = body.appendChild(element(page, 'ul', 'chart-picker-list'));
  const status = body.appendChild(element(page, 'p', 'chart-picker-foot'));
  status.setAttribute('role', 'status');
  let of: SymbolKind | undefined;
  let found: readonly ChartSymbolInfo[] = [];
  let asked = 0;

  const state = (problem: string | undefined): void => {
    setText(status, problem ?? foot);
    status.classList.toggle('chart-key-hint', problem === undefined);
  };
  const look = async (): Promise<void> => {
    asked += 1;
    const question = asked;
    try {
      const answer = await search({ text: field.value, of });
      // A late answer to an earlier query is ignored.
      if (question !== asked) return;
      found = answer;
      const rows = new Map(found.slice(0, MOST_ROWS).map((symbol) => [symbol.ticker, row(symbol)]));
      list.replaceChildren(...[...rows.values()].map(({ item }) => item));
      if (!root.isConnected) return;
      follow([...rows.keys()], (quotes) => {
        for (const quote of quotes) rows.get(quote.ticker)?.show(quote);
      });
      state(found.length === 0 ? texts.noSymbol : undefined);
    } catch {
      if (question === asked) state(texts.searchFailed);
    }
  };
  const buttons = [undefined, ...SYMBOL_KINDS].map((kind) => {
    const button = kinds.appendChild(tool(page));
    button.textContent = kind === undefined ? texts.allKinds : texts[`symbolKind.${kind}`];
    button.setAttribute('aria-pressed', String(kind === of));
    button.addEventListener('click', () => {
      of = kind;
      for (const other of buttons) other.button.setAttribute('aria-pressed', String(other.kind === of));
      void look();
    });
    return { kind, button };
  });
  root.addEventListener('close', () => follow([], () => undefined));
  field.addEventListener('input', () => void look());
  field.addEventListener('keydown', (event) => {
    const [first] = found;
    if (event.key !== 'Enter' || first === undefined) return;
    event.preventDefault();
    enter(first, event.shiftKey);
  });
  void look();
  if (typed === '') focusField(root, field);
  else field.focus();
  field.setSelectionRange(typed.length, typed.length);
  return dialog;
}

interface SymbolRow {
  readonly item: HTMLLIElement;
  show(quote: ChartQuote): void;
}

function symbolRow(page: Document, texts: ChartTexts, { ticker, name, kind }: ChartSymbolInfo, press: () => void): SymbolRow {
  const item = element(page, 'li', 'chart-picker-row');
  const button = item.appendChild(element(page, 'button', 'chart-menu-item'));
  button.type = 'button';
  button.appendChild(element(page, 'span', 'chart-symbol-ticker')).textContent = ticker;
  button.appendChild(element(page, 'span', 'chart-menu-label')).textContent = name;
  const last = button.appendChild(element(page, 'span', 'chart-symbol-last'));
  const change = button.appendChild(element(page, 'span', 'chart-symbol-change'));
  button.appendChild(element(page, 'span', 'chart-picker-short')).textContent = texts[`symbolKind.${kind}`];
  button.addEventListener('click', press);
  return {
    item,
    show: (quote) => {
      setText(last, quote.last);
      setText(change, quote.change);
      change.dataset['tone'] = quote.tone;
    },
  };
}

export interface ChangeSymbolOptions {
  readonly typed: string;
  readonly search: SearchSymbols;
  readonly follow: FollowQuotes;
  readonly choose: (symbol: ChartSymbolInfo) => void;
  readonly compare: (symbol: ChartSymbolInfo) => void;
}

/** Selects the symbol of the chart; Shift+Enter compares instead. */
export function openChangeSymbol(page: Document, texts: ChartTexts, { typed, search, follow, choose, compare }: ChangeSymbolOptions): void {
  const take = (symbol: ChartSymbolInfo): void => {
    dialog.close();
    choose(symbol);
  };
  const dialog = openSearch(page, texts, {
    title: texts.changeSymbol,
    typed,
    search,
    follow,
    row: (symbol) => symbolRow(page, texts, symbol, () => take(symbol)),
    enter: (symbol, isShift) => {
      if (!isShift) take(symbol);
      else {
        dialog.close();
        compare(symbol);
      }
    },
    foot: texts.symbolHint,
  });
}

export interface CompareOptions {
  readonly search: SearchSymbols;
  readonly follow: FollowQuotes;
  /** Tickers already compared. */
  readonly onChart: () => readonly string[];
  readonly add: (symbol: ChartSymbolInfo, scale: CompareScale) => void;
}

/** Adds a symbol as a line: on the percent scale together with the bars, on a scale of its own, or in a pane of its own. It stays open for the next. */
export function openCompare(page: Document, texts: ChartTexts, { search, follow, onChart, add }: CompareOptions): void {
  openSearch(page, texts, {
    title: texts.compareTitle,
    typed: '',
    search,
    follow,
    row: (symbol) => {
      const mark = (): void => setText(note, onChart().includes(symbol.ticker) ? texts.onChart : '');
      const addOn = (scale: CompareScale): void => {
        add(symbol, scale);
        mark();
      };
      const made = symbolRow(page, texts, symbol, () => addOn('percent'));
      const { item } = made;
      const note = item.appendChild(element(page, 'span', 'chart-picker-note'));
      mark();
      for (const [scale, label] of [
        ['percent', texts.samePercent],
        ['own', texts.ownScale],
        ['pane', texts.ownPane],
      ] as const) {
        const button = item.appendChild(tool(page));
        button.textContent = label;
        button.setAttribute('aria-label', `${symbol.ticker}: ${label}`);
        button.addEventListener('click', () => addOn(scale));
      }
      return made;
    },
    enter: (symbol) => add(symbol, 'percent'),
    foot: texts.compareHint,
  });
}
