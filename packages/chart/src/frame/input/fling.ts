/** Time before the release that determines its speed, ms. */
const MEMORY_MS = 100;
/** Pixels per millisecond: minimum speed that starts a fling, maximum speed, and the speed at which it ends. */
const SPEED = { least: 0.25, most: 6, end: 0.02 };
/** Time in which the speed falls to a third, ms. */
const DECAY_MS = 325;

export interface FlingView {
  readonly requestAnimationFrame: (run: (now: number) => void) => number;
  readonly cancelAnimationFrame: (frame: number) => void;
  readonly matchMedia: (query: string) => { readonly matches: boolean };
}

/** Continues a horizontal drag after its release. */
export class Fling {
  private readonly view: FlingView;
  private readonly move: (pixels: number) => void;
  private samples: { readonly x: number; readonly time: number }[] = [];
  private frame = 0;

  constructor(view: FlingView, move: (pixels: number) => void) {
    this.view = view;
    this.move = move;
  }

  /** Where the pointer is while it drags. */
  follow(x: number, time: number): void {
    this.samples = [...this.samples.filter((sample) => time - sample.time <= MEMORY_MS), { x, time }];
  }

  release(time: number): void {
    const recent = this.samples.filter((sample) => time - sample.time <= MEMORY_MS);
    this.samples = [];
    const [first] = recent;
    const last = recent.at(-1);
    if (first === undefined || last === undefined || last.time <= first.time) return;
    const speed = (last.x - first.x) / (last.time - first.time);
    if (Math.abs(speed) < SPEED.least || this.view.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.glide(Math.max(-SPEED.most, Math.min(SPEED.most, speed)), undefined);
  }

  /** Another gesture begins, or the chart goes. */
  stop(): void {
    this.samples = [];
    this.view.cancelAnimationFrame(this.frame);
  }

  private glide(speed: number, before: number | undefined): void {
    if (Math.abs(speed) < SPEED.end) return;
    this.frame = this.view.requestAnimationFrame((now) => {
      const passed = before === undefined ? 0 : Math.max(0, now - before);
      const left = speed * Math.exp(-passed / DECAY_MS);
      // Integral of the decaying speed.
      if (passed > 0) this.move((speed - left) * DECAY_MS);
      this.glide(left, now);
    });
  }
}
