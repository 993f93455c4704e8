import { expect, it } from 'vitest';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC, at, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import { liquidationPrice } from './liquidation.ts';

it('EXC-02 a liquidation price may be the first tick', () => {
  // A coin bought for 0.02 with 0.0102 to lose: at 0.01 it has lost 0.01, and 0.00005 must be left.
  const input = { instrument: BTC, side: 'Buy', size: lots(1_000), entryValue: usdt('0.02'), cushion: usdt('0.01004') } as const;
  expect(liquidationPrice(input)).toBe(at('0.01'));
  expect(liquidationPrice({ ...input, cushion: usdt('0.0201') })).toBeUndefined();
});

it('EXC-02 no price liquidates an inverse long whose debt is its whole value, to the unit', () => {
  const entryValue = usdt('1');
  const none = { instrument: BTC_INVERSE, side: 'Buy', size: lots(50_000), entryValue, cushion: money(-moneyUnits(entryValue)) } as const;
  expect(liquidationPrice(none)).toBeUndefined();
  expect(liquidationPrice({ ...none, cushion: money(-moneyUnits(entryValue) - 5n) })).toBeUndefined();
});
