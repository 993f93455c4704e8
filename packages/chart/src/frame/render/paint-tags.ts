import type { ChartLine } from '../../bridge/messages.ts';
import { DASH, RANK } from '../trading/line-look.ts';
import { stackLabels } from '../trading/stacking.ts';
import { tagReach } from './countdown.ts';
import { priceTicks } from './paint-axes.ts';
import { colourOfLine } from './paint-label.ts';
import { TEXT_SIZE, monoFont, sharp, type Scene } from './scene.ts';

const TAG_HEIGHT = 17;
/** Half the height of a figure of the axis. */
const FIGURE = 7;

export interface TaggedLine {
  readonly line: ChartLine;
  readonly y: number;
}

/** Prices of the lines on the axis, above and below the newest price, which never moves. `placed` from top to bottom. */
export function paintTags(context: CanvasRenderingContext2D, scene: Scene, placed: readonly TaggedLine[], lastY: number): void {
  const { height } = scene;
  const reach = tagReach(scene, lastY, TAG_HEIGHT / 2 + 1);
  const edge = Math.min(height, Math.max(0, lastY));
  const parts = [
    { own: placed.filter(({ y }) => y < lastY), top: 0, bottom: edge - reach.above },
    { own: placed.filter(({ y }) => y >= lastY), top: edge + reach.below, bottom: height },
  ];
  const tags = parts.flatMap(({ own, top, bottom }) => {
    const wanted = own.map(({ line, y }) => ({ y, rank: RANK[line.kind] }));
    const places = stackLabels(wanted, { height: TAG_HEIGHT + 1, top, bottom, centre: lastY });
    return own.flatMap(({ line }, index) => {
      const y = places[index];
      return y === undefined ? [] : [{ line, y }];
    });
  });
  coverFigures(context, scene, tags, lastY);
  for (const tag of tags) paintTag(context, scene, tag);
}

/** A figure of the axis that a tag covers in part is covered whole, so that nothing of it peeks out. */
function coverFigures(context: CanvasRenderingContext2D, scene: Scene, tags: readonly TaggedLine[], lastY: number): void {
  const { palette, width, axisWidth } = scene;
  const reach = TAG_HEIGHT / 2 + FIGURE;
  context.fillStyle = palette.background;
  for (const { y } of priceTicks(scene)) {
    if (Math.abs(y - lastY) < reach + FIGURE || !tags.some((tag) => Math.abs(tag.y - y) < reach)) continue;
    context.fillRect(width + 1, y - FIGURE, axisWidth - 1, 2 * FIGURE);
  }
}

function paintTag(context: CanvasRenderingContext2D, scene: Scene, { line, y }: TaggedLine): void {
  const { palette, width, axisWidth, writer } = scene;
  const colour = colourOfLine(line, palette);
  const isFilled = line.kind === 'position';
  context.fillStyle = isFilled ? colour : palette.background;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash(DASH[line.kind].length === 0 ? [] : [3, 2]);
  context.beginPath();
  context.roundRect(sharp(scene, width) + 2.5, sharp(scene, y - TAG_HEIGHT / 2) + 0.5, axisWidth - 5, TAG_HEIGHT, 3);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = isFilled ? '#ffffff' : palette.text;
  context.fillText(writer.price(line.price), width + 8, y + TEXT_SIZE * 0.05 + 0.5);
}
