import { createStore, type Readable } from '@tapedeck/client';
import { createContext, useContext } from 'react';
import { useReadable } from '../use-readable.ts';
import type { MarketPainter } from './market-painter.ts';

const PainterContext = createContext<MarketPainter | undefined>(undefined);
const NEVER: Readable<boolean> = createStore(false);

export const PainterProvider = PainterContext.Provider;

/** The worker's painter; `undefined` if the page paints by itself. */
export function usePainter(): MarketPainter | undefined {
  const painter = useContext(PainterContext);
  return useReadable(painter?.works ?? NEVER) ? painter : undefined;
}
