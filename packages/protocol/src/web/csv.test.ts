import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('S-15 cells are quoted where they must be, and none is a formula', () => {
  expect(csvLine(['a', 1, true, undefined, '-5.25', 'say "hi", now'])).toBe('a,1,true,,-5.25,"say ""hi"", now"\r\n');
  for (const evil of ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '-5.2.5', '-'])
    expect(csvLine([evil]).replaceAll('"', '').startsWith("'")).toBe(true);
});
