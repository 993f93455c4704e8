import type { ChartTexts } from '../../bridge/messages.ts';
import { createZone } from '../model/zone.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';
import { createForm, fillSelect, labelled } from './form.ts';
import { localOf, momentOf } from './local-time.ts';
import { speedChoices } from './replay-speeds.ts';
import { tool } from './tool-button.ts';

export interface ReplayOptions {
  readonly texts: ChartTexts;
  readonly locale: string;
  readonly timezone: string;
  /** Start of the oldest bar that is loaded, and of the newest one. */
  readonly known: { readonly from: number; readonly to: number };
  /** Default start. */
  readonly time: number;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  readonly start: (time: number) => void;
  readonly pick: () => void;
}

/** Prompts for the start and speed of a replay. */
export function openReplay(page: Document, { texts, locale, timezone, known, time, speed, setSpeed, start, pick }: ReplayOptions): void {
  const { root, body, close } = openDialog(page, texts.replay, texts.closeTable);
  root.classList.add('chart-go-to');
  const { form, finish } = createForm(body, texts);
  const zone = createZone(timezone);
  const from = labelled(form, 'input', texts['replay.from']);
  from.type = 'datetime-local';
  from.required = true;
  from.min = localOf(zone, known.from);
  from.max = localOf(zone, known.to);
  from.value = localOf(zone, time);
  const picks = form.appendChild(tool(page, 'cursor'));
  picks.classList.add('chart-replay-pick');
  picks.append(texts['replay.pick']);
  picks.addEventListener('click', () => {
    close();
    pick();
  });
  const speeds = labelled(form, 'select', texts['replay.speed']);
  fillSelect(speeds, speedChoices(locale), String(speed));
  form.appendChild(element(page, 'p', 'chart-form-note')).textContent = texts['replay.note'];
  finish({
    submit: texts['replay.start'],
    onCancel: close,
    onSubmit: () => {
      if (!from.reportValidity()) return;
      setSpeed(Number(speeds.value));
      close();
      start(momentOf(zone, from.value));
    },
  });
  from.focus();
}
