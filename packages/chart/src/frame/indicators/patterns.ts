import type { IndicatorId } from '../../bridge/indicator-names.ts';
import { sma, windowOf } from './blocks.ts';
import { length, valueOf, type IndicatorDefinition, type PlotSpec, type Row } from './definition.ts';
import type { Memory } from './memory.ts';

/** The rules in words: docs/concepts/candlestick-patterns.md. */
const DOJI_BODY = 0.05;
const SMALL_BODY = 1 / 3;
const SHORT_SHADOW = 0.1;
/** Upper or lower part of a bar that contains the close of a strong one. */
const STRONG_CLOSE = 0.25;
const TREND_LENGTH = 20;

/** One bar of a pattern with its measurements. */
interface Candle {
  readonly open: number;
  readonly close: number;
  readonly body: number;
  readonly range: number;
  /** 1 for a rising bar, -1 for a falling one, 0 for one without a body. */
  readonly way: number;
  readonly above: number;
  readonly below: number;
}

/** 1: bullish, -1: bearish, 0: not this pattern. `trend`: sign of the move before it. `bars`: oldest first. */
type Rule = (bars: readonly [Candle, ...Candle[]], trend: number) => number;

interface PatternOf {
  readonly id: IndicatorId;
  /** Number of its bars. */
  readonly count: number;
  readonly rule: Rule;
  readonly needsTrend?: boolean;
  readonly plots?: readonly PlotSpec[];
}

const BOTH: readonly PlotSpec[] = [
  { key: 'rising', style: 'below', tone: 'up' },
  { key: 'falling', style: 'above', tone: 'down' },
];

function pattern({ id, count, rule, needsTrend = false, plots = BOTH }: PatternOf): IndicatorDefinition {
  return {
    ...{ id, group: 'patterns', place: 'price', takesSource: false, plots },
    inputs: needsTrend ? [length(TREND_LENGTH)] : [],
    build: (memory, inputs) => {
      const candles = newest(memory, count);
      const trend = needsTrend ? trendBefore(memory, count, valueOf(inputs)) : () => 0;
      return (row, out) => {
        const before = trend(row.close);
        const [first, ...others] = candles(row);
        const found = first === undefined ? 0 : rule([first, ...others], before);
        out[0] = found > 0 ? row.low : Number.NaN;
        if (plots.length > 1) out[1] = found < 0 ? row.high : Number.NaN;
      };
    },
  };
}

/** The newest `count` bars, oldest first; empty if fewer exist. */
function newest(memory: Memory, count: number): (row: Row) => Candle[] {
  const [opens, highs, lows, closes] = [
    windowOf(memory, count),
    windowOf(memory, count),
    windowOf(memory, count),
    windowOf(memory, count),
  ] as const;
  return (row) => {
    opens.push(row.open);
    highs.push(row.high);
    lows.push(row.low);
    closes.push(row.close);
    if (!closes.isFull()) return [];
    return Array.from({ length: count }, (_, index) => {
      const back = count - 1 - index;
      return candleOf({ open: opens.back(back), high: highs.back(back), low: lows.back(back), close: closes.back(back) });
    });
  };
}

function candleOf({ open, high, low, close }: Pick<Row, 'open' | 'high' | 'low' | 'close'>): Candle {
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  return { open, close, body: top - bottom, range: high - low, way: Math.sign(close - open), above: high - top, below: bottom - low };
}

/** Position of the last close before the pattern relative to the average of recent closes: 1 above, -1 below. */
function trendBefore(memory: Memory, count: number, size: number): (close: number) => number {
  const mean = sma(memory, size);
  const distances = windowOf(memory, count + 1);
  return (close) => {
    distances.push(close - mean(close));
    const distance = distances.isFull() ? distances.back(count) : Number.NaN;
    return Number.isNaN(distance) ? 0 : Math.sign(distance);
  };
}

const doji: Rule = ([{ body, range }]) => (range > 0 && body <= range * DOJI_BODY ? 1 : 0);

const engulfing: Rule = ([first, second]) =>
  second !== undefined && first.way === -second.way && second.body > first.body && covers(second, first) ? second.way : 0;

const harami: Rule = ([first, second]) =>
  second !== undefined && first.way === -second.way && first.body >= 2 * second.body && covers(first, second) ? second.way : 0;

/** After a fall a hammer, after a rise a hanging man. */
const hammer: Rule = ([bar], trend) => (isPin(bar.below, bar.above, bar) ? -trend : 0);

/** After a rise a shooting star, after a fall an inverted hammer. */
const shootingStar: Rule = ([bar], trend) => (isPin(bar.above, bar.below, bar) ? -trend : 0);

/** After a fall a morning star, after a rise an evening star. */
const star: Rule = ([first, second, third], trend) => {
  if (second === undefined || third === undefined || first.way === 0 || trend !== first.way || third.way !== -first.way) return 0;
  const middle = (first.open + first.close) / 2;
  const ends = [second.open, second.close];
  const isBeyond = ends.every((price) => (price - middle) * first.way > 0);
  const isSmall = second.body <= first.body * SMALL_BODY;
  return isBeyond && isSmall && (third.close - middle) * third.way > 0 ? third.way : 0;
};

/** Three rising bars are white soldiers, three falling ones black crows. */
const soldiers: Rule = (bars) => {
  const { way } = bars[0];
  const isStrong = ({ above, below, range }: Candle): boolean => (way > 0 ? above : below) <= range * STRONG_CLOSE;
  const isMarch = bars.every((bar, index) => {
    const before = bars[index - 1];
    if (bar.way !== way || !isStrong(bar)) return false;
    if (before === undefined) return true;
    const opensInside = (bar.open - before.open) * (before.close - bar.open) >= 0;
    return opensInside && (bar.close - before.close) * way > 0;
  });
  return isMarch ? way : 0;
};

/** The body of one holds the body of the other. */
function covers(outer: Candle, inner: Candle): boolean {
  return (
    Math.max(outer.open, outer.close) >= Math.max(inner.open, inner.close) &&
    Math.min(outer.open, outer.close) <= Math.min(inner.open, inner.close)
  );
}

/** A small body, a long shadow on one side and almost none on the other. */
function isPin(long: number, short: number, { body, range }: Candle): boolean {
  return range > 0 && body > 0 && body <= range * SMALL_BODY && long >= 2 * body && short <= range * SHORT_SHADOW;
}

export const PATTERNS: readonly IndicatorDefinition[] = [
  pattern({ id: 'doji', count: 1, rule: doji, plots: [{ key: 'doji', style: 'below', tone: 'second' }] }),
  pattern({ id: 'engulfing', count: 2, rule: engulfing }),
  pattern({ id: 'harami', count: 2, rule: harami }),
  pattern({ id: 'hammer', count: 1, rule: hammer, needsTrend: true }),
  pattern({ id: 'shootingStar', count: 1, rule: shootingStar, needsTrend: true }),
  pattern({ id: 'star', count: 3, rule: star, needsTrend: true }),
  pattern({ id: 'soldiers', count: 3, rule: soldiers }),
];
