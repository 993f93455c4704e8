import { price, timestamp, type Instrument } from '@tapedeck/domain';
import type { ApiKeyPort } from '../v5/ports.ts';
import { BTC, ETH, FakeVenue, units } from './fake-venue.ts';
import { createWorld, type World } from './fake-world.ts';

export const SPOT: Instrument = { ...BTC, id: 2, symbol: 'BTCUSDT-SPOT', kind: 'Spot' };
export const INVERSE: Instrument = { ...BTC, id: 3, symbol: 'BTCUSD', kind: 'InversePerpetual', quoteCoin: 'USD', settleCoin: 'BTC' };
export const FUTURE: Instrument = {
  ...BTC,
  id: 4,
  symbol: 'BTCUSDT-25DEC26',
  kind: 'LinearFutures',
  deliveryAt: timestamp(Date.UTC(2026, 11, 25, 8)),
};
export const OPTION: Instrument = {
  ...BTC,
  id: 5,
  symbol: 'BTC-25DEC26-60000-C-USDT',
  kind: 'UsdtOption',
  option: { right: 'Call', strike: price(units('60000')) },
  deliveryAt: timestamp(Date.UTC(2026, 11, 25, 8)),
};

/** A gateway on markets of every category. */
export const everyCategory = (keys?: ApiKeyPort): World => createWorld(new FakeVenue([BTC, ETH, SPOT, INVERSE, FUTURE, OPTION]), keys);
