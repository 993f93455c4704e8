/** Starts the chart in this window; for the script of the frame's page. Returns a function that ends it. */
export function startChartFrame(view: Window = window): () => void {
  view.document.documentElement.classList.add('chart-frame-page');
  return () => view.document.documentElement.classList.remove('chart-frame-page');
}
