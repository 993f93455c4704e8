import { expect, test } from 'vitest';
import { ORDER_SOURCES, ORDER_TYPES, SIDES, TIMES_IN_FORCE, orderTypeCode, sideCode, sourceCode, timeInForceCode } from './choices.ts';

test('the code of each choice is its place in its list', () => {
  expect(SIDES.map(sideCode)).toEqual([...SIDES.keys()]);
  expect(ORDER_TYPES.map(orderTypeCode)).toEqual([...ORDER_TYPES.keys()]);
  expect(TIMES_IN_FORCE.map(timeInForceCode)).toEqual([...TIMES_IN_FORCE.keys()]);
  expect(ORDER_SOURCES.map(sourceCode)).toEqual([...ORDER_SOURCES.keys()]);
});
