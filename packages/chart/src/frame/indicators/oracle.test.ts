import * as ts from 'trading-signals';
import { describe, expect, it } from 'vitest';
import type { ChartBar } from '../../bridge/messages.ts';
import { BarStore } from '../model/bar-store.ts';
import { INDICATORS } from './registry.ts';
import { Study } from './study.ts';

/** A walk with wide and narrow bars, bars without height and a minute without trades. */
function walk(count: number): ChartBar[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };
  let close = 60_000;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = Math.max(1_000, open * (1 + (random() - 0.5) * 0.02));
    const high = Math.max(open, close) * (1 + random() * 0.004);
    const low = Math.min(open, close) * (1 - random() * 0.004);
    return { time: index * 3_600_000, open, high, low, close, volume: Math.round(random() * 1e6) / 1e3 + 0.001 };
  });
}

const bars = walk(2_000);
const store = new BarStore();
store.replace(bars);

type Values = readonly (number | null | undefined)[];
type Oracle = () => (bar: ChartBar) => Values;
interface Taking<T> {
  update(value: T, replace: boolean): unknown;
}

const ofClose =
  (make: () => Taking<number>): Oracle =>
  () => {
    const one = make();
    return ({ close }) => [one.update(close, false) as number | null];
  };
const ofMoving =
  (make: () => Taking<number> & { readonly isStable: boolean; getResultOrThrow(): number }): Oracle =>
  () => {
    const one = make();
    return ({ close }) => {
      one.update(close, false);
      return [one.isStable ? one.getResultOrThrow() : null];
    };
  };
const ofBar =
  (make: () => Taking<ChartBar>): Oracle =>
  () => {
    const one = make();
    return (bar) => [one.update(bar, false) as number | null];
  };
/** Oracle for an answer with several values: returns those of `keys`, in the order of our plots. */
const parts =
  <T>(make: () => Taking<T>, value: (bar: ChartBar) => T, keys: readonly string[]): Oracle =>
  () => {
    const one = make();
    return (bar) => {
      const result = one.update(value(bar), false) as Readonly<Record<string, number>> | null | undefined;
      return keys.map((key) => result?.[key]);
    };
  };
const whole = (bar: ChartBar): ChartBar => bar;
const close = (bar: ChartBar): number => bar.close;
const scaled =
  (oracle: Oracle, change: (value: number) => number): Oracle =>
  () => {
    const one = oracle();
    return (bar) => one(bar).map((value) => (value === null || value === undefined ? value : change(value)));
  };

/** Averages that begin differently and agree once the beginning is forgotten: the first bar that is compared. */
const FORGOTTEN: Readonly<Record<string, number>> = { zlema: 600 };

const ORACLES: Readonly<Record<string, Oracle>> = {
  sma: ofMoving(() => new ts.SMA(20)),
  ema: ofMoving(() => new ts.EMA(20)),
  wma: ofMoving(() => new ts.WMA(20)),
  rma: ofMoving(() => new ts.WSMA(14)),
  dema: ofMoving(() => new ts.DEMA(20)),
  tema: ofMoving(() => new ts.TEMA(20)),
  hma: ofMoving(() => new ts.HMA(9)),
  trima: ofMoving(() => new ts.TRIMA(20)),
  kama: ofMoving(() => new ts.KAMA(10)),
  mcGinley: ofMoving(() => new ts.McGinleyDynamic(14)),
  zlema: ofMoving(() => new ts.ZLEMA(20)),
  vidya: ofMoving(() => new ts.VIDYA(14)),
  linearRegression: () => {
    const one = new ts.LinearRegression(14);
    return (bar) => {
      const result = one.update(bar.close, false);
      return [result === null ? null : result.intercept + 13 * result.slope];
    };
  },
  t3: ofMoving(() => new ts.T3(5)),
  alma: ofMoving(() => new ts.ALMA(9)),
  ichimoku: parts(() => new ts.IchimokuCloud(), whole, ['conversion', 'base', 'spanA', 'spanB']),
  alligator: parts(() => new ts.Alligator({ jawShift: 0, teethShift: 0, lipsShift: 0 }), whole, ['jaw', 'teeth', 'lips']),
  adx: () => {
    const one = new ts.ADX(14);
    return (bar) => [one.update(bar, false), scaledUnit(one.pdi), scaledUnit(one.mdi)];
  },
  superTrend: () => {
    const one = new ts.SuperTrend({ interval: 10, multiplier: 3 });
    return (bar) => {
      const result = one.update(bar, false);
      const isUp = result?.trend === 'BULLISH';
      return [isUp ? result.supertrend : null, isUp ? null : result?.supertrend];
    };
  },
  aroon: parts(() => new ts.Aroon(14), whole, ['aroonUp', 'aroonDown']),
  vortex: parts(() => new ts.VortexIndicator(14), whole, ['plus', 'minus']),
  chandelier: parts(() => new ts.ChandelierExit(), whole, ['long', 'short']),
  rsi: ofClose(() => new ts.RSI(14)),
  momentum: ofClose(() => new ts.MOM(10)),
  rateOfChange: scaled(
    ofClose(() => new ts.ROC(9)),
    (value) => value * 100,
  ),
  trix: ofClose(() => new ts.TRIX(18)),
  trueStrength: ofClose(() => new ts.TSI()),
  coppock: ofClose(() => new ts.CoppockCurve()),
  knowSureThing: ofClose(() => new ts.KST()),
  connors: ofClose(() => new ts.ConnorsRSI()),
  schaff: ofClose(() => new ts.STC()),
  chandeMomentum: ofClose(() => new ts.CMO(9)),
  detrended: ofClose(() => new ts.DPO(21)),
  macd: parts(() => new ts.MACD(new ts.EMA(12), new ts.EMA(26), new ts.EMA(9)), close, ['macd', 'signal', 'histogram']),
  percentageOscillator: ofClose(() => new ts.PPO()),
  stochasticRsi: () => {
    const one = new ts.StochasticRSI(14, ts.WSMA);
    // Its own smoothing leaves zeros out.
    const [k, d] = [new ts.SMA(3), new ts.SMA(3)];
    return (bar) => {
      const result = one.update(bar.close, false);
      if (result === null) return [];
      const smooth = k.update(100 * result, false);
      return smooth === null ? [] : [smooth, d.update(smooth, false)];
    };
  },
  stochastic: parts(() => new ts.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }), whole, ['stochK', 'stochD']),
  williamsR: ofBar(() => new ts.WilliamsR(14)),
  cci: ofBar(() => new ts.CCI(20)),
  awesome: ofBar(() => new ts.AO(5, 34)),
  fisher: ofBar(() => new ts.FisherTransform(9)),
  ultimate: ofBar(() => new ts.UltimateOscillator()),
  balanceOfPower: ofBar(() => new ts.BOP()),
  elderRay: parts(() => new ts.ElderRay(13), whole, ['bullPower', 'bearPower']),
  qstick: ofBar(() => new ts.Qstick(10)),
  waveTrend: parts(() => new ts.WaveTrend(), whole, ['wt1', 'wt2']),
  bollinger: parts(() => new ts.BollingerBands(20, 2), close, ['middle', 'upper', 'lower']),
  bollingerWidth: ofClose(() => new ts.BollingerBandsWidth(new ts.BollingerBands(20, 2))),
  percentB: ofClose(() => new ts.PercentB()),
  averageTrueRange: ofBar(() => new ts.ATR(14)),
  normalisedRange: ofBar(() => new ts.NATR(14)),
  keltner: parts(() => new ts.KeltnerChannels(), whole, ['middle', 'upper', 'lower']),
  donchian: parts(() => new ts.DonchianChannels(20), whole, ['middle', 'upper', 'lower']),
  choppiness: ofBar(() => new ts.CHOP(14)),
  ulcer: ofClose(() => new ts.UlcerIndex(14)),
  massIndex: ofBar(() => new ts.MassIndex()),
  chaikinVolatility: ofBar(() => new ts.CVI(10)),
  onBalance: ofBar(() => new ts.OBV(2)),
  accumulation: ofBar(() => new ts.AD()),
  chaikinOscillator: ofBar(() => new ts.ADOSC()),
  chaikinFlow: ofBar(() => new ts.CMF(20)),
  moneyFlowIndex: ofBar(() => new ts.MFI(14)),
  force: ofBar(() => new ts.ForceIndex(13)),
  easeOfMovement: ofBar(() => new ts.EMV(14, 10_000)),
  priceVolumeTrend: ofBar(() => new ts.PVT()),
  klinger: ofBar(() => new ts.KVO()),
  negativeVolume: ofBar(() => new ts.NVI()),
  positiveVolume: ofBar(() => new ts.PVI()),
  volumeOscillator: () => {
    const one = new ts.PVO();
    return ({ volume }) => [one.update(volume, false)];
  },
  weightedByVolume: ofBar(() => new ts.VWMA(20)),
};

function scaledUnit(value: unknown): number | null {
  return typeof value === 'number' ? 100 * value : null;
}

function studied(id: string, own = store, inputs: Readonly<Record<string, number>> = {}): Study {
  const definition = INDICATORS.find((candidate) => candidate.id === id);
  if (definition === undefined) throw new Error(`No indicator ${id}`);
  const standard = Object.fromEntries(definition.inputs.map(({ key, standard }) => [key, standard]));
  const study = new Study(definition, { ...standard, ...inputs }, { price: 'close' });
  study.recompute(own);
  return study;
}

describe('indicators without an oracle', () => {
  it('parabolic follows Wilder’s rule, worked by hand', () => {
    const rising = Array.from({ length: 6 }, (_, index) => ({
      time: index,
      open: 9,
      high: 10 + index,
      low: 9 + index,
      close: 9.5 + index,
      volume: 1,
    }));
    const falling = { time: 6, open: 9, high: 12, low: 8, close: 8, volume: 1 };
    const own = new BarStore();
    own.replace([...rising, falling]);
    const study = studied('parabolic', own);
    // 9; 9.04 would be above the low of two bars before, so 9; 9 + 0.04 * (12 - 9); 9.12 + 0.06 * (13 - 9.12);
    // 9.3528 + 0.08 * (14 - 9.3528); then the low goes through the stop, which becomes the highest high.
    const expected = [9, 9, 9.12, 9.3528, 9.724576, 15];
    expected.forEach((value, index) => expect(study.plots[0]?.get(index + 1)).toBeCloseTo(value, 9));
  });

  it('volatility of the past is the deviation of a sample of logarithms, for a year of 365 days', () => {
    const own = new BarStore();
    own.replace([100, 110, 99, 108.9].map((price, time) => ({ time, open: price, high: price, low: price, close: price, volume: 1 })));
    const changes = [Math.log(1.1), Math.log(0.9), Math.log(1.1)];
    const mean = (changes[0]! + changes[1]! + changes[2]!) / 3;
    const variance = changes.reduce((total, value) => total + (value - mean) ** 2, 0) / 2;
    expect(studied('historicalVolatility', own, { length: 3 }).plots[0]?.get(3)).toBeCloseTo(100 * Math.sqrt(variance * 365), 9);
  });

  it('vwap weighs by volume and begins anew every day', () => {
    const own = new BarStore();
    const bar = (hour: number, price: number, volume: number): ChartBar => ({
      time: hour * 3_600_000,
      open: price,
      high: price,
      low: price,
      close: price,
      volume,
    });
    own.replace([bar(22, 10, 1), bar(23, 20, 3), bar(24, 50, 2)]);
    const plot = studied('vwap', own).plots[0];
    expect([0, 1, 2].map((index) => plot?.get(index))).toEqual([10, 17.5, 50]);
  });

  it('the others are the same as their parts', () => {
    const plots = (id: string) => studied(id).plots;
    const [deviation] = plots('standardDeviation');
    const [middle, upper] = plots('bollinger');
    const [score] = plots('standardScore');
    const [volume, average] = plots('volumeAverage');
    for (const index of [40, 700, 1_999]) {
      const spread = deviation?.get(index) ?? Number.NaN;
      expect(2 * spread).toBeCloseTo((upper?.get(index) ?? 0) - (middle?.get(index) ?? 0), 6);
      expect(score?.get(index)).toBeCloseTo(((bars[index]?.close ?? 0) - (middle?.get(index) ?? 0)) / spread, 9);
      expect(volume?.get(index)).toBe(bars[index]?.volume);
      const last = bars.slice(index - 19, index + 1).reduce((total, bar) => total + bar.volume, 0);
      expect(average?.get(index)).toBeCloseTo(last / 20, 9);
    }
  });

  // Patterns are checked by the examples of their page: patterns.test.ts. Figures of the market are not computed: market.test.ts.
  it('every indicator is checked by one or the other', () => {
    const others = ['parabolic', 'historicalVolatility', 'vwap', 'standardDeviation', 'standardScore', 'volumeAverage'];
    const patterns = INDICATORS.filter(({ group }) => group === 'patterns' || group === 'market').map(({ id }) => id);
    expect(INDICATORS.map(({ id }) => id).sort()).toEqual([...Object.keys(ORACLES), ...others, ...patterns].sort());
    expect(INDICATORS.length).toBeGreaterThanOrEqual(60);
  });
});

describe('indicators against trading-signals', () => {
  it.each(Object.keys(ORACLES))('%s is the same to 1e-9 on 2,000 bars', (id) => {
    const study = studied(id);
    const expected = ORACLES[id]?.();
    let compared = 0;
    bars.forEach((bar, index) => {
      const values = expected?.(bar) ?? [];
      values.forEach((value, plot) => {
        const own = study.plots[plot]?.get(index) ?? Number.NaN;
        if (index < (FORGOTTEN[id] ?? 0) || typeof value !== 'number' || !Number.isFinite(value) || Number.isNaN(own)) return;
        compared += 1;
        const error = Math.abs(own - value) / Math.max(1, Math.abs(value));
        if (error > 1e-9) expect.fail(`${id}, plot ${plot}, bar ${index}: ${own} instead of ${value}`);
      });
    });
    expect(compared).toBeGreaterThan(1_300);
  });
});
