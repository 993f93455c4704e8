import type { InputOf, Resolution } from '@tapedeck/protocol';
import type { v5KlineQuery } from '@tapedeck/protocol/v5';

/** An interval of bars as the public API names it. */
export type Interval = InputOf<typeof v5KlineQuery>['interval'];

export const RESOLUTION_OF: Readonly<Record<Interval, Resolution>> = {
  '1': '1',
  '3': '3',
  '5': '5',
  '15': '15',
  '30': '30',
  '60': '60',
  '120': '120',
  '240': '240',
  '360': '360',
  '720': '720',
  D: '1D',
  W: '1W',
  M: '1M',
};

export const isInterval = (text: string): text is Interval => Object.hasOwn(RESOLUTION_OF, text);
