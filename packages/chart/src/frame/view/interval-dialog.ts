import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { longestStep } from '../resolution.ts';
import { openDialog } from './dialog.ts';
import { element, setText } from './element.ts';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: 1_440 * MINUTE, w: 10_080 * MINUTE };
const LONGEST_TEXT = 6;

/** Length of the typed interval in milliseconds: `5`, `90`, `4h`, `1D`, `W`; `1M` is a month, `1m` a minute. */
export function typedLength(typed: string): number | undefined {
  const text = typed.trim().slice(0, LONGEST_TEXT);
  const unit = /[a-z]$/i.exec(text)?.[0] ?? 'm';
  const count = text.replace(/[a-z]$/i, '');
  const number = count === '' && text !== '' ? 1 : Number(count);
  if (!/^\d*$/.test(count) || number < 1) return undefined;
  if (unit === 'M') return number * longestStep('1M');
  const length = UNITS[unit.toLowerCase()];
  return length === undefined ? undefined : number * length;
}

/** The offered resolution of that length, or the nearest one. */
export function nearestResolution(length: number): ChartResolution {
  const distance = (resolution: ChartResolution): number => Math.abs(longestStep(resolution) - length);
  return CHART_RESOLUTIONS.reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

/** A number typed on the chart is an interval; Enter selects it, or the nearest available one. `typed`: the first key. */
export function openIntervalDialog(page: Document, texts: ChartTexts, typed: string, choose: (resolution: ChartResolution) => void): void {
  const { root, body, close } = openDialog(page, texts.changeInterval, texts.closeTable);
  root.classList.add('chart-interval');
  const form = body.appendChild(element(page, 'form', 'chart-form'));
  const field = form.appendChild(element(page, 'input', 'chart-field'));
  field.value = typed;
  field.maxLength = LONGEST_TEXT;
  field.autocomplete = 'off';
  field.setAttribute('aria-label', texts.changeInterval);
  const note = form.appendChild(element(page, 'p', 'chart-picker-foot'));
  note.setAttribute('role', 'status');
  const wanted = (): ChartResolution | undefined => {
    const length = typedLength(field.value);
    return length === undefined ? undefined : nearestResolution(length);
  };
  const say = (): void => {
    const resolution = wanted();
    if (resolution === undefined) setText(note, texts.intervalHint);
    else {
      const isOffered = longestStep(resolution) === typedLength(field.value);
      setText(note, `${isOffered ? texts.enterTakes : texts.notOffered} ${texts[`res.${resolution}`]}`);
    }
  };
  field.addEventListener('input', say);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const resolution = wanted();
    if (resolution === undefined) return;
    close();
    choose(resolution);
  });
  say();
  field.focus();
  field.setSelectionRange(typed.length, typed.length);
}
