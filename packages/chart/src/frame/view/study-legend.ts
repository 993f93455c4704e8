import type { ChartTexts } from '../../bridge/messages.ts';
import type { StudyEntry } from '../document/chart-document.ts';
import type { StudyReading } from '../engine/chart-engine.ts';
import { valueFormat } from '../render/value-format.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { studyName } from './study-name.ts';
import { name, tool } from './toolbar.ts';

export interface StudyLegendEvents {
  readonly toggleStudy: (id: string) => void;
  readonly openStudy: (id: string) => void;
  readonly removeStudy: (id: string) => void;
}

export interface StudyLegend {
  /** Rows of the indicators over the prices, for the legend. */
  readonly root: HTMLElement;
  setTexts(locale: string, texts: ChartTexts): void;
  set(studies: readonly StudyEntry[]): void;
  show(readings: readonly StudyReading[]): void;
  remove(): void;
}

interface StudyRow {
  readonly node: HTMLElement;
  readonly name: HTMLElement;
  readonly values: HTMLElement;
  readonly buttons: readonly [show: HTMLButtonElement, settings: HTMLButtonElement, remove: HTMLButtonElement];
}

/** A row for each indicator: what it is, its values, and buttons under the pointer. Rows of panes stand at the top of their pane. */
export function createStudyLegend(picture: HTMLElement, events: StudyLegendEvents): StudyLegend {
  const page = picture.ownerDocument;
  const root = element(page, 'div', 'chart-studies');
  const rows = new Map<string, StudyRow>();
  let studies: readonly StudyEntry[] = [];
  let texts: ChartTexts | undefined;
  let format = valueFormat('en');

  function make(id: string): StudyRow {
    const node = element(page, 'div', 'chart-study');
    node.dataset['study'] = id;
    const title = node.appendChild(element(page, 'span', 'chart-study-name'));
    const values = node.appendChild(element(page, 'span', 'chart-study-values'));
    const [show, settings, remove] = [tool(page), tool(page, 'settings'), tool(page, 'close')];
    node.append(show, settings, remove);
    show.addEventListener('click', () => events.toggleStudy(id));
    settings.addEventListener('click', () => events.openStudy(id));
    remove.addEventListener('click', () => events.removeStudy(id));
    return { node, name: title, values, buttons: [show, settings, remove] };
  }

  function paint(): void {
    if (texts === undefined) return;
    const wanted = new Set(studies.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue;
      row.node.remove();
      rows.delete(id);
    }
    for (const study of studies) {
      const row = rows.get(study.id) ?? make(study.id);
      rows.set(study.id, row);
      const label = studyName(study, studies, texts);
      setText(row.name, label);
      row.node.dataset['shown'] = String(study.shown);
      const [show, settings, remove] = row.buttons;
      show.replaceChildren(icon(page, study.shown ? 'eye' : 'eyeOff'));
      name(show, `${study.shown ? texts.hide : texts.show}: ${label}`);
      name(settings, `${texts.settings}: ${label}`);
      name(remove, `${texts.remove}: ${label}`);
    }
  }

  function fill(row: StudyRow, study: StudyEntry, { values }: StudyReading): void {
    values.forEach((value, index) => {
      const cell = (row.values.children[index] ?? row.values.appendChild(page.createElement('span'))) as HTMLElement;
      cell.dataset['tone'] = study.looks[index]?.tone ?? 'first';
      setText(cell, Number.isNaN(value) || study.looks[index]?.shown !== true ? '' : format(value));
    });
  }

  return {
    root,
    setTexts: (locale, words) => {
      texts = words;
      format = valueFormat(locale);
      paint();
    },
    set: (next) => {
      if (next === studies) return;
      studies = next;
      paint();
    },
    show: (readings) => {
      for (const reading of readings) {
        const row = rows.get(reading.id);
        const study = studies.find(({ id }) => id === reading.id);
        if (row === undefined || study === undefined) continue;
        // Hidden ones of a pane have no place of their own: they stay within reach in the legend.
        const home = reading.top === undefined ? root : picture;
        if (row.node.parentElement !== home) home.append(row.node);
        const top = reading.top === undefined ? '' : `${reading.top + 3}px`;
        if (row.node.style.top !== top) row.node.style.top = top;
        fill(row, study, reading);
      }
    },
    remove: () => {
      for (const { node } of rows.values()) node.remove();
    },
  };
}
