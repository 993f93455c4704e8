import type { ChartTexts } from '../../bridge/messages.ts';
import { createZone } from '../model/zone.ts';
import { openDialog } from './dialog.ts';
import { createForm, createTabs, labelled } from './form.ts';

export interface GoToOptions {
  readonly timezone: string;
  /** Start of the oldest bar that is loaded, and of the newest one. */
  readonly known: { readonly from: number; readonly to: number };
  /** Shows a moment in the middle of the picture. */
  readonly goTo: (time: number) => void;
  readonly showRange: (from: number, to: number) => void;
}

/** Goes to a moment, or shows the time between two, in the time zone of the chart. */
export function openGoTo(page: Document, texts: ChartTexts, { timezone, known, goTo, showRange }: GoToOptions): void {
  const { root, body, close } = openDialog(page, texts.goTo, texts.closeTable);
  root.classList.add('chart-go-to');
  const { form, finish } = createForm(body, texts);
  const tabs = createTabs(form, texts.goTo, [
    { id: 'date', label: texts.goToDate },
    { id: 'range', label: texts.goToRange },
  ]);
  const zone = createZone(timezone);
  const local = (time: number): string => new Date(time + zone.offset(time)).toISOString().slice(0, LOCAL_LENGTH);
  const moment = (part: HTMLElement, label: string, time: number): HTMLInputElement => {
    const field = labelled(part, 'input', label);
    field.type = 'datetime-local';
    field.value = local(time);
    field.max = local(known.to);
    return field;
  };
  const datePart = tabs.get('date') as HTMLElement;
  const rangePart = tabs.get('range') as HTMLElement;
  const at = moment(datePart, texts.goToMoment, known.to);
  const from = moment(rangePart, texts.goToFrom, known.from);
  const to = moment(rangePart, texts.goToTo, known.to);
  const read = (field: HTMLInputElement): number => {
    const clock = Date.parse(`${field.value}Z`);
    return clock - zone.offset(clock - zone.offset(clock));
  };
  finish({
    submit: texts.go,
    onCancel: close,
    onSubmit: () => {
      const isDate = !datePart.hidden;
      const fields = isDate ? [at] : [from, to];
      const times = fields.map(read);
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
  at.focus();
}

/** `2026-11-23T14:30`. */
const LOCAL_LENGTH = 16;
