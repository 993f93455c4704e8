import workerAddress from '../../market-worker.ts?worker&url';
import { MarketPainter } from './market-painter.ts';
import { facesFor } from './page-fonts.ts';

/** Font of the numbers on canvases. */
const FAMILY = 'JetBrains Mono Variable';

/** The content security policy of the pages allows this policy alone, and it passes one address alone. */
const scripts = globalThis.trustedTypes?.createPolicy('tapedeck', { createScriptURL: () => workerAddress });

/** The painting worker, in browsers that support it. */
export function startPainter(): MarketPainter | undefined {
  const canPaint =
    typeof Worker === 'function' && typeof OffscreenCanvas === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  if (!canPaint) return undefined;
  const worker = new Worker(scripts?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module', name: 'market' });
  const painter = new MarketPainter(worker);
  painter.loadFonts(facesFor(FAMILY, '0'));
  return painter;
}
