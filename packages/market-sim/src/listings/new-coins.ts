import type { Coin, InstrumentTerms } from '@tapedeck/domain';
import { THIN_COIN_LADDER } from '../instruments/ladders.ts';
import { perpetual } from '../instruments/perpetual.ts';

/** Tick, lot, highest price, largest limit order and largest market order of coins of about one price. */
type Grid = readonly [tickSize: string, lotSize: string, maxPrice: string, maxLimitOrder: string, maxMarketOrder: string];

const HUNDREDS: Grid = ['0.01', '0.01', '19999.98', '12000', '2400'];
const DOLLARS: Grid = ['0.001', '0.1', '1999.998', '400000', '80000'];
const DIMES: Grid = ['0.0001', '1', '199.9998', '3000000', '600000'];
const CENTS: Grid = ['0.00001', '1', '199.99998', '20000000', '4000000'];

/** Coins that the exchange lists as time goes on. */
const GRIDS = {
  TON: DOLLARS,
  SEI: DIMES,
  TIA: DOLLARS,
  WLD: DIMES,
  JUP: DIMES,
  PYTH: DIMES,
  STRK: DIMES,
  ENA: DIMES,
  ONDO: DIMES,
  RENDER: DOLLARS,
  FET: DIMES,
  TAO: HUNDREDS,
  STX: DIMES,
  IMX: DIMES,
  GRT: CENTS,
  LDO: DIMES,
  ALGO: DIMES,
  VET: CENTS,
  SAND: DIMES,
  CRV: DIMES,
  RUNE: DOLLARS,
  KAS: CENTS,
  DYDX: DIMES,
  PENDLE: DOLLARS,
} as const satisfies Readonly<Record<Coin, Grid>>;

export type NewCoin = keyof typeof GRIDS;
export const NEW_COINS = Object.keys(GRIDS) as readonly NewCoin[];

const NO_ID = 0;

/** The USDT perpetual that a new coin begins with. */
export function newPerpetual(coin: NewCoin): InstrumentTerms {
  const [tickSize, lotSize, maxPrice, maxLimitOrder, maxMarketOrder] = GRIDS[coin];
  const {
    id: _id,
    status: _status,
    ...terms
  } = perpetual({
    id: NO_ID,
    kind: 'LinearPerpetual',
    baseCoin: coin,
    tickSize,
    lotSize,
    maxPrice,
    maxLimitOrder,
    maxMarketOrder,
    priceLimitRate: '0.05',
    depthMergeTimes: [1, 2, 5, 10, 50, 100],
    leverageSections: ['1', '3', '5', '10', '25', '50'],
    ladder: THIN_COIN_LADDER,
    fundingIntervalHours: 4,
  });
  return terms;
}
