import type { ChartResolution } from '../../bridge/messages.ts';
import type { ComparedLine } from '../compare/compare-lines.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import type { BarStore, Span } from '../model/bar-store.ts';
import type { PriceScale } from '../model/price-scale.ts';
import type { TimeScale } from '../model/time-scale.ts';
import type { Zone } from '../model/zone.ts';
import type { Palette } from '../palette.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { LowerPane } from './paint-panes.ts';
import type { PriceWriter } from './price-writer.ts';

export const TEXT_SIZE = 11;
export const TIME_AXIS_HEIGHT = 26;
/** Share of the pane's height that volume may take. */
export const VOLUME_SHARE = 0.18;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Everything that painting reads. Painters change none of it. */
export interface Scene {
  /** Bars as they are drawn: the real ones, or Heikin Ashi. */
  readonly bars: BarStore;
  readonly resolution: ChartResolution;
  readonly document: ChartDocument;
  readonly palette: Palette;
  readonly zone: Zone;
  readonly time: TimeScale;
  readonly price: PriceScale;
  readonly writer: PriceWriter;
  /** Extremes and volume of the bars in view. */
  readonly span: Span | undefined;
  readonly studies: readonly PlottedStudy[];
  readonly panes: readonly LowerPane[];
  /** In view. */
  readonly compares: readonly ComparedLine[];
  readonly locale: string;
  readonly ratio: number;
  /** The pane of the prices; their axis is to its right. Without height while another pane is maximised. */
  readonly width: number;
  readonly height: number;
  /** End of the last pane, where the time axis begins. */
  readonly bottom: number;
  readonly axisWidth: number;
  /** Pixels from the top left corner of the prices that the legend takes. */
  readonly legend: Size;
}

/** The nearest pixel of the device, so that edges are sharp. */
export function sharp(scene: Scene, value: number): number {
  return Math.round(value * scene.ratio) / scene.ratio;
}

export function hairline(scene: Scene): number {
  return Math.max(1, Math.floor(scene.ratio)) / scene.ratio;
}

export function withAlpha(colour: string, alpha: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const hex = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return `${colour}${hex}`;
}

export function monoFont(palette: Palette, weight = 'normal'): string {
  return `${weight} ${TEXT_SIZE}px ${palette.mono}`;
}

export function textFont(palette: Palette, weight = 'normal'): string {
  return `${weight} ${TEXT_SIZE}px ${palette.font}`;
}

/** Those that the first picture of a chart needs. */
export function fontsOf(palette: Palette): readonly string[] {
  return [monoFont(palette), monoFont(palette, '600'), textFont(palette, '500'), textFont(palette, '600')];
}
