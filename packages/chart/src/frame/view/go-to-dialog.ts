import type { ChartTexts } from '../../bridge/messages.ts';
import { createZone, type Zone } from '../model/zone.ts';
import { focusField, openDialog } from './dialog.ts';
import { createForm, createTabs, labelled } from './form.ts';
import { localOf, momentOf } from './local-time.ts';
import { createMonthCalendar } from './month-calendar.ts';

export interface GoToOptions {
  readonly locale: string;
  readonly timezone: string;
  /** Start of the oldest bar that is loaded, and of the newest one. */
  readonly known: { readonly from: number; readonly to: number };
  /** Shows a time in the middle of the picture. */
  readonly goTo: (time: number) => void;
  readonly showRange: (from: number, to: number) => void;
}

interface MomentPart {
  readonly part: HTMLElement;
  readonly label: string;
  readonly time: number;
}

/** Goes to a time or shows a range, in the time zone of the chart. */
export function openGoTo(page: Document, texts: ChartTexts, options: GoToOptions): void {
  const { timezone, known, goTo, showRange } = options;
  const { root, body, close } = openDialog(page, texts.goTo, texts.closeTable);
  root.classList.add('chart-go-to', 'chart-with-calendar');
  const { form, finish } = createForm(body, texts);
  const tabs = createTabs(form, texts.goTo, [
    { id: 'date', label: texts.goToDate },
    { id: 'range', label: texts.goToRange },
  ]);
  const zone = createZone(timezone);
  const datePart = tabs.get('date') as HTMLElement;
  const rangePart = tabs.get('range') as HTMLElement;
  const at = momentField({ part: datePart, label: texts.goToMoment, time: known.to }, zone, known.to);
  const from = momentField({ part: rangePart, label: texts.goToFrom, time: known.from }, zone, known.to);
  const to = momentField({ part: rangePart, label: texts.goToTo, time: known.to }, zone, known.to);
  followFields(datePart, [at], texts, options.locale);
  followFields(rangePart, [from, to], texts, options.locale);
  finish({
    submit: texts.go,
    onCancel: close,
    onSubmit: () => {
      const isDate = !datePart.hidden;
      const fields = isDate ? [at] : [from, to];
      const times = fields.map(({ value }) => momentOf(zone, value));
      const missing = times.findIndex((time) => Number.isNaN(time));
      const isTurned = !isDate && (times[0] ?? 0) >= (times[1] ?? 0);
      to.setCustomValidity(isTurned ? texts.goToOrder : '');
      if (missing >= 0 || isTurned) {
        fields[Math.max(missing, isTurned ? 1 : 0)]?.reportValidity();
        return;
      }
      const [first = 0, second = 0] = times;
      if (isDate) goTo(first);
      else showRange(first, second);
      close();
    },
  });
  for (const field of [at, from, to]) {
    field.required = true;
    field.addEventListener('input', () => to.setCustomValidity(''));
  }
  focusField(root, at);
}

function momentField({ part, label, time }: MomentPart, zone: Zone, last: number): HTMLInputElement {
  const field = labelled(part, 'input', label);
  field.type = 'datetime-local';
  field.value = localOf(zone, time);
  field.max = localOf(zone, last);
  return field;
}

/** A calendar below the fields: sets the day of the last focused field and keeps its time of day. */
function followFields(part: HTMLElement, fields: readonly HTMLInputElement[], texts: ChartTexts, locale: string): void {
  const [first] = fields;
  if (first === undefined) return;
  let current = first;
  // A year of five digits can be typed but not shown.
  const dayIn = ({ value }: HTMLInputElement): string => /^\d{4}-\d\d-\d\d(?=T)/.exec(value)?.[0] ?? '';
  const calendar = createMonthCalendar(part.ownerDocument, {
    texts,
    locale,
    last: first.max.slice(0, 10),
    choose: (day) => {
      const value = `${day}T${current.value.slice(11) || '00:00'}`;
      current.value = value > current.max ? current.max : value;
      current.dispatchEvent(new Event('input'));
      // After the first day, the user selects the second day of the range.
      current = fields[(fields.indexOf(current) + 1) % fields.length] ?? current;
      show(day);
    },
  });
  const show = (day: string): void => {
    const days = fields.map(dayIn).filter((each) => each !== '');
    calendar.show(days, day === '' ? first.max.slice(0, 10) : day);
    for (const field of fields) field.toggleAttribute('data-current', fields.length > 1 && field === current);
  };
  for (const field of fields) {
    field.addEventListener('focus', () => {
      current = field;
      show(dayIn(field));
    });
    field.addEventListener('input', () => show(dayIn(field)));
  }
  part.append(calendar.root);
  show(dayIn(first));
}
