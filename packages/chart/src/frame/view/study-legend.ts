import type { ChartResolution, ChartSymbol, ChartTexts } from '../../bridge/messages.ts';
import type { ChartDocument, Tone } from '../document/chart-document.ts';
import type { StudyReading } from '../engine/chart-engine.ts';
import { ofBarsOnly } from '../document/figures.ts';
import { isHiddenAt } from '../document/visibility.ts';
import { figureFormat } from '../render/value-format.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { compareName, studyName } from './study-name.ts';
import { name, tool } from './tool-button.ts';

/** Actions on an indicator or a compared line. */
export interface StudyLegendEvents {
  readonly toggleStudy: (id: string) => void;
  readonly openStudy: (id: string) => void;
  /** Opens a new alert on its values. */
  readonly alertStudy: (id: string) => void;
  readonly removeStudy: (id: string) => void;
}

interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly shown: boolean;
  /** Colours of the shown values. */
  readonly tones: readonly (Tone | undefined)[];
  readonly hasSettings: boolean;
  readonly hasAlerts: boolean;
}

/** Content of the legend: an indicator that is hidden at this resolution has no row. */
interface Listed {
  readonly document: ChartDocument;
  readonly resolution: ChartResolution;
  readonly hasMark: boolean;
}

function entriesOf({ document: { studies, compares }, resolution, hasMark }: Listed, texts: ChartTexts): readonly LegendEntry[] {
  const seen = studies.filter((study) => !isHiddenAt(study, resolution));
  const watched = ofBarsOnly(studies);
  return [
    ...compares
      .filter(({ ticker, series }) => hasMark || ticker !== '' || series !== 'mark')
      .map((compare) => ({
        id: compare.id,
        label: compareName(compare, texts),
        shown: compare.shown,
        tones: [compare.tone],
        hasSettings: false,
        hasAlerts: false,
      })),
    ...seen.map((study) => ({
      id: study.id,
      label: studyName(study, studies, texts),
      shown: study.shown,
      tones: study.looks.map(({ tone, shown }) => (shown ? tone : undefined)),
      hasSettings: true,
      hasAlerts: watched.includes(study),
    })),
  ];
}

export interface StudyLegend {
  /** Rows of the indicators over the prices, for the legend. */
  readonly root: HTMLElement;
  setTexts(locale: string, texts: ChartTexts): void;
  set(document: ChartDocument, resolution: ChartResolution): void;
  setSymbol(symbol: ChartSymbol): void;
  show(readings: readonly StudyReading[]): void;
  remove(): void;
}

interface StudyRow {
  readonly node: HTMLElement;
  readonly name: HTMLElement;
  readonly values: HTMLElement;
  readonly buttons: readonly [show: HTMLButtonElement, alert: HTMLButtonElement, settings: HTMLButtonElement, remove: HTMLButtonElement];
}

/** A row per indicator: name, values, and buttons under the pointer. The row of a pane is at its top. */
export function createStudyLegend(picture: HTMLElement, events: StudyLegendEvents): StudyLegend {
  const page = picture.ownerDocument;
  const root = element(page, 'div', 'chart-studies');
  const rows = new Map<string, StudyRow>();
  let document: ChartDocument | undefined;
  let resolution: ChartResolution = '1';
  let hasMark = false;
  let entries: readonly LegendEntry[] = [];
  let texts: ChartTexts | undefined;
  let locale = 'en';
  /** Decimals of the symbol and of the user's setting. */
  let traded = 2;
  let precision: number | undefined;
  let format = figureFormat(locale, traded);

  const writeAnew = (): void => void (format = figureFormat(locale, precision ?? traded));

  function make(id: string): StudyRow {
    const node = element(page, 'div', 'chart-study');
    node.dataset['study'] = id;
    const title = node.appendChild(element(page, 'span', 'chart-study-name'));
    const values = node.appendChild(element(page, 'span', 'chart-study-values'));
    const [show, alert, settings, remove] = [tool(page), tool(page, 'alert'), tool(page, 'settings'), tool(page, 'close')];
    node.append(show, alert, settings, remove);
    show.addEventListener('click', () => events.toggleStudy(id));
    alert.addEventListener('click', () => events.alertStudy(id));
    settings.addEventListener('click', () => events.openStudy(id));
    remove.addEventListener('click', () => events.removeStudy(id));
    return { node, name: title, values, buttons: [show, alert, settings, remove] };
  }

  function paint(): void {
    if (texts === undefined || document === undefined) return;
    entries = entriesOf({ document, resolution, hasMark }, texts);
    const wanted = new Set(entries.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue;
      row.node.remove();
      rows.delete(id);
    }
    for (const { id, label, shown, hasSettings, hasAlerts } of entries) {
      const row = rows.get(id) ?? make(id);
      rows.set(id, row);
      setText(row.name, label);
      row.node.dataset['shown'] = String(shown);
      const [show, alert, settings, remove] = row.buttons;
      show.replaceChildren(icon(page, shown ? 'eye' : 'eyeOff'));
      name(show, `${shown ? texts.hide : texts.show}: ${label}`);
      settings.hidden = !hasSettings;
      alert.hidden = !hasAlerts;
      name(alert, `${texts['alert.create']}: ${label}`);
      name(settings, `${texts.settings}: ${label}`);
      name(remove, `${texts.remove}: ${label}`);
    }
  }

  function fill(row: StudyRow, { tones }: LegendEntry, { values, kind }: StudyReading): void {
    values.forEach((value, index) => {
      const cell = (row.values.children[index] ?? row.values.appendChild(page.createElement('span'))) as HTMLElement;
      const tone = tones[index];
      cell.dataset['tone'] = tone ?? 'first';
      setText(cell, Number.isNaN(value) || tone === undefined ? '' : format(value, kind));
    });
  }

  return {
    root,
    setTexts: (next, words) => {
      texts = words;
      locale = next;
      writeAnew();
      paint();
    },
    setSymbol: (symbol) => {
      hasMark = symbol.hasMark;
      traded = symbol.priceDigits;
      writeAnew();
      paint();
    },
    set: (next, at) => {
      if (next.settings.precision !== precision) {
        precision = next.settings.precision;
        writeAnew();
      }
      if (next.studies === document?.studies && next.compares === document.compares && at === resolution) return;
      document = next;
      resolution = at;
      paint();
    },
    show: (readings) => {
      for (const reading of readings) {
        const row = rows.get(reading.id);
        const entry = entries.find(({ id }) => id === reading.id);
        if (row === undefined || entry === undefined) continue;
        // Hidden indicators have no pane: they stay accessible in the legend.
        const home = reading.top === undefined ? root : picture;
        if (row.node.parentElement !== home) home.append(row.node);
        const top = reading.top === undefined ? '' : `${reading.top + 3}px`;
        if (row.node.style.top !== top) row.node.style.top = top;
        row.node.toggleAttribute('data-covered', reading.isCovered);
        fill(row, entry, reading);
      }
    },
    remove: () => {
      for (const { node } of rows.values()) node.remove();
    },
  };
}
