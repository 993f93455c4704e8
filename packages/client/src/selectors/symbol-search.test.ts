import { timestamp, type Instrument, type InstrumentKind, type SymbolTag } from '@tapedeck/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC } from '../testing/instruments.ts';
import { searchSymbols, SYMBOL_FAMILIES, type SymbolFamily } from './symbol-search.ts';

const DELIVERY = timestamp(Date.UTC(2026, 11, 25, 8));

function listed(symbol: string, kind: InstrumentKind, more: Partial<Instrument> = {}): Instrument {
  return { ...BTC, symbol, kind, ...more };
}

const LIST: readonly Instrument[] = [
  listed('BTCUSDT', 'LinearPerpetual'),
  listed('ETHUSDT', 'LinearPerpetual', { baseCoin: 'ETH' }),
  listed('BTCUSDT-25DEC26', 'LinearFutures', { deliveryAt: DELIVERY }),
  listed('BTCUSD', 'InversePerpetual', { quoteCoin: 'USD' }),
  listed('BTCUSDZ26', 'InverseFutures', { quoteCoin: 'USD', deliveryAt: DELIVERY }),
  listed('BTCPERP', 'UsdcPerpetual', { quoteCoin: 'USDC' }),
  listed('BTC-25DEC26', 'UsdcFutures', { quoteCoin: 'USDC', deliveryAt: DELIVERY }),
  listed('LUNAUSDT', 'LinearPerpetual', { baseCoin: 'LUNA', status: 'Closed' }),
  listed('BTC/USDT', 'Spot'),
];
const found = (query: string, family?: (typeof SYMBOL_FAMILIES)[number]): string[] =>
  searchSymbols(LIST, { query, family }).map(({ symbol }) => symbol);

describe('CAT-08 symbol search', () => {
  it.each([
    ['eth', ['ETHUSDT']],
    ['Btc/', ['BTC/USDT']],
    ['btcusd', ['BTCUSDT', 'BTCUSDT-25DEC26', 'BTCUSD', 'BTCUSDZ26']],
    ['  perp ', ['BTCPERP']],
  ])('CAT-08 %j is looked for in the name, whatever its case', (query, symbols) => {
    expect(found(query)).toEqual(symbols);
  });

  it.each([
    ['btc_usdt', ['BTCUSDT', 'BTCUSDT-25DEC26', 'BTC/USDT']],
    ['usdc_25dec', ['BTC-25DEC26']],
    ['_spot', ['BTC/USDT']],
  ])('CAT-08 %j has an underscore and is looked for in the ticker', (query, symbols) => {
    expect(found(query)).toEqual(symbols);
  });

  it.each([
    ['btc usdc', ['BTCPERP', 'BTC-25DEC26']],
    ['usd 25dec26', ['BTCUSDT-25DEC26', 'BTCUSDZ26', 'BTC-25DEC26']],
    ['eth usdt perp', ['ETHUSDT']],
    ['perp  btc', ['BTCUSDT', 'BTCUSD', 'BTCPERP']],
  ])('CAT-08 %j has a space and is looked for in the short name', (query, symbols) => {
    expect(found(query)).toEqual(symbols);
  });

  it('MKT-05 a tag narrows what is found, beside a family', () => {
    const tagged = (tag: SymbolTag, family?: SymbolFamily) => searchSymbols(LIST, { query: '', tag, family }).map(({ symbol }) => symbol);
    expect(tagged('Layer1')).toEqual(['ETHUSDT']);
    expect(tagged('Payments', 'inverse')).toEqual(['BTCUSD', 'BTCUSDZ26']);
    expect(tagged('Meme')).toEqual([]);
  });

  it('SYM-12 a renamed contract is found by the name that it had, too', () => {
    const asi = listed('ASIUSDT', 'LinearPerpetual', { baseCoin: 'ASI', formerSymbol: 'FETUSDT' });
    for (const query of ['fet', 'asi']) expect(searchSymbols([...LIST, asi], { query })).toEqual([asi]);
  });

  it('CAT-08 what is delisted is not found', () => {
    expect(found('luna')).toEqual([]);
    expect(found('')).toHaveLength(LIST.length - 1);
  });

  it.each([
    ['usdt', ['BTCUSDT', 'ETHUSDT', 'BTCUSDT-25DEC26']],
    ['usdc', ['BTCPERP', 'BTC-25DEC26']],
    ['inverse', ['BTCUSD', 'BTCUSDZ26']],
    ['futures', ['BTCUSDT-25DEC26', 'BTCUSDZ26', 'BTC-25DEC26']],
    ['spot', ['BTC/USDT']],
  ] as const)('CAT-08 the type %s', (family, symbols) => {
    expect(found('', family)).toEqual(symbols);
  });

  it('CAT-08 type and query both count, and the order stays', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.constantFrom(...SYMBOL_FAMILIES), (query, family) => {
        const both = found(query, family);
        expect(both).toEqual(found(query).filter((symbol) => found('', family).includes(symbol)));
        expect(both).toEqual(LIST.map(({ symbol }) => symbol).filter((symbol) => both.includes(symbol)));
      }),
    );
  });
});
