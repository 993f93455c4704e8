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

  /** Paints in a box and nowhere else. */
  within<T>(
    { left, right, top, bottom }: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
    paint: (context: CanvasRenderingContext2D) => T,
  ): T {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    const result = paint(context);
    context.restore();
    return result;
  }

  /** Moves what is painted in the left upper part sideways, all in pixels of the device. */
  shift(by: number, width: number, height: number): void {
    const { context, canvas } = this;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    context.globalCompositeOperation = 'copy';
    context.drawImage(canvas, by, 0);
    context.restore();
  }

  /** Gives the memory back at once: browsers collect canvases late. */
  remove(): void {
    this.canvas.width = 0;
    this.canvas.height = 0;
    this.canvas.remove();
  }
}
