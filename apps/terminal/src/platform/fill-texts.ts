import { BOOK_DEPTH, type FillSimulation } from '@tapedeck/client';
import { quantityCoin, type Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { TickingValue } from './ticking.tsx';
import type { useCommonText } from './texts.tsx';
import { lotsText, priceText, slippageText, UNKNOWN } from './values.ts';

/** What of an order fills at once, in words. */
export interface FillTexts {
  /** Filled and requested quantity; the filled one alone when it is all. */
  quantity(fill: FillSimulation | undefined): TickingValue;
  average(fill: FillSimulation | undefined): string;
  worst(fill: FillSimulation | undefined): string;
  slippage(fill: FillSimulation | undefined): string;
  /** Why the order fills no further; '' while it fills wholly, or its rest waits. */
  end(fill: FillSimulation | undefined): string;
}

export function fillTexts(text: ReturnType<typeof useCommonText>, formats: Formats, instrument: Instrument): FillTexts {
  return {
    quantity(fill) {
      if (fill === undefined) return { text: UNKNOWN };
      const shown = fill.filled === fill.requested ? [fill.filled] : [fill.filled, fill.requested];
      const words = shown.map((count) => lotsText(formats, count, instrument)).join(' / ');
      return { text: words, tone: fill.end === undefined ? 'none' : 'accent' };
    },
    average: (fill) => priceText(formats, fill?.figures?.averagePrice, instrument),
    worst: (fill) => priceText(formats, fill?.figures?.worstPrice, instrument),
    slippage: (fill) => slippageText(formats, fill?.figures, instrument),
    end(fill) {
      if (fill?.end === undefined) return '';
      return text(`fillEnd.${fill.end}`, {
        filled: lotsText(formats, fill.filled, instrument),
        requested: lotsText(formats, fill.requested, instrument),
        coin: quantityCoin(instrument),
        limit: priceText(formats, fill.limit, instrument),
        levels: formats.count(BigInt(BOOK_DEPTH), 0),
      });
    },
  };
}
