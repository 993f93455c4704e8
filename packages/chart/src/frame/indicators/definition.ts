import type { IndicatorId, InputKey } from '../../bridge/indicator-names.ts';
import type { MarketSeries } from '../../bridge/messages.ts';
import type { Tone } from '../document/chart-document.ts';
import type { Memory } from './memory.ts';

/** A bar as a calculation sees it; `source` is the price, or the plot of another indicator, that the user chose. */
export interface Row {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  source: number;
}

export const GROUPS = ['trend', 'momentum', 'volatility', 'volume', 'patterns', 'market'] as const;
export type IndicatorGroup = (typeof GROUPS)[number];

export interface NumberInput {
  readonly key: InputKey;
  readonly standard: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** `below` and `above`: a mark beside the bar, whose value is its price. */
export type PlotStyle = 'line' | 'histogram' | 'dots' | 'below' | 'above';
export interface PlotSpec {
  readonly key: string;
  readonly style: PlotStyle;
  readonly tone: Tone;
  /** Offset in bars to the right, or to the left if negative. */
  readonly offset?: number;
  /** A histogram in the colours of rising and falling bars, by the side of zero, while its tone is that of rising ones. */
  readonly isSigned?: boolean;
}

/** Takes one bar and writes the value of each plot, NaN where there is none. */
export type Step = (row: Row, out: Float64Array) => void;

export type InputValues = Readonly<Record<string, number>>;

export interface IndicatorDefinition {
  readonly id: IndicatorId;
  readonly group: IndicatorGroup;
  /** Over the prices, or in a pane of its own. */
  readonly place: 'price' | 'pane';
  readonly takesSource: boolean;
  /** Uses market figures of the datafeed instead of a source. */
  readonly series?: MarketSeries;
  readonly inputs: readonly NumberInput[];
  readonly plots: readonly PlotSpec[];
  /** Values at which a pane has a dashed line. */
  readonly levels?: readonly number[];
  readonly build: (memory: Memory, inputs: InputValues) => Step;
}

/** Inputs of a stored indicator: the standard in place of a missing one, the limit in place of one beyond it. */
export function inputsWithin({ inputs: specs }: Pick<IndicatorDefinition, 'inputs'>, stored: InputValues): InputValues {
  return Object.fromEntries(
    specs.map(({ key, standard, min, max }) => [key, Math.min(max, Math.max(min, stored[key] ?? standard))] as const),
  );
}

export function length(standard: number, key: InputKey = 'length'): NumberInput {
  return { key, standard, min: 1, max: 1_000, step: 1 };
}

export function decimal(key: InputKey, standard: number, max = 10): NumberInput {
  return { key, standard, min: 0, max, step: 0.01 };
}

export function line(key: string, tone: Tone = 'first', offset = 0): PlotSpec {
  return { key, style: 'line', tone, offset };
}

export function histogram(key: string, tone: Tone = 'first'): PlotSpec {
  return { key, style: 'histogram', tone };
}

/** Histogram of values on both sides of zero. */
export function signed(key: string): PlotSpec {
  return { key, style: 'histogram', tone: 'up', isSigned: true };
}

/** Value of an input, always defined. */
export function valueOf(inputs: InputValues, key: InputKey = 'length'): number {
  return inputs[key] ?? Number.NaN;
}
