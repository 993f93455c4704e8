import { rate, ticks, type StopRecord } from '@tapedeck/domain';
import { formatsOf } from '@tapedeck/i18n';
import { expect, test } from 'vitest';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import english from './text.en.json';
import { waitingText } from './waiting-text.ts';

const text: Parameters<typeof waitingText>[3]['text'] = (key, values) =>
  english[key as keyof typeof english].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name]));
const base = { kind: 'Stop', closeOnTrigger: false, wholePosition: false, parent: 0 } as const;
const shown = (stop: StopRecord | undefined): string =>
  waitingText(formatsOf('en'), stop, TEST_INSTRUMENT, { text, source: (name) => name.replace('Price', '') });

test('ORD-01 a table says what each kind of conditional order waits for', () => {
  expect(shown(undefined)).toBe('--');
  expect(shown({ ...base, trigger: { price: ticks(641_000), direction: 'Rising', source: 'MarkPrice' } })).toBe('≥ 64,100.0 Mark');
  expect(shown({ ...base, kind: 'MmRateClose', marginRate: rate(80_000_000n) })).toBe('MMR ≥ 80.00%');
  const trailing = { distance: ticks(1_000), share: rate(0n), activation: ticks(0) };
  expect(shown({ ...base, kind: 'TrailingStop', trailing })).toBe('Trails by 100.0');
  expect(shown({ ...base, kind: 'TrailingStop', trailing: { ...trailing, distance: ticks(0), share: rate(1_500_000n) } })).toBe(
    'Trails by 1.50%',
  );
  expect(shown({ ...base, kind: 'TrailingStop', trailing: { ...trailing, activation: ticks(650_000) } })).toBe(
    'Trails by 100.0 from 65,000.0',
  );
});
