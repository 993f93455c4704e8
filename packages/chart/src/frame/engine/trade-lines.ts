import type { ChartLine } from '../../bridge/messages.ts';
import type { Grip, GripSource, Point } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';
import type { Stage } from '../render/stage.ts';

/** Pixels that the newest price may move before the tags of the lines make room anew. */
const TAG_DRIFT = 6;

export interface TradeLinesOutlet {
  readonly lineButton: (lineId: string, buttonId: string) => void;
  /** The lines are to be painted anew. */
  readonly changed: () => void;
}

/** The account's lines over the bars, with their labels and buttons. */
export class TradeLines implements GripSource {
  private readonly stage: Stage;
  private readonly outlet: TradeLinesOutlet;
  private lines: readonly ChartLine[] = [];
  /** A line that shows its buttons where labels have none. */
  private openedLine: string | undefined;
  /** Newest price around which the tags were stacked. */
  private tagsAround = 0;

  constructor(stage: Stage, outlet: TradeLinesOutlet) {
    this.stage = stage;
    this.outlet = outlet;
  }

  set(lines: readonly ChartLine[]): void {
    // Of two lines with one id the later counts (CHT-18).
    this.lines = [...new Map(lines.map((line) => [line.id, line])).values()];
  }

  /** Pixels that the labels need beside the newest bar. */
  columnWidth(scene: Scene): number {
    return this.stage.columnWidth(this.lines, scene);
  }

  gripAt({ x, y }: Point): Grip | undefined {
    const hit = this.stage.labelAt(x, y);
    if (hit === undefined) return undefined;
    const { lineId, buttonId } = hit;
    if (buttonId !== undefined) return { cursor: 'pointer', press: () => this.outlet.lineButton(lineId, buttonId) };
    return {
      cursor: 'crosshair',
      keepsCrosshair: true,
      press: () => {
        this.openedLine = this.openedLine === lineId ? undefined : lineId;
        this.outlet.changed();
      },
    };
  }

  /** Also unasked, when the newest price has moved so far that the tags must make room anew. `lastY` is its pixel. */
  paint(scene: Scene, lastY: number, isAsked: boolean): void {
    if (!isAsked && Math.abs(lastY - this.tagsAround) <= TAG_DRIFT) return;
    this.tagsAround = lastY;
    this.stage.paintLines(scene, { lines: this.lines, lastY, openedId: this.openedLine });
  }
}
