import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guardPresses, type ChangedValue } from './press-guard.ts';

let told: ChangedValue[];
let sent: number;
let end: () => void;
beforeEach(() => {
  told = [];
  sent = 0;
  end = guardPresses(document, (change) => told.push(change));
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
  button.addEventListener('click', () => (sent += 1));
  section.append(field, button);
  document.body.append(section);
  const press = (): void => {
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    // The browser takes the focus from the field now.
    field.value = settled(field.value);
    button.dispatchEvent(new Event('click', { bubbles: true, cancelable: true }));
  };
  return { field, button, press };
}

describe('presses', () => {
  test('HND-01 a press that changes a typed value is not sent, the next one is', () => {
    const { field, press } = form((typed) => (Number(typed) > 119 ? '119' : typed));
    field.value = '400';
    press();
    expect([sent, told]).toEqual([0, [{ label: 'Quantity', before: '400', now: '119' }]]);
    press();
    expect([sent, told.length]).toEqual([1, 1]);
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

  test('HND-01 a key in between forgets a pointer that never became a click', () => {
    const { field, button } = form((typed) => typed);
    field.value = '1';
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    field.value = '2';
    button.dispatchEvent(new Event('keydown', { bubbles: true }));
    button.dispatchEvent(new Event('click', { bubbles: true, cancelable: true }));
    expect([sent, told]).toEqual([1, []]);
  });
});
