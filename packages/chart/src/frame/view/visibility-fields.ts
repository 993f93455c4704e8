import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { element } from './element.ts';
import { checkbox, fillSelect } from './form.ts';

/** Resolutions selected together, as a range if there are several. */
const RANGES = {
  minutes: ['1', '3', '5', '15', '30'],
  hours: ['60', '120', '240', '360', '720'],
  days: ['1D'],
  weeks: ['1W'],
  months: ['1M'],
} as const satisfies Readonly<Record<string, readonly ChartResolution[]>>;
type Range = keyof typeof RANGES;

export interface VisibilityFields {
  /** Resolutions at which it is hidden. */
  read(): readonly ChartResolution[];
  reset(): void;
}

interface Row {
  /** Resolutions at which it is shown. */
  read(): readonly ChartResolution[];
  fill(shown: readonly ChartResolution[]): void;
}

/** Resolutions at which an indicator or a drawing is visible. */
export function visibilityFields(part: HTMLElement, texts: ChartTexts, hiddenOn: readonly ChartResolution[]): VisibilityFields {
  const rows = (Object.keys(RANGES) as Range[]).map((range) => rowOf(part, texts, range));
  const fill = (hidden: readonly ChartResolution[]): void => {
    const shown = CHART_RESOLUTIONS.filter((resolution) => !hidden.includes(resolution));
    for (const row of rows) row.fill(shown);
  };
  fill(hiddenOn);
  return {
    read: () => {
      const shown = rows.flatMap((row) => row.read());
      return CHART_RESOLUTIONS.filter((resolution) => !shown.includes(resolution));
    },
    reset: () => fill([]),
  };
}

function rowOf(part: HTMLElement, texts: ChartTexts, range: Range): Row {
  const resolutions: readonly ChartResolution[] = RANGES[range];
  const label = texts[`visibility.${range}`];
  const row = part.appendChild(element(part.ownerDocument, 'div', 'chart-form-row chart-visibility'));
  const check = checkbox(row, label, true);
  const ends = resolutions.length === 1 ? undefined : endFields(row, texts, label, resolutions);
  const follow = (): void => ends?.enable(check.checked);
  check.addEventListener('change', follow);
  return {
    read: () => {
      if (!check.checked) return [];
      return ends === undefined ? resolutions : ends.read();
    },
    fill: (shown) => {
      const mine = resolutions.filter((resolution) => shown.includes(resolution));
      check.checked = mine.length > 0;
      ends?.fill(mine);
      follow();
    },
  };
}

/** First and last resolution of a range, in either order. */
function endFields(row: HTMLElement, texts: ChartTexts, label: string, resolutions: readonly ChartResolution[]) {
  const choices = resolutions.map((resolution) => ({ value: resolution, label: texts[`res.${resolution}`] }));
  const [from, to] = [texts.goToFrom, texts.goToTo].map((end) => {
    const field = row.appendChild(element(row.ownerDocument, 'select', 'chart-field'));
    field.setAttribute('aria-label', `${label}: ${end}`);
    fillSelect(field, choices, '');
    return field;
  }) as [HTMLSelectElement, HTMLSelectElement];
  return {
    read: (): readonly ChartResolution[] => {
      const [first, last] = [from.selectedIndex, to.selectedIndex].toSorted((a, b) => a - b);
      return resolutions.slice(first, (last ?? 0) + 1);
    },
    fill: (shown: readonly ChartResolution[]): void => {
      from.value = shown[0] ?? resolutions[0] ?? '';
      to.value = shown.at(-1) ?? resolutions.at(-1) ?? '';
    },
    enable: (isEnabled: boolean): void => {
      for (const field of [from, to]) field.disabled = !isEnabled;
    },
  };
}
