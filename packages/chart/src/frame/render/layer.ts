/** One of the canvases that lie over each other. Pixels are CSS pixels; `ratio` device pixels make one. */
export class Layer {
  readonly context: CanvasRenderingContext2D;
  readonly canvas: HTMLCanvasElement;

  constructor(container: HTMLElement, level: number) {
    this.canvas = container.ownerDocument.createElement('canvas');
    this.canvas.className = 'chart-layer';
    this.canvas.style.zIndex = String(level);
    const context = this.canvas.getContext('2d');
    if (context === null) throw new Error('The browser gives no canvas to draw on');
    this.context = context;
    container.append(this.canvas);
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  clear(): void {
    this.context.save();
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.restore();
  }

  /** A layer on which nothing is painted costs nothing while it is hidden. */
  show(isShown: boolean): void {
    if (this.canvas.hidden === isShown) this.canvas.hidden = !isShown;
  }

  /** Gives the memory back at once: browsers collect canvases late. */
  remove(): void {
    this.canvas.width = 0;
    this.canvas.height = 0;
    this.canvas.remove();
  }
}
