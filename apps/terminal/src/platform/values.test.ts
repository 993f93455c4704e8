import { money, rate } from '@tapedeck/domain';
import { formatsOf } from '@tapedeck/i18n';
import { describe, expect, it } from 'vitest';
import { signedMoneyText, signedPercentText } from './values.ts';

const english = formatsOf('en');

describe('signed figures', () => {
  it.each([
    ['1.50', '+1.50'],
    ['0.005', '+0.01'],
    ['0.00499999', '0.00'],
    ['0', '0.00'],
    ['-0.00499999', '0.00'],
    ['-0.005', '-0.01'],
  ])('PST-01 an amount of %s is shown as %s, wherever it is shown', (amount, text) => {
    expect(signedMoneyText(english, money(BigInt(Math.round(Number(amount) * 1e8))))).toBe(text);
  });

  it.each([
    [0.0193, '+1.93%'],
    [0.00005, '+0.01%'],
    [0.0000499, '0.00%'],
    [-0.0000499, '0.00%'],
    [-0.00005, '-0.01%'],
  ])('PST-01 a fraction of %s is shown as %s', (fraction, text) => {
    expect(signedPercentText(english, rate(BigInt(Math.round(fraction * 1e8))))).toBe(text);
  });
});
