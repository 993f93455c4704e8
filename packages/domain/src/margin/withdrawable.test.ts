import { expect, test } from 'vitest';
import { usdt } from '../testing/linear-instrument.ts';
import { ZERO_MONEY } from '../values/money.ts';
import { withdrawable, type PoolCoin } from './pool.ts';

const own = (changes: { cash?: string; loan?: string; locked?: string; isCollateral?: boolean }) => {
  const { cash = '10', loan = '0', locked = '2', isCollateral = true } = changes;
  const positions = { crossUnrealisedPnl: ZERO_MONEY } as PoolCoin['positions'];
  return { cash: usdt(cash), loan: usdt(loan), locked: usdt(locked), positions, isCollateral };
};
const pool = (initialMargin: string, haircutLoss: string) => ({ initialMargin: usdt(initialMargin), haircutLoss: usdt(haircutLoss) });
const margin = { transferable: usdt('3') };

test.each([
  ['outside a pool what the margin leaves', {}, undefined, '3'],
  ['of a pool that nothing stands on the free cash', {}, pool('0', '0'), '8'],
  ['of collateral what margin does not need', {}, pool('1', '0'), '3'],
  ['of collateral what a haircut leaves', {}, pool('0', '1'), '3'],
  ['of no collateral all that is not owed, up to the free cash', { isCollateral: false }, pool('1', '0'), '8'],
  ['the same beside a haircut', { isCollateral: false, loan: '5' }, pool('0', '1'), '5'],
  ['of no collateral at least what the margin leaves', { isCollateral: false, loan: '9' }, pool('1', '0'), '3'],
  ['never more than the free cash', { cash: '4' }, pool('1', '0'), '2'],
  ['nothing of cash that orders hold', { cash: '1' }, pool('0', '0'), '0'],
] as const)('%s can leave the wallet', (_name, coin, of, amount) => {
  expect(withdrawable(own(coin), margin, of)).toBe(usdt(amount));
});
