import { timeOfIndex } from '../model/calendar.ts';
import { exchangeNow } from '../model/exchange-clock.ts';
import { numberFormat } from './formats.ts';
import { monoFont, sharp, type Scene } from './scene.ts';

const HEIGHT = 15;
/** Overlap with the price's tag, whose corners are round, pixels. */
const OVERLAP = 3;
const SECOND = 1_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const TWO = { minimumIntegerDigits: 2, useGrouping: false } as const;
const PLAIN = { useGrouping: false } as const;
const DAYS = { style: 'unit', unit: 'day', unitDisplay: 'narrow' } as const;
const HOURS = { style: 'unit', unit: 'hour', unitDisplay: 'narrow' } as const;

/** Remaining time: "04:59", "3:04:59", "2d 03h". Zero if the next bar is late. */
export function countdownText(milliseconds: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  const write = (options: Intl.NumberFormatOptions, count: number): string => numberFormat(locale, options).format(count);
  if (seconds >= DAY) return `${write(DAYS, Math.floor(seconds / DAY))} ${write(HOURS, Math.floor(seconds / HOUR) % 24)}`;
  const parts = [write(TWO, Math.floor(seconds / 60) % 60), write(TWO, seconds % 60)];
  return (seconds >= HOUR ? [write(PLAIN, Math.floor(seconds / HOUR)), ...parts] : parts).join(':');
}

/** Where the countdown stands beside the tag of the price at `y`: below it, or above it at the foot of the picture. */
export function countdownTop({ height }: Pick<Scene, 'height'>, y: number, halfTag: number): number {
  const below = y + halfTag - OVERLAP;
  return below + HEIGHT <= height ? below : y - halfTag + OVERLAP - HEIGHT;
}

/** Pixels that the price's tag takes above and below the price, with the countdown. */
export function tagReach(scene: Pick<Scene, 'height' | 'document'>, y: number, halfTag: number): { above: number; below: number } {
  if (!scene.document.settings.switches.countdown) return { above: halfTag, below: halfTag };
  const top = countdownTop(scene, y, halfTag);
  return { above: Math.max(halfTag, y - top), below: Math.max(halfTag, top + HEIGHT - y) };
}

interface Shown {
  readonly scene: Scene;
  readonly top: number;
  readonly ground: string;
  /** When the bar closes. */
  readonly end: number;
}

/** The time until the newest bar closes, as a part of the newest price's tag. Each second it repaints its own rectangle, and nothing else. */
export class Countdown {
  private readonly view: Pick<Window, 'setTimeout' | 'clearTimeout'> & { readonly document: Pick<Document, 'hidden'> };
  private readonly context: CanvasRenderingContext2D;
  private shown: Shown | undefined;
  private timer: number | undefined;

  constructor(view: Countdown['view'], context: CanvasRenderingContext2D) {
    this.view = view;
    this.context = context;
  }

  /** Below the tag of the price at `y`, on the tag's ground. */
  show(scene: Scene, tag: { readonly y: number; readonly half: number; readonly ground: string }): void {
    this.hide();
    const { switches } = scene.document.settings;
    if (!switches.countdown || scene.bars.length === 0 || tag.y < 0 || tag.y > scene.height) return;
    const top = sharp(scene, countdownTop(scene, tag.y, tag.half));
    this.shown = { scene, top, ground: tag.ground, end: timeOfIndex(scene.bars, scene.resolution, scene.bars.length) };
    this.paint(this.shown);
    this.paintAgain();
  }

  /** Stops repainting; the layer keeps the last figure. */
  hide(): void {
    this.view.clearTimeout(this.timer);
    this.shown = undefined;
  }

  /** Takes away what was painted. */
  clear(): void {
    if (this.shown !== undefined) this.wipe(this.shown);
    this.hide();
  }

  private paintAgain(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const left = shown.end - exchangeNow();
    if (left <= 0) return;
    // At the moment at which the figure changes.
    this.timer = this.view.setTimeout(
      () => {
        if (!this.view.document.hidden) {
          this.wipe(shown);
          this.paint(shown);
        }
        this.paintAgain();
      },
      left % SECOND || SECOND,
    );
  }

  private wipe({ scene, top }: Shown): void {
    this.context.clearRect(scene.width, top, scene.axisWidth, HEIGHT);
  }

  private paint({ scene, top, ground, end }: Shown): void {
    const { context } = this;
    const { palette, width, axisWidth } = scene;
    context.fillStyle = ground;
    context.beginPath();
    context.roundRect(width + 2, top, axisWidth - 4, HEIGHT, 3);
    context.fill();
    context.font = monoFont(palette);
    context.fillStyle = palette.background;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(countdownText(end - exchangeNow(), scene.locale), width + axisWidth / 2, top + HEIGHT / 2 + 0.5);
  }
}
