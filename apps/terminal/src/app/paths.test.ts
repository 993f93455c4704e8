import { expect, it } from 'vitest';
import { symbolOfPath, tradePath } from './paths.ts';

it('RT-07 reads the symbol from the path', () => {
  expect(symbolOfPath('/trade/usdt/ETHUSDT')).toBe('ETHUSDT');
  expect(symbolOfPath(tradePath('ETHUSDT'))).toBe('ETHUSDT');
  expect(symbolOfPath('/')).toBeUndefined();
});
