import { expect, it } from 'vitest';
import { symbolOfPath, tradePath } from './paths.ts';

it('RT-07 reads the symbol from the path', () => {
  expect(symbolOfPath('/trade/usdt/ETHUSDT')).toBe('ETHUSDT');
  expect(symbolOfPath(tradePath('ETHUSDT'))).toBe('ETHUSDT');
  expect(symbolOfPath('/')).toBeUndefined();
});

it('reads the pair from the path of a spot page', () => {
  expect(symbolOfPath('/trade/spot/BTC/USDT')).toBe('BTC/USDT');
  expect(tradePath('BTC/USDT')).toBe('/trade/spot/BTC/USDT');
  expect(symbolOfPath('/trade/spot/BTC')).toBeUndefined();
});
