import type { IndicatorId } from '../../bridge/indicator-names.ts';
import type { ChartTexts, MarketSeries } from '../../bridge/messages.ts';
import { TONES, type StudyEntry } from '../document/chart-document.ts';
import { GROUPS, type IndicatorDefinition, type IndicatorGroup } from '../indicators/definition.ts';
import { INDICATORS } from '../indicators/registry.ts';
import { focusField, openDialog } from './dialog.ts';
import { element, setText } from './element.ts';
import { name, tool } from './tool-button.ts';

/** Tones that a new line over the prices takes in turn. */
const TURNS = TONES.slice(0, 4);

export interface PickerEvents {
  /** Initial search. */
  readonly typed: string;
  /** Figures that the datafeed has of the symbol: others have no indicator. */
  readonly figures: readonly MarketSeries[];
  readonly studies: () => readonly StudyEntry[];
  readonly add: (study: StudyEntry) => void;
  readonly favourites: () => readonly IndicatorId[];
  readonly toggleFavourite: (indicator: IndicatorId) => void;
}

/** A new indicator with its standard inputs; a single line over the prices takes the tone that is used least there. */
function newStudy(definition: IndicatorDefinition, studies: readonly StudyEntry[]): StudyEntry {
  const used = (tone: string): number => studies.filter(({ looks }) => looks.length === 1 && looks[0]?.tone === tone).length;
  const isSingle = definition.place === 'price' && definition.plots.length === 1;
  const [rarest = 'first'] = TURNS.toSorted((a, b) => used(a) - used(b));
  const numbers = studies.map(({ id }) => Number(id.slice(1)));
  return {
    id: `s${Math.max(0, ...numbers) + 1}`,
    indicator: definition.id,
    inputs: Object.fromEntries(definition.inputs.map(({ key, standard }) => [key, standard])),
    source: { price: 'close' },
    looks: definition.plots.map(({ tone }) => ({ tone: isSingle ? rarest : tone, width: 1.5, shown: true })),
    shown: true,
    hiddenOn: [],
  };
}

/** Search, groups and list. Adding keeps it open, so that several are added in a row. */
export function openIndicatorPicker(page: Document, texts: ChartTexts, events: PickerEvents): void {
  const { root, body } = openDialog(page, texts.indicators, texts.closeTable);
  root.classList.add('chart-picker');
  const search = body.appendChild(element(page, 'input', 'chart-field'));
  // Escape closes the dialog: a field of the type search would take it for itself.
  search.setAttribute('role', 'searchbox');
  search.placeholder = texts.search;
  search.setAttribute('aria-label', texts.search);
  search.value = events.typed;
  const columns = body.appendChild(element(page, 'div', 'chart-picker-columns'));
  const groups = columns.appendChild(element(page, 'div', 'chart-picker-groups'));
  groups.setAttribute('role', 'group');
  groups.setAttribute('aria-label', texts.indicators);
  const list = columns.appendChild(element(page, 'ul', 'chart-picker-list'));
  const foot = body.appendChild(element(page, 'p', 'chart-picker-foot chart-key-hint'));
  foot.textContent = texts.addHint;
  const offered = INDICATORS.filter(({ series }) => series === undefined || events.figures.includes(series));
  let chosen: IndicatorGroup | 'favourites' | undefined;
  const isStarred = ({ id }: IndicatorDefinition): boolean => events.favourites().includes(id);
  const isOf = (definition: IndicatorDefinition, group: typeof chosen): boolean =>
    group === undefined || (group === 'favourites' ? isStarred(definition) : definition.group === group);

  const groupsOffered = GROUPS.filter((group) => offered.some((definition) => definition.group === group));
  const buttons = [undefined, 'favourites' as const, ...groupsOffered].map((group) => {
    const button = groups.appendChild(tool(page));
    button.append(element(page, 'span', 'chart-menu-label'), element(page, 'span', 'chart-picker-count'));
    setText(button.firstElementChild as HTMLElement, group === undefined ? texts.allGroups : texts[`group.${group}`]);
    button.addEventListener('click', () => {
      chosen = group;
      paint();
    });
    return { group, button };
  });

  const matching = (): readonly IndicatorDefinition[] => {
    const wanted = search.value.trim().toLowerCase();
    // Favourites first; sorting keeps the order otherwise.
    const sorted = offered.toSorted((a, b) => Number(isStarred(b)) - Number(isStarred(a)));
    return sorted.filter((definition) => {
      const { id } = definition;
      return (
        isOf(definition, chosen) && [texts[`indicator.${id}`], texts[`short.${id}`]].some((text) => text.toLowerCase().includes(wanted))
      );
    });
  };
  const add = (definition: IndicatorDefinition): void => {
    events.add(newStudy(definition, events.studies()));
    mark();
  };

  function paint(): void {
    for (const { group, button } of buttons) {
      button.setAttribute('aria-pressed', String(group === chosen));
      setText(button.lastElementChild as HTMLElement, String(offered.filter((definition) => isOf(definition, group)).length));
    }
    const found = matching();
    const star = (definition: IndicatorDefinition) => ({
      isOn: isStarred(definition),
      toggle: (): void => {
        events.toggleFavourite(definition.id);
        paint();
        list.querySelector<HTMLElement>(`[data-star="${definition.id}"]`)?.focus();
      },
    });
    list.replaceChildren(
      ...found.map((definition) => row(page, texts, definition, { add: () => add(definition), star: star(definition) })),
    );
    if (found.length === 0) list.appendChild(element(page, 'li', 'chart-picker-none')).textContent = texts.noMatch;
    mark();
  }

  /** Says which are on the chart, and how often. */
  function mark(): void {
    const counts = new Map<IndicatorId, number>();
    for (const { indicator } of events.studies()) counts.set(indicator, (counts.get(indicator) ?? 0) + 1);
    for (const note of list.querySelectorAll<HTMLElement>('[data-indicator]')) {
      const count = counts.get(note.dataset['indicator'] as IndicatorId) ?? 0;
      setText(note, count === 0 ? '' : `${texts.onChart}${count > 1 ? ` ×${count}` : ''}`);
    }
  }

  search.addEventListener('input', paint);
  search.addEventListener('keydown', (event) => {
    const [first] = matching();
    if (event.key !== 'Enter' || first === undefined) return;
    event.preventDefault();
    add(first);
  });
  paint();
  if (events.typed === '') focusField(root, search);
  else search.focus();
}

interface RowEvents {
  readonly add: () => void;
  readonly star: { readonly isOn: boolean; readonly toggle: () => void };
}

function row(page: Document, texts: ChartTexts, { id }: IndicatorDefinition, { add, star }: RowEvents): HTMLLIElement {
  const item = element(page, 'li', 'chart-picker-row');
  const button = item.appendChild(element(page, 'button', 'chart-menu-item'));
  button.type = 'button';
  button.appendChild(element(page, 'span', 'chart-menu-label')).textContent = texts[`indicator.${id}`];
  const note = button.appendChild(element(page, 'span', 'chart-picker-note'));
  note.dataset['indicator'] = id;
  button.appendChild(element(page, 'span', 'chart-picker-short')).textContent = texts[`short.${id}`];
  button.addEventListener('click', add);
  const starring = item.appendChild(tool(page, 'star'));
  starring.classList.add('chart-star');
  starring.dataset['star'] = id;
  starring.setAttribute('aria-pressed', String(star.isOn));
  name(starring, `${texts.favourite}: ${texts[`indicator.${id}`]}`);
  starring.addEventListener('click', star.toggle);
  return item;
}
