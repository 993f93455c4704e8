import { expect, it } from 'vitest';
import { applyCommand, newDocument } from '../document/chart-document.ts';
import { readLayoutFile, writeLayoutFile } from './layout-file.ts';

const document = applyCommand(newDocument('Asia/Tokyo'), {
  kind: 'addStudy',
  study: {
    id: 's1',
    indicator: 'ema',
    inputs: { length: 9 },
    source: { price: 'hl2' },
    looks: [{ tone: 'third', width: 2, shown: true }],
    shown: true,
    hiddenOn: ['1'],
  },
});
const file = writeLayoutFile({ name: 'Swing', ticker: 'BTCUSDT', resolution: '240' }, document);
const changed = (part: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...(JSON.parse(file) as Record<string, unknown>), ...part });

it('CHT-06 a layout comes back from its file as it was', () => {
  expect(readLayoutFile(file)).toEqual({ head: { name: 'Swing', ticker: 'BTCUSDT', resolution: '240' }, document });
});

it('CHT-06 a file of an older program lacks what came later, and is read', () => {
  const { habits: _, trading: __, ...older } = document;
  expect(readLayoutFile(changed({ document: older }))).toMatchObject({ document });
});

it('CHT-29 a file that is broken, or of a newer program, is refused', () => {
  const studies = [...document.studies, { id: 's2', indicator: 'unknown' }];
  for (const broken of [
    '',
    '{',
    'null',
    '[]',
    '{"kind":"tapedeck-chart-layout"}',
    file.slice(0, -20),
    changed({ kind: 'other' }),
    changed({ name: '  ' }),
    changed({ document: { ...document, studies } }),
    changed({ document: { ...document, kind: 'pie' } }),
    changed({ document: { ...document, surprise: 1 } }),
    changed({ document: { ...document, timezone: 'Mars/Phobos' } }),
    changed({ document: { ...document, timezone: '<b>UTC</b>' } }),
    changed({ document: { ...document, timezone: '' } }),
    changed({ document: { ...document, timezone: 7 } }),
  ])
    expect(readLayoutFile(broken)).toBe('damaged');
  for (const newer of [changed({ format: 2 }), changed({ document: { ...document, format: 2 } })])
    expect(readLayoutFile(newer)).toBe('newer');
});
