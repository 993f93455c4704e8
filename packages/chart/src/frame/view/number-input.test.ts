// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChartTexts } from '../../bridge/messages.ts';
import { numberInput, type NumberBounds } from './number-input.ts';

const TEXTS = { 'number.unread': 'unclear' } as ChartTexts;

let form: HTMLFormElement;
beforeEach(() => {
  form = document.body.appendChild(document.createElement('form'));
  document.documentElement.lang = 'en';
});
afterEach(() => document.body.replaceChildren());

function input(bounds?: NumberBounds) {
  const made = numberInput(form, TEXTS, 'Length', bounds);
  const type = (text: string): number => {
    made.field.value = text;
    made.field.dispatchEvent(new Event('input', { bubbles: true }));
    return made.read();
  };
  return { ...made, type, leave: () => made.field.dispatchEvent(new Event('change')) };
}

describe('a number field of the chart', () => {
  it.each([
    ['14', 14],
    ['61,5', 61.5],
    ['61234.5', 61_234.5],
    ['61,234.5', 61_234.5],
    ['2.000,50', 2000.5],
    ['１４', 14],
    ['٠٫٥', 0.5],
    ['-2,5', -2.5],
  ])('INP-01 CHT-09 reads %s as %d', (text, number) => {
    const { type, field } = input();
    expect([type(text), field.validationMessage]).toEqual([number, '']);
  });

  it.each(['61,234', '1a2', 'abc', '6,1.5'])('INP-01 CHT-09 refuses %s, with a word, and leaves it as typed', (text) => {
    const { type, field, leave } = input();
    expect(type(text)).toBeNaN();
    leave();
    expect([field.value, field.validationMessage, form.checkValidity()]).toEqual([text, 'unclear', false]);
  });

  it('INP-01 CHT-09 reads a comma as decimals where the language does', () => {
    document.documentElement.lang = 'de';
    expect(input().type('61,234')).toBe(61.234);
  });

  it('INP-01 CHT-09 writes the number plainly when it is left', () => {
    const { type, field, leave } = input();
    type('61,5');
    expect(field.value).toBe('61,5');
    leave();
    expect(field.value).toBe('61.5');
  });

  it('INP-01 CHT-09 has a minus on the keyboard of a phone where a number may be below zero', () => {
    expect([input().field.inputMode, input({ min: 0 }).field.inputMode, input({ min: 1 }).type('-5')]).toEqual(['text', 'decimal', 5]);
  });

  it('INP-01 CHT-09 follows the arrow keys by its step', () => {
    const { field, write, read } = input({ min: 1, max: 10, step: 1 });
    write(9);
    const press = (key: string): boolean => field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    press('ArrowUp');
    expect([read(), field.ariaValueNow]).toEqual([10, '10']);
    press('ArrowDown');
    expect(read()).toBe(9);
  });
});
