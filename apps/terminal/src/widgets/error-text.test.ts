import { formatsOf } from '@tapedeck/i18n';
import { expect, test } from 'vitest';
import { errorValues } from './error-text.ts';

const formats = formatsOf('en');

test('what an order needs is rounded up and what there is down, so that the one stays above the other', () => {
  expect(errorValues(formats, { needed: '100.00100001', available: '100.0005', coin: 'USDT' })).toEqual({
    needed: '100.01',
    available: '100',
    coin: 'USDT',
  });
  expect(errorValues(formats, { needed: '0.12345678', available: '0.12345677', coin: 'BTC' })).toEqual({
    needed: '0.12345678',
    available: '0.12345677',
    coin: 'BTC',
  });
});

test('other numbers are written whole in the language on screen, words as they are', () => {
  expect(errorValues(formats, { max: '62348.90000001', tick: '0.1', leg: 'TP' })).toEqual({
    max: '62,348.90000001',
    tick: '0.1',
    leg: 'TP',
  });
});
