import type { ChartResolution, ChartSymbol, ChartTexts } from '../../bridge/messages.ts';
import type { PointedBar } from '../engine/chart-engine.ts';
import { element, setText } from './element.ts';

const FIELDS = ['open', 'high', 'low', 'close', 'change', 'volume'] as const;
type Field = (typeof FIELDS)[number];

export interface Legend {
  readonly root: HTMLElement;
  setTexts(locale: string, texts: ChartTexts): void;
  setSymbol(symbol: ChartSymbol, resolution: ChartResolution): void;
  /** Decimals of prices that the user wants; `undefined` for those of the symbol. */
  setPrecision(precision: number | undefined): void;
  show(pointed: PointedBar | undefined): void;
}

/** The line above the candles: symbol, resolution, and the values of the bar under the crosshair or the newest one. */
export function createLegend(page: Document): Legend {
  const root = element(page, 'div', 'chart-legend');
  const name = element(page, 'span', 'chart-legend-name');
  const values = element(page, 'dl', 'chart-legend-values');
  const head = root.appendChild(element(page, 'div', 'chart-legend-head'));
  head.append(name, values);
  const labels = new Map<Field, HTMLElement>();
  const cells = new Map<Field, HTMLElement>();
  for (const field of FIELDS) {
    const pair = element(page, 'div', 'chart-legend-pair');
    const label = element(page, 'dt', 'chart-legend-label');
    const cell = element(page, 'dd', 'chart-legend-value');
    cell.dataset['field'] = field;
    pair.append(label, cell);
    values.append(pair);
    labels.set(field, label);
    cells.set(field, cell);
  }

  let price = new Intl.NumberFormat('en');
  let quantity = price;
  let percent = price;
  let locale = 'en';
  let symbol: ChartSymbol = { ticker: '', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: false, figures: [] };
  let precision: number | undefined;
  let shown: PointedBar | undefined;
  let words: ChartTexts | undefined;
  let shownResolution: ChartResolution = '1';

  function build(): void {
    const digits = (count: number): Intl.NumberFormat =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: count, maximumFractionDigits: count });
    price = digits(precision ?? symbol.priceDigits);
    quantity = digits(symbol.quantityDigits);
    percent = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    });
    show(shown);
  }

  function show(pointed: PointedBar | undefined): void {
    shown = pointed;
    values.hidden = pointed === undefined;
    if (pointed === undefined) return;
    const { bar, previousClose } = pointed;
    const base = previousClose ?? bar.open;
    values.dataset['time'] = String(bar.time);
    values.dataset['direction'] = bar.close >= bar.open ? 'up' : 'down';
    write('open', price.format(bar.open));
    write('high', price.format(bar.high));
    write('low', price.format(bar.low));
    write('close', price.format(bar.close));
    write('change', base === 0 ? '' : percent.format((bar.close - base) / base));
    write('volume', quantity.format(bar.volume));
  }

  function writeName(): void {
    if (words !== undefined) setText(name, `${symbol.ticker} · ${words[`res.${shownResolution}`]}`);
  }

  function write(field: Field, value: string): void {
    const cell = cells.get(field);
    if (cell !== undefined) setText(cell, value);
  }

  return {
    root,
    setTexts: (language, texts) => {
      locale = language;
      words = texts;
      writeName();
      for (const [field, label] of labels) setText(label, texts[field]);
      build();
    },
    setSymbol: (next, resolution) => {
      symbol = next;
      shownResolution = resolution;
      writeName();
      build();
    },
    setPrecision: (next) => {
      if (next === precision) return;
      precision = next;
      build();
    },
    show,
  };
}
