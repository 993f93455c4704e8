import type { DeepPartial, Styles } from 'klinecharts';
import type { Palette } from '../palette.ts';

const SMALL = 11;

/** The chart library's styles for a palette: every colour and font of ours, none of its own. */
export function klineStyles(palette: Palette): DeepPartial<Styles> {
  const { up, down, line, textDim, textMuted, font, mono } = palette;
  const axis = {
    axisLine: { color: line },
    tickLine: { show: false },
    tickText: { color: textMuted, family: mono, size: SMALL },
  };
  const crosshairLabel = {
    color: palette.background,
    backgroundColor: textMuted,
    borderColor: textMuted,
    family: mono,
    size: SMALL,
  };
  const extreme = { color: textMuted, textFamily: mono, textSize: SMALL };
  return {
    grid: {
      horizontal: { color: line, style: 'solid', size: 1 },
      vertical: { show: false },
    },
    candle: {
      type: 'candle_solid',
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: textDim,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: textDim,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: textDim,
      },
      priceMark: {
        high: extreme,
        low: extreme,
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: textDim,
          text: { color: palette.background, family: mono, size: SMALL, weight: 600 },
        },
      },
      // The legend is made of elements, so that it can be read and selected.
      tooltip: { showRule: 'none' },
    },
    indicator: {
      tooltip: { showRule: 'none' },
      lastValueMark: { show: false },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: `${line}80` },
    crosshair: {
      horizontal: { line: { color: textDim }, text: crosshairLabel },
      vertical: { line: { color: textDim }, text: { ...crosshairLabel, family: font } },
    },
  };
}
