import { MarketPainter } from './market-painter.ts';
import { facesFor } from './page-fonts.ts';

/** Font of the numbers on canvases. */
const FAMILY = 'JetBrains Mono Variable';

/** The painting worker, in browsers that support it. */
export function startPainter(): MarketPainter | undefined {
  const canPaint =
    typeof Worker === 'function' && typeof OffscreenCanvas === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  if (!canPaint) return undefined;
  const worker = new Worker(new URL('../../market-worker.ts', import.meta.url), { type: 'module', name: 'market' });
  const painter = new MarketPainter(worker);
  painter.loadFonts(facesFor(FAMILY, '0'));
  return painter;
}
