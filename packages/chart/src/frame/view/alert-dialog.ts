import { ALERT_OPERATORS, ALERT_TRIGGERS, type AlertOperator, type AlertTrigger } from '../../bridge/alerts.ts';
import type { ChartResolution } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { distanceText, filled, plotName, type WordSource } from '../alerts/alert-words.ts';
import {
  LONGEST_MESSAGE,
  LONGEST_NAME,
  MOST_ALERTS,
  MOST_BARS,
  NEVER,
  fits,
  type Alert,
  type AlertSubject,
  type AlertTarget,
  type DrawingTarget,
} from '../alerts/alert.ts';
import type { StudyEntry } from '../document/chart-document.ts';
import { onStep } from '../trading/line-drag.ts';
import { createZone } from '../model/zone.ts';
import { openDialog } from './dialog.ts';
import { element, setText } from './element.ts';
import { createForm, fillSelect, labelled } from './form.ts';
import { numberInput, type NumberBounds, type NumberInput } from './number-input.ts';

export interface AlertDialogOptions extends WordSource {
  /** Initial values of the fields. */
  readonly alert: Alert;
  readonly isNew: boolean;
  /** Indicators whose plots can be watched. */
  readonly studies: readonly StudyEntry[];
  /** Drawings of the symbol that can be crossed. */
  readonly drawings: readonly DrawingTarget[];
  /** Newest value of a subject; `undefined` if it is not on the chart. */
  readonly newest: (subject: AlertSubject) => number | undefined;
  readonly timezone: string;
  readonly now: number;
  /** Number of alerts. */
  readonly used: number;
  readonly save: (alert: Alert) => void;
}

interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

/** `2026-11-23T14:30`. */
const LOCAL_LENGTH = 16;

/** Condition, trigger, expiry and message of an alert. Changes apply with the button. */
export function openAlertDialog(page: Document, options: AlertDialogOptions): void {
  const { texts, isNew, used } = options;
  const { root, body, close } = openDialog(page, isNew ? texts['alert.create'] : texts['alert.edit'], texts.closeTable);
  root.classList.add('chart-alert-dialog');
  const { form, finish } = createForm(body, texts);
  const condition = conditionFields(form, options);
  const terms = termFields(form, options);
  const foot = form.appendChild(element(page, 'p', 'chart-picker-foot'));
  const count = new Intl.NumberFormat(options.locale);
  foot.textContent = `${texts['alert.scope']} ${filled(texts['alert.used'], { count: count.format(used), most: count.format(MOST_ALERTS) })}`;
  finish({
    submit: isNew ? texts['alert.add'] : texts['alert.save'],
    onCancel: close,
    onSubmit: () => {
      const changed = { ...options.alert, ...condition.read(), ...terms() };
      // An edited alert is active again and may fire once more in the current bar.
      options.save({ ...changed, state: 'active', firedBar: 0 });
      close();
    },
  });
  condition.focus();
}

type Condition = Pick<Alert, 'subject' | 'operator' | 'target' | 'studies'>;

interface ConditionFields {
  read(): Condition;
  focus(): void;
}

function conditionFields(form: HTMLElement, options: AlertDialogOptions): ConditionFields {
  const { texts, alert, studies } = options;
  const plots = studies.flatMap(({ id, looks }) => looks.map((_, plot) => ({ kind: 'plot' as const, study: id, plot })));
  const subjects: readonly Choice<AlertSubject>[] = [
    { value: { kind: 'price' }, label: `${alert.ticker}, ${texts['alert.lastPrice']}` },
    ...plots.map((value) => ({ value, label: plotName(value, studies, texts) })),
  ];
  const subject = chooser(form, texts['alert.when'], subjects, alert.subject);
  const operators = ALERT_OPERATORS.map((value) => ({ value, label: texts[`alertOperator.${value}`] }));
  const operator = chooser(form, texts['alert.operator'], operators, alert.operator);
  const target = targetFields(form, options, plots);
  const hint = form.appendChild(element(form.ownerDocument, 'p', 'chart-picker-foot'));
  hint.setAttribute('role', 'status');

  const settle = (): void => {
    target.offer(subject.read(), operator.read());
    const newest = options.newest(subject.read());
    const values = target.values();
    const words = newest === undefined ? [] : values.filter(Number.isFinite).map((value) => distanceText(value, newest, options.locale));
    setText(hint, words.length === 0 ? '' : filled(texts['alert.on'], { distance: words.join(', ') }));
  };
  form.addEventListener('input', settle);
  settle();
  return {
    read: () => {
      const [of, to] = [subject.read(), target.read(subject.read())];
      const roots = [of, to].flatMap((each) => (each.kind === 'plot' ? [each.study] : []));
      return { subject: of, operator: operator.read(), target: to, studies: withSources(studies, roots) };
    },
    focus: () => (target.values().length > 0 ? target.focus() : operator.field.focus()),
  };
}

/** These indicators and their sources, in order. */
function withSources(studies: readonly StudyEntry[], ids: readonly string[]): readonly StudyEntry[] {
  const wanted = new Set(ids);
  for (const { id, source } of studies.toReversed()) if (wanted.has(id) && 'study' in source) wanted.add(source.study);
  return studies.filter(({ id }) => wanted.has(id));
}

type PlotTarget = Extract<AlertTarget, { readonly kind: 'plot' }>;

interface TargetFields {
  offer(subject: AlertSubject, operator: AlertOperator): void;
  /** Typed values, if any. */
  values(): readonly number[];
  /** The target of a subject; prices are rounded to the price step. */
  read(subject: AlertSubject): AlertTarget;
  focus(): void;
}

function targetFields(form: HTMLElement, options: AlertDialogOptions, plots: readonly PlotTarget[]): TargetFields {
  const { texts, alert, studies, drawings } = options;
  const { target } = alert;
  const choices: readonly Choice<AlertTarget>[] = [
    { value: { kind: 'value', value: 0 }, label: texts['alert.value'] },
    { value: { kind: 'channel', low: 0, high: 0 }, label: texts['alert.values'] },
    { value: { kind: 'change', percent: 1, bars: 1 }, label: '' },
    ...plots.map((value) => ({ value, label: plotName(value, studies, texts) })),
    ...drawings.map((value, index) => ({ value, label: drawingLabel(value, index, drawings, texts) })),
  ];
  const isNumbers = target.kind === 'value' || target.kind === 'channel' || target.kind === 'change';
  const kind = chooser(
    form,
    texts['alert.target'],
    choices,
    isNumbers ? choices.find(({ value }) => value.kind === target.kind)?.value : target,
  );
  const given = (price: number): number => (alert.subject.kind === 'price' ? onStep(price, alert.priceStep) : price);
  const number = (label: string, given: number | undefined, bounds?: NumberBounds): NumberInput => {
    const input = numberInput(form, texts, label, bounds);
    input.write(given);
    return input;
  };
  const value = number(
    texts['alert.value'],
    target.kind === 'channel' ? given(target.low) : target.kind === 'value' ? given(target.value) : undefined,
  );
  const upper = number(texts['alert.upper'], target.kind === 'channel' ? given(target.high) : undefined);
  const percent = number(texts['alert.percent'], target.kind === 'change' ? target.percent : 1, { min: 0.0001 });
  const bars = number(texts['alert.bars'], target.kind === 'change' ? target.bars : 5, { min: 1, max: MOST_BARS, step: 1 });
  const shown = ({ field }: NumberInput, isShown: boolean): void => {
    field.disabled = !isShown;
    (field.parentElement as HTMLElement).hidden = !isShown;
  };
  const typed = (input: NumberInput, subject: AlertSubject): number =>
    subject.kind === 'price' ? onStep(input.read(), alert.priceStep) : input.read();
  const channel = (subject: AlertSubject): AlertTarget => {
    const ends = [typed(value, subject), typed(upper, subject)];
    return { kind: 'channel', low: Math.min(...ends), high: Math.max(...ends) };
  };
  return {
    offer: (subject, operator) => {
      const same = JSON.stringify(subject);
      kind.offer((each) => fits(operator, each) && (each.kind !== 'drawing' || subject.kind === 'price') && JSON.stringify(each) !== same);
      const { kind: now } = kind.read();
      shown(value, now === 'value' || now === 'channel');
      shown(upper, now === 'channel');
      shown(percent, now === 'change');
      shown(bars, now === 'change');
      (kind.field.parentElement as HTMLElement).hidden = now === 'change';
    },
    values: () => [value, upper].filter(({ field }) => !field.disabled).map((input) => input.read()),
    read: (subject) => {
      const chosen = kind.read();
      if (chosen.kind === 'value') return { kind: 'value', value: typed(value, subject) };
      if (chosen.kind === 'channel') return channel(subject);
      if (chosen.kind === 'change') return { kind: 'change', percent: percent.read(), bars: bars.read() };
      return chosen;
    },
    focus: () => value.field.select(),
  };
}

/** Name of the drawing's tool, with a number when several drawings use the same tool. */
function drawingLabel({ tool }: DrawingTarget, index: number, all: readonly DrawingTarget[], texts: WordSource['texts']): string {
  const before = all.slice(0, index).filter((each) => each.tool === tool).length;
  const several = all.filter((each) => each.tool === tool).length > 1;
  return several ? `${texts[`tool.${tool}`]} ${before + 1}` : texts[`tool.${tool}`];
}

function termFields(form: HTMLElement, { texts, alert, timezone, now }: AlertDialogOptions) {
  const page = form.ownerDocument;
  const triggers = ALERT_TRIGGERS.map((value) => ({ value, label: texts[`alertTrigger.${value}`] }));
  const trigger = chooser<AlertTrigger>(form, texts['alert.trigger'], triggers, alert.trigger);
  const resolutions = CHART_RESOLUTIONS.map((value) => ({ value, label: texts[`res.${value}`] }));
  const resolution = chooser<ChartResolution>(form, texts['alert.interval'], resolutions, alert.resolution);
  const zone = createZone(timezone);
  const until = labelled(form, 'input', `${texts['alert.until']} (${texts['alert.open']})`);
  until.type = 'datetime-local';
  const local = (time: number): string => new Date(time + zone.offset(time)).toISOString().slice(0, LOCAL_LENGTH);
  until.value = alert.expires === NEVER ? '' : local(alert.expires);
  const momentOf = (): number => {
    const clock = Date.parse(`${until.value}Z`);
    return until.value === '' ? NEVER : clock - zone.offset(clock);
  };
  until.addEventListener('input', () => until.setCustomValidity(momentOf() > now ? '' : texts['alert.untilPast']));
  if (momentOf() <= now) until.setCustomValidity(texts['alert.untilPast']);
  const name = labelled(form, 'input', texts['alert.name']);
  name.maxLength = LONGEST_NAME;
  name.value = alert.name;
  const line = form.appendChild(element(page, 'label', 'chart-form-row'));
  line.appendChild(element(page, 'span', 'chart-menu-label')).textContent = texts['alert.message'];
  const message = line.appendChild(element(page, 'textarea', 'chart-field'));
  message.maxLength = LONGEST_MESSAGE;
  message.rows = 2;
  message.value = alert.message;
  return (): Pick<Alert, 'trigger' | 'resolution' | 'expires' | 'name' | 'message'> => ({
    trigger: trigger.read(),
    resolution: resolution.read(),
    expires: momentOf(),
    name: name.value.trim(),
    message: message.value.trim(),
  });
}

interface Chooser<T> {
  readonly field: HTMLSelectElement;
  read(): T;
  /** Offers only these; if the selected one is missing, selects the first. */
  offer(isOffered: (value: T) => boolean): void;
}

function chooser<T>(form: HTMLElement, label: string, choices: readonly Choice<T>[], chosen: T | undefined): Chooser<T> {
  const field = labelled(form, 'select', label);
  const wanted = JSON.stringify(chosen);
  const start = Math.max(
    0,
    choices.findIndex(({ value }) => JSON.stringify(value) === wanted),
  );
  const rows = choices.map(({ label: text }, index) => ({ value: String(index), label: text }));
  fillSelect(field, rows, String(start));
  return {
    field,
    read: () => {
      const now = choices[Number(field.value)];
      if (now === undefined) throw new Error(`${label} has nothing to choose from`);
      return now.value;
    },
    offer: (isOffered) => {
      const offered = rows.filter((_, index) => choices[index] !== undefined && isOffered(choices[index].value));
      const now = field.value;
      field.replaceChildren();
      fillSelect(field, offered, offered.some(({ value }) => value === now) ? now : (offered[0]?.value ?? ''));
    },
  };
}
