const MOST = 2_000;

/** Cached text widths: measuring is the expensive part of a label. */
export class TextWidths {
  private readonly context: CanvasRenderingContext2D;
  private readonly known = new Map<string, number>();
  /** Increases with every change of the fonts, which makes values derived from widths stale. */
  changes = 0;

  constructor(context: CanvasRenderingContext2D) {
    this.context = context;
  }

  of(text: string, font: string): number {
    const key = `${font}\n${text}`;
    let width = this.known.get(key);
    if (width === undefined) {
      this.context.font = font;
      width = this.context.measureText(text).width;
      // Ticking figures always produce new texts.
      if (this.known.size >= MOST) this.known.clear();
      this.known.set(key, width);
    }
    return width;
  }

  /** Fonts arrived or changed. */
  forget(): void {
    this.known.clear();
    this.changes += 1;
  }
}
