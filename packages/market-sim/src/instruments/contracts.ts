import type { Coin, Instrument } from '@tapedeck/domain';
import { BTC_LADDER, ETH_LADDER, MIDDLE_COIN_LADDER, SOL_LADDER, THIN_COIN_LADDER, inverseLadder } from './ladders.ts';
import { LINEAR_INSTRUMENTS } from './linear-instruments.ts';
import { perpetual, type LadderRow, type PerpetualTerms } from './perpetual.ts';
import { spotPairs } from './spot-pairs.ts';

/** Tick, lot, highest price, largest limit order and largest market order. */
type Grid = readonly [tickSize: string, lotSize: string, maxPrice: string, maxLimitOrder: string, maxMarketOrder: string];

/** Terms shared by contracts of similar market size. */
interface Manner {
  readonly ladder: readonly LadderRow[];
  readonly leverageSections: readonly string[];
  readonly priceLimitRate: string;
  readonly fundingIntervalHours: number;
}

const HUNDRED_TIMES = ['1', '3', '5', '10', '25', '50', '100'];
const SEVENTY_FIVE_TIMES = ['1', '3', '5', '10', '25', '50', '75'];
const FIFTY_TIMES = ['1', '3', '5', '10', '25', '50'];
const FINE_MERGES = [1, 2, 5, 10, 50, 100];
const WIDE_MERGES = [1, 10, 50, 100, 500, 1000];

const MIDDLE: Manner = {
  ladder: MIDDLE_COIN_LADDER,
  leverageSections: SEVENTY_FIVE_TIMES,
  priceLimitRate: '0.05',
  fundingIntervalHours: 8,
};
const FOUR_HOURS: Manner = { ...MIDDLE, fundingIntervalHours: 4 };
const THIN: Manner = { ladder: THIN_COIN_LADDER, leverageSections: FIFTY_TIMES, priceLimitRate: '0.05', fundingIntervalHours: 4 };
const HOURLY: Manner = { ...THIN, fundingIntervalHours: 1 };

const LINEAR: readonly (readonly [baseCoin: string, grid: Grid, manner: Manner])[] = [
  ['BNB', ['0.1', '0.01', '19999.8', '17200', '2000'], MIDDLE],
  ['ADA', ['0.0001', '1', '199.9998', '7600000', '1520000'], MIDDLE],
  ['AVAX', ['0.001', '0.1', '1999.998', '225000', '45000'], MIDDLE],
  ['LINK', ['0.001', '0.1', '1999.998', '315000', '63000'], MIDDLE],
  ['LTC', ['0.01', '0.1', '19999.98', '50500', '10100'], MIDDLE],
  ['BCH', ['0.1', '0.01', '19999.8', '12000', '2400'], MIDDLE],
  ['DOT', ['0.001', '0.1', '1999.998', '900000', '180000'], MIDDLE],
  ['TRX', ['0.00001', '1', '199.99998', '16500000', '3300000'], MIDDLE],
  ['SUI', ['0.0001', '10', '1999.9998', '2000000', '400000'], MIDDLE],
  ['1000PEPE', ['0.0000001', '100', '1.9999998', '200000000', '40000000'], HOURLY],
  ['UNI', ['0.001', '0.1', '1999.998', '420000', '84000'], MIDDLE],
  ['NEAR', ['0.001', '0.1', '1999.998', '1100000', '220000'], MIDDLE],
  ['APT', ['0.0001', '0.01', '1999.9998', '360000', '72000'], FOUR_HOURS],
  ['ARB', ['0.0001', '0.1', '199.9998', '4500000', '900000'], FOUR_HOURS],
  ['OP', ['0.0001', '0.1', '199.9998', '2600000', '520000'], FOUR_HOURS],
  ['AAVE', ['0.01', '0.01', '19999.98', '12000', '2400'], FOUR_HOURS],
  ['INJ', ['0.001', '0.1', '1999.998', '180000', '36000'], THIN],
  ['FIL', ['0.001', '0.1', '1999.998', '650000', '130000'], FOUR_HOURS],
  ['ATOM', ['0.001', '0.1', '1999.998', '450000', '90000'], MIDDLE],
  ['ETC', ['0.001', '0.1', '1999.998', '140000', '28000'], MIDDLE],
  ['XLM', ['0.00001', '1', '199.99998', '8000000', '1600000'], MIDDLE],
  ['HBAR', ['0.00001', '1', '199.99998', '10000000', '2000000'], MIDDLE],
  ['ICP', ['0.001', '0.1', '1999.998', '260000', '52000'], FOUR_HOURS],
  ['SHIB1000', ['0.000001', '10', '19.999998', '90000000', '18000000'], THIN],
  ['EOS', ['0.0001', '0.1', '199.9998', '2500000', '500000'], FOUR_HOURS],
];

/** Prices of inverse contracts are on coarser ticks than linear ones; a lot is one contract of 1 USD. */
const INVERSE: readonly Omit<PerpetualTerms, 'id' | 'kind'>[] = [
  {
    baseCoin: 'BTC',
    tickSize: '0.5',
    lotSize: '1',
    maxPrice: '999999',
    maxLimitOrder: '25000000',
    maxMarketOrder: '5000000',
    priceLimitRate: '0.01',
    depthMergeTimes: WIDE_MERGES,
    leverageSections: HUNDRED_TIMES,
    ladder: inverseLadder(150, '100'),
  },
  {
    baseCoin: 'ETH',
    tickSize: '0.05',
    lotSize: '1',
    maxPrice: '99999.9',
    maxLimitOrder: '10000000',
    maxMarketOrder: '2000000',
    priceLimitRate: '0.02',
    depthMergeTimes: WIDE_MERGES,
    leverageSections: HUNDRED_TIMES,
    ladder: inverseLadder(3_000, '100'),
  },
  {
    baseCoin: 'EOS',
    tickSize: '0.001',
    lotSize: '1',
    maxPrice: '199.998',
    maxLimitOrder: '2000000',
    maxMarketOrder: '400000',
    priceLimitRate: '0.05',
    depthMergeTimes: FINE_MERGES,
    leverageSections: FIFTY_TIMES,
    ladder: inverseLadder(200_000, '50'),
    fundingIntervalHours: 8,
  },
  {
    baseCoin: 'XRP',
    tickSize: '0.0001',
    lotSize: '1',
    maxPrice: '1999.9998',
    maxLimitOrder: '5000000',
    maxMarketOrder: '1000000',
    priceLimitRate: '0.05',
    depthMergeTimes: FINE_MERGES,
    leverageSections: FIFTY_TIMES,
    ladder: inverseLadder(500_000, '50'),
  },
  {
    baseCoin: 'DOT',
    tickSize: '0.001',
    lotSize: '1',
    maxPrice: '1999.998',
    maxLimitOrder: '2000000',
    maxMarketOrder: '400000',
    priceLimitRate: '0.05',
    depthMergeTimes: FINE_MERGES,
    leverageSections: FIFTY_TIMES,
    ladder: inverseLadder(50_000, '50'),
  },
];

const USDC: readonly (readonly [baseCoin: string, grid: Grid, manner: Manner, merges: readonly number[]])[] = [
  [
    'BTC',
    ['0.1', '0.001', '1999999.8', '300', '60'],
    { ladder: BTC_LADDER, leverageSections: HUNDRED_TIMES, priceLimitRate: '0.01', fundingIntervalHours: 8 },
    WIDE_MERGES,
  ],
  [
    'ETH',
    ['0.01', '0.01', '199999.98', '3000', '600'],
    { ladder: ETH_LADDER, leverageSections: HUNDRED_TIMES, priceLimitRate: '0.02', fundingIntervalHours: 8 },
    WIDE_MERGES,
  ],
  [
    'SOL',
    ['0.01', '0.1', '19999.98', '15000', '3000'],
    { ladder: SOL_LADDER, leverageSections: HUNDRED_TIMES, priceLimitRate: '0.03', fundingIntervalHours: 8 },
    FINE_MERGES,
  ],
  ['ADA', ['0.0001', '1', '199.9998', '1000000', '200000'], MIDDLE, FINE_MERGES],
  ['AVAX', ['0.001', '0.1', '1999.998', '40000', '8000'], MIDDLE, FINE_MERGES],
  ['XRP', ['0.0001', '1', '1999.9998', '1500000', '300000'], MIDDLE, FINE_MERGES],
];

const onGrid = ([tickSize, lotSize, maxPrice, maxLimitOrder, maxMarketOrder]: Grid) => ({
  tickSize,
  lotSize,
  maxPrice,
  maxLimitOrder,
  maxMarketOrder,
});

function furtherContracts(first: number): readonly Instrument[] {
  const terms: Omit<PerpetualTerms, 'id'>[] = [
    ...INVERSE.map((more) => ({ kind: 'InversePerpetual' as const, ...more })),
    ...USDC.map(([baseCoin, grid, manner, depthMergeTimes]) => ({
      kind: 'UsdcPerpetual' as const,
      baseCoin,
      ...onGrid(grid),
      ...manner,
      depthMergeTimes,
    })),
    ...LINEAR.map(([baseCoin, grid, manner]) => ({
      kind: 'LinearPerpetual' as const,
      baseCoin,
      ...onGrid(grid),
      ...manner,
      depthMergeTimes: FINE_MERGES,
    })),
  ];
  return terms.map((more, i) => perpetual({ ...more, id: first + i }));
}

/** Perpetuals that the built-in exchange lists at genesis: 30 linear, 5 inverse, 6 in USDC. The array index is the id. */
export const PERPETUALS: readonly Instrument[] = [...LINEAR_INSTRUMENTS, ...furtherContracts(LINEAR_INSTRUMENTS.length)];

/** Instruments that the built-in exchange lists at genesis: perpetuals, then spot pairs. The array index is the id. */
export const FOUNDING_INSTRUMENTS: readonly Instrument[] = [...PERPETUALS, ...spotPairs(PERPETUALS.length)];

export const isOfAllCoins = (instruments: readonly Instrument[]): boolean =>
  FOUNDING_INSTRUMENTS.every(({ baseCoin }) => instruments.some((instrument) => instrument.baseCoin === baseCoin));

/** Those of some coins only, with ids of their own. */
export const instrumentsOf = (coins: readonly Coin[]): readonly Instrument[] =>
  FOUNDING_INSTRUMENTS.filter(({ baseCoin }) => coins.includes(baseCoin)).map((instrument, id) => ({ ...instrument, id }));
