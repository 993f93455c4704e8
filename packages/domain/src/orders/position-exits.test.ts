import { describe, expect, test } from 'vitest';
import type { OrderRecord } from '../records/records.ts';
import { lots } from '../values/quantities.ts';
import { lossCoverage } from './position-exits.ts';

const stop = (count: number): OrderRecord => ({ quantity: lots(count) }) as OrderRecord;
const entry = (count: number) => ({ parent: 0, stopLoss: stop(count) });

describe('POS-04 how much of a position of 400 lots its stop-losses close', () => {
  test.each([
    ['nothing', { partial: [] }, 0],
    ['a stop of the whole position', { stopLoss: stop(0), partial: [] }, 100],
    ['partial ones of 150 and 101: 251 ÷ 400, rounded down', { partial: [entry(150), entry(101)] }, 62],
    ['a take-profit alone', { partial: [{ parent: 0, takeProfit: stop(400) }] }, 0],
    ['partial ones of more than there is', { partial: [entry(300), entry(300)] }, 100],
    ['a trailing stop that does not follow yet', { trailing: stop(0), partial: [] }, 0],
  ])('%s', (_name, exits, percent) => {
    expect(lossCoverage(exits, lots(400))).toBe(percent);
  });
});
