import { expect, it } from 'vitest';
import { positionIndexOf, positionSideOf } from './position.ts';

it('POS-02 LONG is Buy and SHORT is Sell; hedge mode has an index for each, one-way mode one for both', () => {
  expect([positionSideOf('Buy'), positionSideOf('Sell')]).toEqual(['LONG', 'SHORT']);
  expect([positionIndexOf('MergedSingle', 'LONG'), positionIndexOf('MergedSingle', 'SHORT')]).toEqual([0, 0]);
  expect([positionIndexOf('BothSide', 'LONG'), positionIndexOf('BothSide', 'SHORT')]).toEqual([1, 2]);
});
