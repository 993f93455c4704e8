import { makeDepthScene } from './features/depth-chart/depth-scene.ts';
import { makeBookScene } from './features/order-book/book-scene.ts';
import { makeTapeScene } from './features/trades/tape-scene.ts';
import { Painters } from './platform/painting/painters.ts';
import { fontArrived } from './platform/painting/scene.ts';
import type { FontTerms, ToWorker } from './platform/painting/worker-messages.ts';

/** A worker has its own fonts; the font library supports pages only. */
declare const fonts: FontFaceSet;

const painters = new Painters({ book: makeBookScene, depth: makeDepthScene, tape: makeTapeScene }, (message) => postMessage(message));

/** If a font cannot be loaded, the next one of its list is used. */
async function load({ family, source, weight, unicodeRange }: FontTerms): Promise<void> {
  const face = await new FontFace(family, source, { weight, unicodeRange }).load();
  fonts.add(face);
  fontArrived();
  painters.repaint();
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'fonts') for (const font of data.fonts) void load(font).catch(() => undefined);
  else painters.receive(data);
});
