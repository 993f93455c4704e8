/** Parts of the picture that are painted separately. */
export type Part = 'base' | 'drawings' | 'lines' | 'live' | 'crosshair';

/** Collects requests until the next animation frame. Idle without requests and while the page is hidden. */
export class FrameLoop {
  private readonly view: Window;
  private readonly paint: (parts: ReadonlySet<Part>) => void;
  private asked = new Set<Part>();
  private frame = 0;

  constructor(view: Window, paint: (parts: ReadonlySet<Part>) => void) {
    this.view = view;
    this.paint = paint;
  }

  ask(part: Part): void {
    this.asked.add(part);
    if (this.frame === 0) this.frame = this.view.requestAnimationFrame(() => this.run());
  }

  /** Paints now. */
  run(): void {
    this.view.cancelAnimationFrame(this.frame);
    this.frame = 0;
    const parts = this.asked;
    this.asked = new Set();
    if (parts.size > 0) this.paint(parts);
  }

  stop(): void {
    this.view.cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.asked.clear();
  }
}
