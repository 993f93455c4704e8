import type { TapeTrade } from '@tapedeck/client';
import { formatsOf } from '@tapedeck/i18n';
import { TAPE_ROW, type TapeSetup } from './tape-messages.ts';
import { tapeTexts } from './tape-texts.ts';

const PADDING = 12;
const MARK = { gap: 6, padding: 4, radius: 3 } as const;

/** The part of a canvas's context that is used, of the page's and of the worker's. */
export type TapeContext = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textAlign' | 'textBaseline' | 'fillText' | 'measureText' | 'beginPath' | 'roundRect' | 'fill'
>;

/** As a browser places a line of text: whole pixels above and below the baseline. */
interface Extent {
  readonly above: number;
  readonly below: number;
}

function extentOf(context: TapeContext, font: string): Extent {
  context.font = font;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('0');
  return { above: Math.round(fontBoundingBoxAscent), below: Math.round(fontBoundingBoxDescent) };
}

/** Paints trades into the rows of a canvas. */
export class TapePainter {
  readonly #context: TapeContext;
  readonly #setup: TapeSetup;
  readonly #line: Extent;

  constructor(context: TapeContext, setup: TapeSetup) {
    this.#context = context;
    this.#setup = setup;
    context.textBaseline = 'alphabetic';
    this.#line = extentOf(context, setup.palette.font);
  }

  paint(trade: TapeTrade, row: number): void {
    const context = this.#context;
    const { layout, palette, terms } = this.#setup;
    const { width } = layout;
    const [price, quantity, time] = tapeTexts({ ...trade, time: trade.time + terms.timeOffset }, formatsOf(terms.locale), terms);
    const baseline = row * TAPE_ROW + Math.floor((TAPE_ROW + this.#line.above - this.#line.below) / 2);
    context.font = palette.font;
    this.#write(price, PADDING, 'start', baseline, trade.side === 'Buy' ? palette.up : palette.down);
    this.#write(quantity, (width * 2) / 3, 'end', baseline, palette.text);
    this.#write(time, width - PADDING, 'end', baseline, palette.muted);
    if (trade.liquidation) this.#mark((width * 2) / 3 - context.measureText(quantity).width - MARK.gap, baseline);
  }

  /** From the edge where lines begin. */
  #write(text: string, at: number, edge: 'start' | 'end', baseline: number, colour: string): void {
    const { width, direction } = this.#setup.layout;
    const fromLeft = direction === 'ltr';
    this.#context.textAlign = (edge === 'start') === fromLeft ? 'left' : 'right';
    this.#context.fillStyle = colour;
    this.#context.fillText(text, fromLeft ? at : width - at, baseline);
  }

  /** `end` is the edge of the mark that is nearer to the quantity. */
  #mark(end: number, baseline: number): void {
    const context = this.#context;
    const { layout, palette, terms } = this.#setup;
    const { above, below } = extentOf(context, palette.markFont);
    const width = context.measureText(terms.mark).width + 2 * MARK.padding;
    const left = layout.direction === 'ltr' ? end - width : layout.width - end;
    context.fillStyle = palette.accentGround;
    context.beginPath();
    context.roundRect(left, baseline - above, width, above + below, MARK.radius);
    context.fill();
    this.#write(terms.mark, end - MARK.padding, 'end', baseline, palette.accent);
  }
}
