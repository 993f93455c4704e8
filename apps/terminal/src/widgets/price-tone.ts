import { priceTrend } from '@tapedeck/client';
import { priceUnits, type Price } from '@tapedeck/domain';
import { useRef } from 'react';

const TONES = { UP: 'up', DOWN: 'down' } as const;

/** Tone of each price: up after a rise, down after a fall, unchanged at an equal price; none for the first. */
export function usePriceTone(): (price: Price) => 'up' | 'down' | 'none' {
  const seen = useRef<{ units: bigint; tone: 'up' | 'down' | 'none' } | undefined>(undefined);
  return (price) => {
    const units = priceUnits(price);
    const before = seen.current;
    const trend = before === undefined ? 'NORMAL' : priceTrend(before.units, units);
    const tone = trend === 'NORMAL' ? (before?.tone ?? 'none') : TONES[trend];
    seen.current = { units, tone };
    return tone;
  };
}
