/** What a picture of a position says, as it is written. */
export interface SharedPosition {
  readonly product: string;
  readonly symbol: string;
  /** Side, margin mode, leverage. */
  readonly terms: string;
  readonly isGain: boolean;
  readonly roi: string;
  /** Left out when it is nobody's business. */
  readonly profit: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly footer: string;
}

/** Colours and letters of the page. */
export interface PictureStyle {
  readonly ground: string;
  readonly panel: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly font: string;
  readonly mono: string;
}

export const PICTURE = { width: 720, height: 480 } as const;
const EDGE = 44;

interface Writing {
  readonly at: readonly [x: number, y: number];
  readonly font: string;
  readonly colour: string;
  readonly align?: CanvasTextAlign;
}

function write(context: CanvasRenderingContext2D, text: string, { at, font, colour, align = 'left' }: Writing): void {
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, ...at);
}

function drawGround(context: CanvasRenderingContext2D, style: PictureStyle, colour: string): void {
  const { width, height } = PICTURE;
  context.fillStyle = style.ground;
  context.fillRect(0, 0, width, height);
  // Steps that rise with a gain and fall with a loss.
  context.globalAlpha = 0.12;
  context.fillStyle = colour;
  const steps = 9;
  for (let step = 0; step < steps; step += 1) {
    const size = 30 + (colour === style.up ? step : steps - step) * 24;
    context.fillRect(width - (steps - step) * 40, height - 60 - size, 26, size);
  }
  context.globalAlpha = 1;
  context.fillStyle = colour;
  context.fillRect(0, 0, 6, height);
}

/** Draws the picture; the canvas takes its size. Nothing leaves the page. */
export function drawPosition(canvas: HTMLCanvasElement, shared: SharedPosition, style: PictureStyle): void {
  const { width, height } = PICTURE;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const colour = shared.isGain ? style.up : style.down;
  drawGround(context, style, colour);
  const { font, mono, text, muted, accent } = style;
  write(context, shared.product, { at: [EDGE, 62], font: `700 22px ${font}`, colour: accent });
  write(context, shared.symbol, { at: [EDGE, 122], font: `700 30px ${font}`, colour: text });
  write(context, shared.terms, { at: [EDGE, 154], font: `500 17px ${font}`, colour });
  write(context, shared.roi, { at: [EDGE, 244], font: `700 64px ${mono}`, colour });
  if (shared.profit !== undefined) write(context, shared.profit, { at: [EDGE, 284], font: `600 22px ${mono}`, colour });
  shared.facts.forEach(([name, value], index) => {
    const x = EDGE + index * 200;
    write(context, name, { at: [x, 346], font: `500 15px ${font}`, colour: muted });
    write(context, value, { at: [x, 374], font: `600 20px ${mono}`, colour: text });
  });
  context.fillStyle = style.line;
  context.fillRect(EDGE, height - 60, width - 2 * EDGE, 1);
  write(context, shared.footer, { at: [EDGE, height - 28], font: `500 14px ${font}`, colour: muted });
}
