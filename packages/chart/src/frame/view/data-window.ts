import type { ChartDocument } from '../document/chart-document.ts';
import type { PointedBar, StudyReading } from '../engine/chart-engine.ts';
import { isHiddenAt } from '../document/visibility.ts';
import { figureFormat } from '../render/value-format.ts';
import { priceDigitsOf, zoneOfBars, type Shown } from '../shown.ts';
import { element, setText } from './element.ts';
import { openPanel } from './panel.ts';
import { plotText } from '../indicators/plot-names.ts';
import { compareName, studyName } from './study-name.ts';

export interface DataWindow {
  show(pointed: PointedBar | undefined, readings: readonly StudyReading[]): void;
  close(): void;
}

interface DataWindowOptions {
  readonly shown: Shown;
  readonly document: () => ChartDocument;
  readonly onClose: () => void;
}

/** On one line beside its name. */
const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

interface Figure {
  readonly label: string;
  readonly value: string;
}

/** Values of the bar, the compared lines and the indicators at the crosshair, or of the newest bar. */
export function openDataWindow(page: Document, { shown, document, onClose }: DataWindowOptions): DataWindow {
  const { texts } = shown;
  const { root, body, close } = openPanel(page, texts.dataWindow, texts.closeTable, onClose);
  root.classList.add('chart-data-window');
  const list = body.appendChild(element(page, 'dl', 'chart-data'));
  const cells: { readonly label: HTMLElement; readonly value: HTMLElement }[] = [];

  /** Rows are reused: a tick creates no elements. */
  const write = (figures: readonly Figure[]): void => {
    while (cells.length < figures.length) {
      const row = list.appendChild(element(page, 'div', 'chart-data-row'));
      cells.push({ label: row.appendChild(page.createElement('dt')), value: row.appendChild(page.createElement('dd')) });
    }
    cells.forEach(({ label, value }, index) => {
      const figure = figures[index];
      const row = label.parentElement as HTMLElement;
      if (row.hidden !== (figure === undefined)) row.hidden = figure === undefined;
      if (figure === undefined) return;
      setText(label, figure.label);
      setText(value, figure.value);
    });
  };
  return {
    close,
    show: (pointed, readings) =>
      write([...(pointed === undefined ? [] : figuresOfBar(pointed, shown, document())), ...figuresOfLines(readings, shown, document())]),
  };
}

function figuresOfBar(
  { bar, previousClose }: PointedBar,
  { symbol, resolution, locale, texts }: Shown,
  { timezone, settings }: ChartDocument,
): Figure[] {
  const digits = (count: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: count, maximumFractionDigits: count });
  const price = digits(priceDigitsOf(symbol, settings));
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  const base = previousClose ?? bar.open;
  const time = new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: zoneOfBars(resolution, timezone) });
  return [
    { label: texts.time, value: time.format(bar.time) },
    ...(['open', 'high', 'low', 'close'] as const).map((field) => ({ label: texts[`name.${field}`], value: price.format(bar[field]) })),
    { label: texts.change, value: base === 0 ? '' : `${price.format(bar.close - base)} (${percent.format((bar.close - base) / base)})` },
    { label: texts['name.volume'], value: digits(symbol.quantityDigits).format(bar.volume) },
  ];
}

function figuresOfLines(
  readings: readonly StudyReading[],
  { texts, locale, symbol, resolution }: Shown,
  { studies, compares, settings }: ChartDocument,
): Figure[] {
  const format = figureFormat(locale, priceDigitsOf(symbol, settings));
  return readings.flatMap(({ id, values, kind }) => {
    const study = studies.find((entry) => entry.id === id);
    if (study !== undefined && isHiddenAt(study, resolution)) return [];
    const compare = compares.find((entry) => entry.id === id);
    const label = study !== undefined ? studyName(study, studies, texts) : compare === undefined ? '' : compareName(compare, texts);
    return values
      .map((value, index) => ({
        label: study === undefined || values.length === 1 ? label : `${label}: ${plotText(study.indicator, index, texts)}`,
        value: Number.isNaN(value) ? '' : format(value, kind),
      }))
      .filter(({ value }) => value !== '');
  });
}
