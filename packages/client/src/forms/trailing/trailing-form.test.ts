import { describe, expect, it } from 'vitest';
import { price, ticks } from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import { readTrailing, trailingDraft, type TrailingContext, type TrailingDraft } from './trailing-form.ts';

const long: TrailingContext = { instrument: BTC, side: 'Buy', last: price(5_000_000_000_000n) };
const read = (draft: Partial<TrailingDraft>, context = long) =>
  readTrailing({ by: 'price', distance: '', activation: '', ...draft }, context);

describe('a trailing stop', () => {
  it.each([
    [{ distance: '100.5' }, { terms: { distance: 1_005, share: 0n, activation: 0 } }],
    [{ distance: '100', activation: '51000' }, { terms: { distance: 1_000, share: 0n, activation: 510_000 } }],
    [{ by: 'percent', distance: '1.25' }, { terms: { distance: 0, share: 1_250_000n, activation: 0 } }],
    [{ distance: '' }, { issue: 'distanceWrong' }],
    [{ distance: '0' }, { issue: 'distanceWrong' }],
    [{ distance: '0.05' }, { issue: 'distanceWrong' }],
    [{ distance: '50000' }, { issue: 'distanceWrong' }],
    [{ by: 'percent', distance: '100' }, { issue: 'percentWrong' }],
    [{ by: 'percent', distance: '0.001' }, { issue: 'percentWrong' }],
    [{ distance: '100', activation: '51000.05' }, { issue: 'activationWrong' }],
  ] as const)('POS-04 what is typed means a distance, or says what is wrong with it: case %#', (draft, meaning) => {
    expect(read(draft)).toEqual(meaning);
  });

  it('a short may trail by more than the price', () => {
    expect(read({ distance: '50000' }, { ...long, side: 'Sell' })).toMatchObject({ terms: { distance: 500_000 } });
  });

  it('the form of one that exists reads back as it is', () => {
    for (const draft of [
      { by: 'price', distance: '100.5', activation: '51000.0' },
      { by: 'percent', distance: '1.25', activation: '' },
    ] as const) {
      const meaning = readTrailing(draft, long);
      expect('terms' in meaning && trailingDraft(meaning.terms, BTC)).toEqual(draft);
    }
    expect(trailingDraft({ distance: ticks(0), share: trailingShare(), activation: ticks(0) }, BTC).distance).toBe('0.5');
  });
});

function trailingShare() {
  const half = read({ by: 'percent', distance: '0.5' });
  if (!('terms' in half)) throw new Error('half a percent is a share');
  return half.terms.share;
}
