import { pastedReading, typedReading, type NumberHabit } from '@tapedeck/domain';
import type { ChartTexts } from '../../bridge/messages.ts';
import { labelled } from './form.ts';

/** A field that takes nothing but a number; the browser refuses a form with another text in it. */
export interface NumberInput {
  readonly field: HTMLInputElement;
  /** `NaN` without a number. */
  read(): number;
  /** Plain text of the number, '' without one. */
  written(): string;
  write(value: number | string | undefined): void;
}

export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
  /** Values lie on multiples of it from `min` on; any number if absent. */
  readonly step?: number;
}

const LETTER = /\p{L}/u;
const decimalSigns = new Map<string, string>();

/** Decimal sign of a language. */
function decimalSign(language: string): string {
  const known = decimalSigns.get(language) ?? (new Intl.NumberFormat(language).format(0.5).includes(',') ? ',' : '.');
  decimalSigns.set(language, known);
  return known;
}

/** A row of a form: its label and a number field. */
export function numberInput(form: HTMLElement, texts: ChartTexts, label: string, bounds: NumberBounds = {}): NumberInput {
  const field = labelled(form, 'input', label);
  field.setAttribute('role', 'spinbutton');
  if (bounds.min !== undefined) field.ariaValueMin = String(bounds.min);
  if (bounds.max !== undefined) field.ariaValueMax = String(bounds.max);
  const input = asNumberInput(field, texts, bounds);
  const announce = (): void => {
    const now = input.read();
    field.ariaValueNow = Number.isNaN(now) ? null : String(now);
  };
  field.addEventListener('input', announce);
  return {
    ...input,
    write: (value) => {
      input.write(value);
      announce();
    },
  };
}

/** Makes a text field a number field: digits of every script, a decimal comma, arrow keys. Where a text may mean two numbers, it is refused. */
export function asNumberInput(field: HTMLInputElement, texts: ChartTexts, { min, max, step }: NumberBounds = {}): NumberInput {
  const page = field.ownerDocument;
  // Knows the browser's rules for numbers and its words for them.
  const rules = Object.assign(page.createElement('input'), { type: 'number', required: true, step: String(step ?? 'any') });
  if (min !== undefined) rules.min = String(min);
  if (max !== undefined) rules.max = String(max);
  const habit: NumberHabit = {
    isCommaDecimal:
      decimalSign(page.documentElement.lang || 'en') === ',' || page.defaultView?.matchMedia('(pointer: coarse)').matches === true,
    isSigned: min === undefined || min < 0,
  };
  field.type = 'text';
  field.required = true;
  field.autocomplete = 'off';
  // The keypad of decimals has no minus on iOS.
  field.inputMode = habit.isSigned ? 'text' : 'decimal';
  /** `undefined` if the text means no number, or two. */
  const reading = (): string | undefined =>
    LETTER.test(field.value) ? undefined : typedReading(field.value, habit).number?.replace(/\.$/, '');
  const judge = (): void => {
    const number = reading();
    rules.value = number ?? '';
    field.setCustomValidity(number === undefined ? texts['number.unread'] : rules.validationMessage);
  };
  const write = (value: number | string | undefined): void => {
    field.value = value === undefined ? '' : String(value);
    judge();
  };
  field.addEventListener('input', judge);
  field.addEventListener('change', () => write(reading() ?? field.value));
  field.addEventListener('paste', (event) => {
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const number = pastedReading(event.clipboardData?.getData('text') ?? '', habit)?.number;
    if (!isWhole || number === undefined) return;
    event.preventDefault();
    write(number);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    judge();
    if (event.key === 'ArrowUp') rules.stepUp();
    else rules.stepDown();
    write(rules.value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  write(field.value);
  return {
    field,
    read: () => {
      judge();
      return rules.valueAsNumber;
    },
    written: () => reading() ?? '',
    write,
  };
}
