import { invariant, type Coin, type InstrumentTerms } from '@tapedeck/domain';
import { THIN_COIN_LADDER } from '../instruments/ladders.ts';
import { perpetual } from '../instruments/perpetual.ts';
import { firstNameOf } from '../path/coin-profiles.ts';

/** Tick, lot, highest price, largest limit order and largest market order, by the price class of coins. */
type Grid = readonly [tickSize: string, lotSize: string, maxPrice: string, maxLimitOrder: string, maxMarketOrder: string];

const HUNDREDS: Grid = ['0.01', '0.01', '19999.98', '12000', '2400'];
const DOLLARS: Grid = ['0.001', '0.1', '1999.998', '400000', '80000'];
const DIMES: Grid = ['0.0001', '1', '199.9998', '3000000', '600000'];
const CENTS: Grid = ['0.00001', '1', '199.99998', '20000000', '4000000'];

/** Coins that the exchange lists over time. */
const GRIDS: Readonly<Record<Coin, Grid>> = {
  TON: DOLLARS,
  SEI: DIMES,
  TIA: DOLLARS,
  WLD: DIMES,
  JUP: DIMES,
  PYTH: DIMES,
  STRK: DIMES,
  ENA: DIMES,
  ONDO: DIMES,
  RNDR: DOLLARS,
  FET: DIMES,
  TAO: HUNDREDS,
  STX: DIMES,
  IMX: DIMES,
  GRT: CENTS,
  LDO: DIMES,
  ALGO: DIMES,
  KLAY: DIMES,
  MATIC: DIMES,
  CRV: DIMES,
  RUNE: DOLLARS,
  KAS: CENTS,
  DYDX: DIMES,
  PENDLE: DOLLARS,
};

/** By their initial names. */
export const NEW_COINS: readonly Coin[] = Object.keys(GRIDS);

const NO_ID = 0;

/** The USDT perpetual of a new coin, under its current name. */
export function newPerpetual(coin: Coin): InstrumentTerms {
  const grid = GRIDS[firstNameOf(coin)];
  invariant(grid !== undefined, 'only coins of the calendar are listed');
  const [tickSize, lotSize, maxPrice, maxLimitOrder, maxMarketOrder] = grid;
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
