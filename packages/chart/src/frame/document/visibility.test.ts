import { describe, expect, it } from 'vitest';
import { setupSample } from '../../testing/samples.ts';
import { newDocument, type ChartDocument, type StudyEntry } from './chart-document.ts';
import { SeenDocument } from './visibility.ts';

const { symbol } = setupSample();

const study = (id: string, part: Partial<StudyEntry> = {}): StudyEntry => ({
  id,
  indicator: 'rsi',
  inputs: {},
  source: { price: 'close' },
  looks: [],
  shown: true,
  hiddenOn: [],
  ...part,
});
const shown = ({ studies }: ChartDocument): readonly string[] => studies.filter((entry) => entry.shown).map(({ id }) => id);

describe('the document at a resolution', () => {
  const studies = [study('s1'), study('s2', { hiddenOn: ['1', '5'] }), study('s3', { shown: false, hiddenOn: ['1'] })];
  const document = { ...newDocument('Etc/UTC'), studies };

  it('CHT-09 leaves out what is hidden there, and keeps the rest as it is', () => {
    const seen = new SeenDocument();
    expect(shown(seen.at(document, symbol, '1'))).toEqual(['s1']);
    expect(shown(seen.at(document, symbol, '60'))).toEqual(['s1', 's2']);
    expect(seen.at(document, symbol, '60')).toBe(document);
    expect(shown(document), 'the document of the layout').toEqual(['s1', 's2']);
  });

  it('CHT-09 leaves out indicators of figures that the datafeed does not have of the symbol', () => {
    const figures = { ...document, studies: [study('s1', { indicator: 'openInterest' }), study('s2', { indicator: 'fundingRate' })] };
    const seen = new SeenDocument();
    expect(shown(seen.at(figures, { ...symbol, figures: ['openInterest'] }, '60'))).toEqual(['s1']);
    expect(shown(seen.at(figures, { ...symbol, figures: [] }, '60'))).toEqual([]);
    expect(shown(seen.at(figures, { ...symbol, figures: ['openInterest', 'fundingRate'] }, '60'))).toEqual(['s1', 's2']);
  });

  it('CHT-09 gives the same lists while nothing of them changes, so that nothing is computed anew', () => {
    const seen = new SeenDocument();
    const before = seen.at(document, symbol, '1');
    const after = seen.at({ ...document, kind: 'line' }, symbol, '1');
    expect(after.kind).toBe('line');
    expect(after.studies).toBe(before.studies);
    expect(after.drawings).toBe(document.drawings);
    expect(seen.at(document, symbol, '5').studies).not.toBe(before.studies);
  });
});
