import type { ChartLine } from '../../bridge/messages.ts';
import type { LineKind } from '../../bridge/trading.ts';
import { LINE_GROUPS, type LineGroup, type TradingLook } from '../document/chart-document.ts';

/** Priority if not all labels fit: the highest rank is dropped last. */
export const RANK: { readonly [K in LineKind]: number } = {
  order: 0,
  conditional: 0,
  trailing: 0,
  alert: 0,
  breakeven: 1,
  preOrder: 2,
  liquidation: 2,
  takeProfit: 2,
  stopLoss: 2,
  position: 3,
};

const SOLID: readonly number[] = [];
const DASHED: readonly number[] = [6, 4];
const DOTTED: readonly number[] = [2, 3];
/** Solid: positions and resting orders. Dashed: lines with a trigger. Dotted: information, and orders not sent yet. */
export const DASH: { readonly [K in LineKind]: readonly number[] } = {
  position: SOLID,
  order: SOLID,
  conditional: DASHED,
  takeProfit: DASHED,
  stopLoss: DASHED,
  trailing: DASHED,
  liquidation: DASHED,
  breakeven: DOTTED,
  preOrder: DOTTED,
  alert: DASHED,
};

/** Alerts have a switch in the settings. */
const GROUP: { readonly [K in Exclude<LineKind, 'alert'>]: LineGroup } = {
  position: 'position',
  order: 'orders',
  conditional: 'orders',
  takeProfit: 'orders',
  stopLoss: 'orders',
  trailing: 'orders',
  liquidation: 'liquidation',
  breakeven: 'breakeven',
  preOrder: 'form',
};

/** The lines that the user wants to see. */
export const shownLines = (lines: readonly ChartLine[], { shown }: TradingLook): readonly ChartLine[] =>
  lines.filter(({ kind }) => kind === 'alert' || shown.includes(GROUP[kind]));

/** The groups after one is shown or hidden. */
export const toggled = (shown: readonly LineGroup[], group: LineGroup): readonly LineGroup[] =>
  LINE_GROUPS.filter((one) => (one === group) !== shown.includes(one));

/** Pixels (CHT-19). */
export const LINE_WIDTH: { readonly [K in TradingLook['width']]: number } = { thin: 0.5, medium: 1, thick: 2 };

/** Line lengths (CHT-19): percent of the picture's width from the price axis; below 0, pixels from its left edge. */
const LENGTH: { readonly [K in TradingLook['length']]: number } = { left: -60, center: 44, right: 12 };
const PRE_ORDER_LENGTH = 88;

/** Pixel from which a line has full opacity up to its label. Left of it, it is faint. */
export function strongFrom({ kind }: ChartLine, width: number, { length }: TradingLook): number {
  const own = kind === 'preOrder' ? PRE_ORDER_LENGTH : LENGTH[length];
  return own < 0 ? Math.min(width, -own) : width * (1 - own / 100);
}
