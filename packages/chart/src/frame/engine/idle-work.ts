/** Slice and the pause before it in browsers without idle callbacks, ms. */
const SLICE_MS = 8;
const PAUSE_MS = 50;
/** Maximum wait on a page that is never idle, ms. */
const WAIT_MS_MAX = 1_000;

/** Work done in slices while the page has nothing else to do. */
export class IdleWork {
  private readonly view: Window;
  private readonly work: () => boolean;
  private cancel: (() => void) | undefined;

  /** `work` does a small part and returns true when nothing remains. */
  constructor(view: Window, work: () => boolean) {
    this.view = view;
    this.work = work;
  }

  start(): void {
    this.cancel ??= this.ask();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private ask(): () => void {
    const { view } = this;
    // Safari has no idle callbacks.
    if (typeof view.requestIdleCallback !== 'function') {
      const timer = view.setTimeout(() => this.run(view.performance.now() + SLICE_MS), PAUSE_MS);
      return () => view.clearTimeout(timer);
    }
    const handle = view.requestIdleCallback((deadline) => this.run(view.performance.now() + deadline.timeRemaining()), {
      timeout: WAIT_MS_MAX,
    });
    return () => view.cancelIdleCallback(handle);
  }

  private run(until: number): void {
    this.cancel = undefined;
    do if (this.work()) return;
    while (this.view.performance.now() < until);
    this.start();
  }
}
