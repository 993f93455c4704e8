/** Calls `onSize` once per frame when the size of one of them changed. Returns a function that ends it. */
export function followSize(view: Window, targets: readonly Element[], onSize: () => void): () => void {
  let scheduled = 0;
  const observer = new ResizeObserver(() => {
    if (scheduled !== 0) return;
    scheduled = view.requestAnimationFrame(() => {
      scheduled = 0;
      onSize();
    });
  });
  for (const target of targets) observer.observe(target);
  return () => {
    observer.disconnect();
    view.cancelAnimationFrame(scheduled);
  };
}
