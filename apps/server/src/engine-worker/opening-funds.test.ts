import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDecimal } from '@tapedeck/domain';
import { OPENING_FUNDS } from './opening-funds.ts';

const read = (file: string): string => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
const told = OPENING_FUNDS.map(({ coin, units }) => `${Number(formatDecimal(units)).toLocaleString('en')} ${coin}`);

test('OPS-01 the README names the dollars of a new account and that there are coins beside them; the web API names all', () => {
  const dollars = told.filter((amount) => / USD/.test(amount));
  expect(dollars.length).toBeLessThan(told.length);
  expect(read('README.md')).toContain(`a paper account of ${dollars.join(', ')} and coins`);
  const list = `${told.slice(0, -1).join(', ')} and ${told.at(-1) ?? ''}`;
  expect(read('docs/web-api.md')).toContain(`open with ${list};`);
});
