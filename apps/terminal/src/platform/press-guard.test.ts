import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guardPresses, type ChangedValue } from './press-guard.ts';

let told: ChangedValue[];
let unclear: string[];
let missed: number;
let sent: number;
let end: () => void;
beforeEach(() => {
  told = [];
  unclear = [];
  missed = 0;
  sent = 0;
  end = guardPresses(document, {
    changed: (change) => told.push(change),
    unclear: (label) => unclear.push(label),
    missed: () => (missed += 1),
  });
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** A form whose field becomes `settled` once it is left. */
function form(settled: (typed: string) => string) {
  const section = document.createElement('section');
  const field = Object.assign(document.createElement('input'), { type: 'text' });
  field.setAttribute('aria-label', 'Quantity');
  const button = document.createElement('button');
  button.dataset['sends'] = 'true';
  button.textContent = 'Buy';
  button.addEventListener('click', () => (sent += 1));
  section.append(field, button);
  document.body.append(section);
  field.addEventListener('focusout', () => (field.value = settled(field.value)));
  const down = (): void => void button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  const click = (detail = 1): void => void button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  const press = (detail = 1): void => {
    down();
    // The browser takes the focus from the field now.
    field.value = settled(field.value);
    click(detail);
  };
  const enter = (repeat = false): boolean =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat }));
  return { section, field, button, down, click, press, enter };
}

describe('a field whose number is not clear', () => {
  test('INP-01 HND-01 blocks every press until it is', () => {
    const { field, press, click } = form((typed) => typed);
    field.value = '61,234';
    field.dataset['unread'] = 'true';
    press();
    press();
    // By the keyboard: no pointer.
    click(0);
    expect([sent, unclear, told]).toEqual([0, ['Quantity', 'Quantity', 'Quantity'], []]);
    delete field.dataset['unread'];
    press();
    expect(sent).toBe(1);
  });

  test('INP-01 HND-01 blocks Enter', () => {
    const { field, enter } = form((typed) => typed);
    field.value = '61,234';
    field.dataset['unread'] = 'true';
    expect([enter(), unclear]).toEqual([false, ['Quantity']]);
  });

  test('INP-01 a comma at the end changes no value', () => {
    const { field, press } = form((typed) => typed.replace(/,$/, ''));
    field.value = '61,';
    press();
    expect([sent, told]).toEqual([1, []]);
  });
});

describe('presses', () => {
  test('HND-01 a press that changes a typed value is not sent, the next one is', () => {
    const { field, press } = form((typed) => (Number(typed) > 119 ? '119' : typed));
    field.value = '400';
    press();
    expect([sent, told]).toEqual([0, [{ label: 'Quantity', before: '400', now: '119' }]]);
    press();
    expect([sent, told.length]).toEqual([1, 1]);
  });

  test('HND-01 a value that its field refuses as well is marked as refused', () => {
    const { field, press } = form((typed) => {
      field.setAttribute('aria-invalid', 'true');
      return typed === '400' ? '119' : typed;
    });
    field.value = '400';
    press();
    expect([sent, told]).toEqual([0, [{ label: 'Quantity', before: '400', now: '119', refused: true }]]);
  });

  test.each([
    ['1.50', '1.5'],
    ['64000', '64000.0'],
    ['007', '7'],
    ['0.', '0'],
    ['', ''],
  ])('HND-01 %s written as %s is the same number and is sent', (before, now) => {
    const { field, press } = form(() => now);
    field.value = before;
    press();
    expect([sent, told]).toEqual([1, []]);
  });

  test.each([
    ['the button moved away from under the pointer', 3, 'section', 1],
    ['the trader moved off the button', 40, 'section', 0],
    ['the button stayed where it was', 3, 'button', 0],
  ] as const)('HND-01 when %s, the press is told as missed or not', (_case, moved, under, expected) => {
    const parts = form((typed) => typed);
    const pointer = (type: string, target: Element, clientX: number): void =>
      void target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY: 10 }));
    pointer('pointerdown', parts.button, 10);
    pointer('pointerup', parts[under], 10 + moved);
    expect([missed, sent, told]).toEqual([expected, 0, []]);
    pointer('pointerup', parts.section, 10);
    expect(missed).toBe(expected);
  });

  test('HND-01 a press that missed its button since a refusal appeared needs no other report', () => {
    const { section, field, button } = form((typed) => typed);
    const pointer = (type: string, target: Element): void =>
      void target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 10, clientY: 10 }));
    pointer('pointerdown', button);
    field.setAttribute('aria-invalid', 'true');
    pointer('pointerup', section);
    expect(missed).toBe(0);
    // A refusal that was there before does not explain it.
    pointer('pointerdown', button);
    pointer('pointerup', section);
    expect(missed).toBe(1);
  });

  test('HND-01 fields of other forms, and values that follow the market, do not hold a press', () => {
    const { field, press } = form((typed) => typed);
    field.value = '1';
    const other = form((typed) => typed);
    const ticking = Object.assign(document.createElement('input'), { type: 'text', value: '50.1' });
    ticking.dataset['ticks'] = '';
    field.parentElement?.append(ticking);
    other.field.value = '2';
    document
      .querySelector('section')
      ?.querySelector('button')
      ?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    other.field.value = '3';
    ticking.value = '50.2';
    press();
    expect([sent, told]).toEqual([1, []]);
  });

  test('HND-01 a key that presses the button stands for itself, whatever a pointer did before', () => {
    const { field, button, down, click } = form((typed) => typed);
    field.value = '1';
    down();
    field.value = '2';
    button.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
    click(0);
    expect([sent, told]).toEqual([1, []]);
  });

  test('HND-01 another key in the middle of a press does not let it through', () => {
    const { field, button, down, click } = form((typed) => typed);
    field.value = '400';
    down();
    field.value = '119';
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    click();
    expect([sent, told.length]).toEqual([0, 1]);
  });

  test('HND-01 the second half of a double click belongs to the press that was held', () => {
    const { field, press } = form((typed) => (Number(typed) > 119 ? '119' : typed));
    field.value = '400';
    press(1);
    press(2);
    press(3);
    expect([sent, told.length]).toEqual([0, 1]);
    press(1);
    expect(sent).toBe(1);
    // The guard ignores a double click on an unchanged value.
    press(2);
    expect(sent).toBe(2);
  });

  test('HND-01 Enter takes the value as leaving the field does, and does not send what that changed', () => {
    const { field, enter } = form((typed) => (Number(typed) > 119 ? '119' : typed));
    field.value = '400';
    expect(enter()).toBe(false);
    expect(told).toEqual([{ label: 'Quantity', before: '400', now: '119' }]);
    // A key that is held down is still the same gesture.
    expect(enter(true)).toBe(false);
    expect(enter()).toBe(true);
    expect(told.length).toBe(1);
  });

  test('HND-01 Enter in a field with nothing beside it that sends is nobody\u2019s business', () => {
    const { field, button, enter } = form(() => '7');
    delete button.dataset['sends'];
    field.value = '400';
    expect(enter()).toBe(true);
    expect(field.value).toBe('400');
  });

  test.each(['checkbox', 'radio', 'range'])('HND-01 a %s that changes in the middle of a press holds it', (type) => {
    const { section, down, click } = form((typed) => typed);
    const choice = Object.assign(document.createElement('input'), { type });
    choice.setAttribute('aria-label', 'Reduce only');
    section.append(choice);
    down();
    if (type === 'range') choice.value = '75';
    else choice.checked = true;
    click();
    expect([sent, told]).toEqual([0, [{ label: 'Reduce only' }]]);
  });

  test('HND-01 a choice of a list, a tab and the words of the button hold a press as well', () => {
    const { section, button, down, click } = form((typed) => typed);
    section.insertAdjacentHTML('beforeend', '<button role="combobox" aria-label="Trigger by">Last</button>');
    section.insertAdjacentHTML('beforeend', '<button role="tab" aria-selected="true">Limit</button>');
    const [list, tab] = [section.querySelector('[role="combobox"]'), section.querySelector('[role="tab"]')];
    down();
    if (list !== null) list.textContent = 'Mark';
    click();
    down();
    tab?.setAttribute('aria-selected', 'false');
    click();
    down();
    button.textContent = 'Close short';
    click();
    expect(sent).toBe(0);
    expect(told).toEqual([
      { label: 'Trigger by', before: 'Last', now: 'Mark' },
      { label: 'Limit' },
      { label: 'Buy', before: 'Buy', now: 'Close short' },
    ]);
  });
});
