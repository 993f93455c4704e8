// npm run market-report: how the simulated market compares with recorded ones, in seeds that nothing was tuned to.
import { priceNumber, quantityUnits, rateUnits, timestamp, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS, PERPETUALS, PricePath, SimulatedMarket } from '@tapedeck/market-sim';
import { candleStatistics } from '../packages/market-sim/src/testing/candle-statistics.ts';
import { tapeStatistics, type Print } from '../packages/market-sim/src/testing/tape-statistics.ts';

const SEEDS = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110];
const COINS = ['BTC', 'ETH', 'DOGE'];
const MINUTE_MS = 60_000;
const TWENTY_DAYS = 28_800;
const TAPE_MINUTES = 10;
const STEP_MS = 50;
const GENESIS = Date.UTC(2026, 4, 6, 14);
const SLACK = 0.25;
const FUNDING_SEEDS = 3;
const FUNDING_STEP_MS = 5_000;

/** Recorded figures: BTCUSDT, ETHUSDT and DOGEUSDT of 2025 by the minute, tapes of 2020 to 2024, the tickers of 2023-08-16. */
const RECORDED: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'excess kurtosis of returns': [8.5, 40],
  'autocorrelation of |return|, 1 minute': [0.25, 0.31],
  'autocorrelation of |return|, 30 minutes': [0.13, 0.25],
  'autocorrelation of |return|, 240 minutes': [0.06, 0.12],
  'range over mean |return|': [1.56, 1.85],
  'minutes with a wick above 6 median ranges, %': [0.007, 0.14],
  'volume, coefficient of variation': [1.8, 2.3],
  'autocorrelation of volume, 1 minute': [0.47, 0.64],
  'correlation of |return| and volume': [0.49, 0.67],
  'correlation of range and volume': [0.69, 0.8],
  'fills a second': [1.3, 62],
  'fills an order': [1.4, 4.6],
  'gap between fills, coefficient of variation': [1.8, 3.8],
  'autocorrelation of side, 1 fill': [0.45, 0.84],
  'autocorrelation of side, 10 fills': [0.2, 0.65],
  'autocorrelation of side, 50 fills': [0.06, 0.38],
  'fills at the price of the one before': [0.36, 0.76],
  'perpetuals at their base funding rate': [0.55, 0.85],
  'perpetuals with a negative funding rate': [0.1, 0.35],
};

type Figures = Map<string, number[]>;

function note(figures: Figures, name: string, value: number): void {
  const known = figures.get(name);
  if (known === undefined) figures.set(name, [value]);
  else known.push(value);
}

function instrumentOf(coin: string): Instrument {
  const found = LINEAR_INSTRUMENTS.find(({ baseCoin }) => baseCoin === coin);
  if (found === undefined) throw new Error(`there is no perpetual of ${coin}`);
  return found;
}

function measureCandles(figures: Figures, seed: number): void {
  const path = new PricePath(seed, LINEAR_INSTRUMENTS);
  for (const coin of COINS) {
    const bars = path.bars(instrumentOf(coin).id, 1, Math.floor(GENESIS / MINUTE_MS), TWENTY_DAYS);
    const found = candleStatistics(bars);
    note(figures, 'excess kurtosis of returns', found.kurtosis);
    note(figures, 'autocorrelation of |return|, 1 minute', found.absoluteReturnLag1);
    note(figures, 'autocorrelation of |return|, 30 minutes', found.absoluteReturnLag30);
    note(figures, 'autocorrelation of |return|, 240 minutes', found.absoluteReturnLag240);
    note(figures, 'range over mean |return|', found.rangeOverReturn);
    note(figures, 'minutes with a wick above 6 median ranges, %', found.longWicks * 100);
    note(figures, 'volume, coefficient of variation', found.volumeVariation);
    note(figures, 'autocorrelation of volume, 1 minute', found.volumeLag1);
    note(figures, 'correlation of |return| and volume', found.returnWithVolume);
    note(figures, 'correlation of range and volume', found.rangeWithVolume);
  }
}

function measureTape(figures: Figures, seed: number): void {
  const watched = COINS.map((coin) => instrumentOf(coin).id);
  const exchange = new Exchange(LINEAR_INSTRUMENTS, new SimulatedMarket(seed, LINEAR_INSTRUMENTS), timestamp(GENESIS));
  exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
  exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: watched });
  exchange.events.splice(0);
  const tapes = new Map<number, Print[]>(watched.map((id) => [id, []]));
  for (let time = GENESIS + STEP_MS; time <= GENESIS + TAPE_MINUTES * MINUTE_MS; time += STEP_MS) {
    exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
    for (const event of exchange.events.splice(0)) {
      if (event.type !== 'TradePrinted') continue;
      const { price, quantity, takerSide } = event;
      tapes
        .get(event.instrument)
        ?.push({ time, price: priceNumber(price), size: Number(quantityUnits(quantity)), takerBuys: takerSide === 'Buy' });
    }
  }
  for (const tape of tapes.values()) {
    const found = tapeStatistics(tape);
    note(figures, 'fills a second', found.printsPerSecond);
    note(figures, 'fills an order', found.printsPerOrder);
    note(figures, 'gap between fills, coefficient of variation', found.gapVariation);
    note(figures, 'autocorrelation of side, 1 fill', found.signLag1);
    note(figures, 'autocorrelation of side, 10 fills', found.signLag10);
    note(figures, 'autocorrelation of side, 50 fills', found.signLag50);
    note(figures, 'fills at the price of the one before', found.unchanged);
  }
}

/** After an hour of an interval. */
function measureFunding(figures: Figures, seed: number): void {
  const perpetuals = PERPETUALS.map((one, id) => ({ ...one, id }));
  const exchange = new Exchange(perpetuals, new SimulatedMarket(seed, perpetuals), timestamp(GENESIS));
  for (let time = GENESIS; time <= GENESIS + 60 * MINUTE_MS; time += FUNDING_STEP_MS) {
    exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
    exchange.events.splice(0);
  }
  const rates = perpetuals.map(({ id, fundingIntervalHours }) => ({
    rate: Number(rateUnits(exchange.market(id).fundingRate)),
    // 0.01% for eight hours.
    base: Math.round((10_000 * fundingIntervalHours) / 8),
  }));
  note(
    figures,
    'perpetuals at their base funding rate',
    rates.filter(({ rate, base }) => Math.abs(rate - base) <= 1).length / rates.length,
  );
  note(figures, 'perpetuals with a negative funding rate', rates.filter(({ rate }) => rate < 0).length / rates.length);
}

const figures: Figures = new Map();
for (const [i, seed] of SEEDS.entries()) {
  measureCandles(figures, seed);
  measureTape(figures, seed);
  if (i < FUNDING_SEEDS) measureFunding(figures, seed);
}

const columns = (cells: readonly string[]): string => cells.map((cell, i) => (i === 0 ? cell.padEnd(50) : cell.padStart(10))).join('');
console.log(columns(['', 'least', 'median', 'most', 'recorded', '', 'within']));
let missed = 0;
for (const [name, [least, most]] of Object.entries(RECORDED)) {
  const values = (figures.get(name) ?? []).sort((a, b) => a - b);
  const inside = values.filter((value) => value >= least * (1 - SLACK) && value <= most * (1 + SLACK)).length / values.length;
  const middle = values[values.length >> 1] ?? Number.NaN;
  if (!(middle >= least * (1 - SLACK) && middle <= most * (1 + SLACK))) missed += 1;
  const shown = [values[0] ?? Number.NaN, middle, values.at(-1) ?? Number.NaN, least, most].map((value) => value.toFixed(3));
  console.log(columns([name, ...shown, `${Math.round(inside * 100)}%`]));
}
console.log(missed === 0 ? '\nEvery median lies in the recorded range widened by a quarter.' : `\n${missed} medians lie outside.`);
process.exitCode = missed === 0 ? 0 : 1;
