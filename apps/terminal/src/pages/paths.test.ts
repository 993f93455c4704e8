import { timestamp, type Instrument } from '@tapedeck/domain';
import { expect, it } from 'vitest';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { inverseFuture, inverseFutureOfPath, nameInAddress, optionOfPath, pathOf, symbolOfPath, tradePath, wayTo } from './paths.ts';

it('RT-07 reads the symbol from the path', () => {
  expect(symbolOfPath('/trade/usdt/ETHUSDT')).toBe('ETHUSDT');
  expect(symbolOfPath(tradePath('ETHUSDT'))).toBe('ETHUSDT');
  expect(symbolOfPath('/')).toBeUndefined();
});

it.each([
  ['%EF%BC%A2%3Cb%3E', 'Ｂ<b>'],
  ['50%', '50%'],
  ['A'.repeat(300), `${'A'.repeat(40)}…`],
])('names what nobody knows as it can be read: %s', (symbol, name) => {
  expect(nameInAddress(symbol)).toBe(name);
});

it('reads the pair from the path of a spot page', () => {
  expect(symbolOfPath('/trade/spot/BTC/USDT')).toBe('BTC/USDT');
  expect(tradePath('BTC/USDT')).toBe('/trade/spot/BTC/USDT');
  expect(symbolOfPath('/trade/spot/BTC')).toBeUndefined();
});

it('RT-06 reads the board of options from the path, and opens the first coin where none is named', () => {
  expect(optionOfPath('/trade/option/usdc/ETH')).toEqual({ base: 'ETH', settle: 'USDC' });
  expect(optionOfPath('/trade/option/usdt/SOL/SOL-27MAR26-160-C-USDT')).toEqual({
    base: 'SOL',
    settle: 'USDT',
    symbol: 'SOL-27MAR26-160-C-USDT',
  });
  expect(optionOfPath('/trade/option/usdt')).toEqual({ base: 'BTC', settle: 'USDT' });
  expect(optionOfPath('/trade/option/eur/BTC')).toBeUndefined();
});

/** A Thursday: weeks end on the 9th, 16th and 23rd, months on the 30th, quarters on 27 March. */
const NOW = timestamp(Date.UTC(2026, 0, 8));
const end = (month: number, day: number) => timestamp(Date.UTC(2026, month, day, 8));
const listed = (symbol: string, kind: Instrument['kind'], more: Partial<Instrument> = {}): Instrument => ({
  ...TEST_INSTRUMENT,
  symbol,
  kind,
  ...more,
});
const inverse = (symbol: string, deliveryAt: ReturnType<typeof end>): Instrument =>
  listed(symbol, 'InverseFutures', { baseCoin: 'BTC', quoteCoin: 'USD', settleCoin: 'BTC', deliveryAt });

it('RT-03 RT-04 each contract type has its route, and the route gives the symbol back', () => {
  const routes: readonly (readonly [Instrument, string])[] = [
    [listed('BTCUSDT', 'LinearPerpetual'), '/trade/usdt/BTCUSDT'],
    [listed('BTCUSDT-27MAR26', 'LinearFutures'), '/trade/usdt/BTCUSDT-27MAR26'],
    [listed('BTCPERP', 'UsdcPerpetual'), '/trade/futures/usdc/BTCPERP'],
    [listed('BTC-27MAR26', 'UsdcFutures'), '/trade/futures/usdc/BTC-27MAR26'],
    [listed('BTCUSD', 'InversePerpetual'), '/trade/inverse/BTCUSD'],
  ];
  for (const [instrument, path] of routes) {
    expect(pathOf(instrument, instrument.symbol, NOW)).toBe(path);
    expect(symbolOfPath(path)).toBe(instrument.symbol);
  }
  expect(symbolOfPath('/trade/inverse/futures')).toBeUndefined();
});

it('RT-05 an inverse future is named by the code of its delivery, the longest period first', () => {
  const codes: readonly (readonly [string, ReturnType<typeof end>])[] = [
    ['W', end(0, 9)],
    ['BIW', end(0, 16)],
    ['NBIW', end(0, 23)],
    ['M', end(0, 30)],
    ['BIM', end(1, 27)],
    ['Q', end(2, 27)],
    ['BIQ', end(5, 26)],
    ['NBIQ', end(8, 25)],
  ];
  const all = codes.map(([code, at]) => inverse(`BTCUSD ${code}`, at));
  for (const [at, [code]] of codes.entries()) {
    const path = `/trade/inverse/futures/BTCUSD_${code}`;
    const instrument = all[at];
    expect(pathOf(instrument, `BTCUSD ${code}`, NOW)).toBe(path);
    const address = inverseFutureOfPath(path);
    expect(address && inverseFuture(address, all, NOW)).toBe(instrument);
  }
  // 27 March is the quarter and the month after the next.
  expect(inverseFuture({ coins: 'BTCUSD', code: 'NBIM' }, all, NOW)?.symbol).toBe('BTCUSD Q');
  expect(inverseFuture({ coins: 'ETHUSD', code: 'Q' }, all, NOW)).toBeUndefined();
  expect(inverseFutureOfPath('/trade/inverse/futures/BTCUSD_Z')).toBeUndefined();
});

it('RT-08 the same symbol is no way, USDC contracts are switched in place, another type is gone to', () => {
  const [perp, other] = [listed('BTCPERP', 'UsdcPerpetual'), listed('ETH-27MAR26', 'UsdcFutures')];
  const linear = listed('BTCUSDT', 'LinearPerpetual');
  expect(wayTo(perp, perp)).toBe('stay');
  expect(wayTo(perp, other)).toBe('replace');
  expect(wayTo(perp, linear)).toBe('push');
  expect(wayTo(linear, listed('ETHUSDT', 'LinearPerpetual'))).toBe('push');
});
