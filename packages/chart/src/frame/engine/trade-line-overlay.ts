import { utils, type Overlay, type OverlayFigure, type OverlayTemplate, type TextStyle } from 'klinecharts';
import type { ChartLine } from '../../bridge/messages.ts';
import { LONG_COLOUR, SHORT_COLOUR, type Palette } from '../palette.ts';

export const TRADE_LINE_OVERLAY = 'tapedeckTradeLine';

/** What a drawn line carries: the line itself, and what turns it into text and colour now. */
export interface TradeLineData {
  readonly line: ChartLine;
  readonly palette: Palette;
  readonly price: string;
}

const LABEL_SIZE = 11;
const LABEL_PADDING = 6;
const LABEL_HEIGHT_PADDING = 4;
/** Half of a label's height: so far off, it stands beside its line. */
const LABEL_SHIFT = LABEL_SIZE / 2 + LABEL_HEIGHT_PADDING + 1;
/** Room kept between a label and the price axis. */
const END_GAP = 12;

/** Where each kind's label begins, as a share of the width: neighbours such as entry and break-even do not cover each other. */
const LABEL_START: { readonly [K in ChartLine['kind']]: number } = { breakeven: 0.24, position: 0.46, liquidation: 0.46, order: 0.68 };

/** Everything of a button's figure that is not a click; a right click would remove the line. */
const NOT_A_CLICK: NonNullable<OverlayFigure['ignoreEvent']> = [
  'onDoubleClick',
  'onRightClick',
  'onPressedMoveStart',
  'onPressedMoving',
  'onPressedMoveEnd',
  'onSelected',
  'onDeselected',
];
const BUTTON_KEY = 'button:';

/** The button a clicked figure stands for. */
export function buttonOfFigure(key: string | undefined): string | undefined {
  return key?.startsWith(BUTTON_KEY) === true ? key.slice(BUTTON_KEY.length) : undefined;
}

export function toneOf(line: ChartLine, palette: Palette): string {
  if (line.kind === 'liquidation') return SHORT_COLOUR;
  if (line.kind === 'breakeven') return palette.accent;
  return line.side === 'Buy' ? LONG_COLOUR : SHORT_COLOUR;
}

/** A dashed line over the whole width with a label, buttons in it, and its price on the axis. */
export const tradeLineOverlay: OverlayTemplate<TradeLineData> = {
  name: TRADE_LINE_OVERLAY,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y;
    if (y === undefined) return [];
    const { line, palette } = dataOf(overlay);
    const color = toneOf(line, palette);
    return [
      {
        key: 'line',
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], size: 1, color },
        ignoreEvent: true,
      },
      ...labelFigures(line, palette, color, { y, width: bounding.width }),
    ];
  },
  createYAxisFigures: ({ coordinates, overlay }) => {
    const y = coordinates[0]?.y;
    if (y === undefined) return [];
    const { line, palette, price } = dataOf(overlay);
    return {
      key: 'price',
      type: 'text',
      attrs: { x: 0, y, text: price, align: 'left', baseline: 'middle' },
      styles: boxStyles(palette, toneOf(line, palette)),
      ignoreEvent: true,
    };
  },
};

/** The library's own type says the data is there; it was given when the line was made. */
function dataOf(overlay: Overlay<TradeLineData>): TradeLineData {
  return overlay.extendData;
}

/** Text in the theme's text colour on its own ground, framed in the line's colour: readable in both themes. */
function boxStyles(palette: Palette, frame: string): Partial<TextStyle> {
  return {
    style: 'stroke_fill',
    color: palette.text,
    backgroundColor: palette.raised,
    borderColor: frame,
    borderSize: 1,
    borderStyle: 'solid',
    borderRadius: 3,
    size: LABEL_SIZE,
    family: palette.font,
    weight: 'normal',
    paddingLeft: LABEL_PADDING,
    paddingRight: LABEL_PADDING,
    paddingTop: LABEL_HEIGHT_PADDING,
    paddingBottom: LABEL_HEIGHT_PADDING,
  };
}

interface LabelPart {
  readonly key: string;
  readonly text: string;
  readonly ignoreEvent: NonNullable<OverlayFigure['ignoreEvent']>;
}

function labelFigures(
  line: ChartLine,
  palette: Palette,
  color: string,
  place: { readonly y: number; readonly width: number },
): OverlayFigure[] {
  const styles = boxStyles(palette, color);
  const texts: readonly LabelPart[] = [
    { key: 'label', text: line.text, ignoreEvent: true },
    ...line.buttons.map((button) => ({ key: `${BUTTON_KEY}${button.id}`, text: button.label, ignoreEvent: NOT_A_CLICK })),
  ];
  const parts = texts.map((part) => ({
    ...part,
    width: utils.calcTextWidth(part.text, LABEL_SIZE, 'normal', palette.font) + 2 * LABEL_PADDING,
  }));
  const total = parts.reduce((sum, part) => sum + part.width, 0);
  const y = place.y + { above: -LABEL_SHIFT, below: LABEL_SHIFT, on: 0 }[line.place];
  let x = Math.max(0, Math.min(Math.round(place.width * LABEL_START[line.kind]), place.width - total - END_GAP));
  return parts.map(({ key, text, ignoreEvent, width }) => {
    const attrs = { x, y, text, width, align: 'left', baseline: 'middle' };
    x += width;
    return { key, type: 'text', attrs, styles, ignoreEvent };
  });
}
