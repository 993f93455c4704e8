import type { OverlayTemplate } from 'klinecharts';
import type { ChartMark } from '../../bridge/messages.ts';
import { LONG_COLOUR, SHORT_COLOUR } from '../palette.ts';

export const TRADE_MARK_OVERLAY = 'tapedeckTradeMark';
const HALF_WIDTH = 4;
const HEIGHT = 7;
const DISTANCE = 6;

/** A small triangle at a bar: below it and pointing up for a buy, above it and pointing down for a sell. */
export const tradeMarkOverlay: OverlayTemplate<ChartMark> = {
  name: TRADE_MARK_OVERLAY,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, overlay }) => {
    const point = coordinates[0];
    if (point === undefined) return [];
    const direction = overlay.extendData.side === 'Buy' ? 1 : -1;
    const tip = point.y + direction * DISTANCE;
    return {
      type: 'polygon',
      attrs: {
        coordinates: [
          { x: point.x, y: tip },
          { x: point.x - HALF_WIDTH, y: tip + direction * HEIGHT },
          { x: point.x + HALF_WIDTH, y: tip + direction * HEIGHT },
        ],
      },
      styles: { style: 'fill', color: direction === 1 ? LONG_COLOUR : SHORT_COLOUR },
      ignoreEvent: true,
    };
  },
};
