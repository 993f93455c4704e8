import type { ChartLine } from '../../bridge/messages.ts';
import { DASH, RANK } from '../trading/line-look.ts';
import { stackLabels } from '../trading/stacking.ts';
import { tagReach } from './countdown.ts';
import { coverFigures, figuresIn } from './cover-figures.ts';
import { colourOfLine } from './paint-label.ts';
import { TEXT_SIZE, monoFont, sharp, type Scene } from './scene.ts';

const TAG_HEIGHT = 17;

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
  // Those at the newest price are covered below its tag, which this would cover too.
  const newest = figuresIn(scene, { top: lastY - reach.above, bottom: lastY + reach.below });
  const rows = tags.flatMap(({ y }) => figuresIn(scene, { top: y - TAG_HEIGHT / 2, bottom: y + TAG_HEIGHT / 2 }));
  coverFigures(
    context,
    scene,
    rows.filter((y) => !newest.includes(y)),
  );
  for (const tag of tags) paintTag(context, scene, tag);
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
