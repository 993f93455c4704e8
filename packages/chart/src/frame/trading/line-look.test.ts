import { describe, expect, it } from 'vitest';
import { LINE_KINDS } from '../../bridge/trading.ts';
import { lineSample } from '../../testing/samples.ts';
import { LINE_GROUPS, USUAL_TRADING } from '../document/chart-document.ts';
import { DASH, LINE_WIDTH, shownLines, strongFrom } from './line-look.ts';

const lines = LINE_KINDS.map((kind) => lineSample({ id: kind, kind }));

describe('the look of trade lines', () => {
  it('CHT-19 has the widths and lengths of the specification', () => {
    expect(LINE_WIDTH).toEqual({ thin: 0.5, medium: 1, thick: 2 });
    const from = (length: 'left' | 'center' | 'right', kind: 'order' | 'preOrder' = 'order'): number =>
      strongFrom(lineSample({ kind }), 1_000, { ...USUAL_TRADING, length });
    expect([from('left'), from('center'), from('right'), from('right', 'preOrder')]).toEqual([60, 560, 880, 120]);
  });

  it('CHT-15 CHT-16 tells resting, triggering and informing lines apart', () => {
    const dashes = new Map(LINE_KINDS.map((kind) => [kind, DASH[kind].join(' ')]));
    expect(dashes.get('order')).toBe('');
    expect(dashes.get('conditional')).not.toBe(dashes.get('order'));
    expect(dashes.get('preOrder')).toBe(dashes.get('breakeven'));
    expect(dashes.get('preOrder')).not.toBe(dashes.get('conditional'));
  });

  it('hides the groups that the user turned off, and nothing else', () => {
    const kinds = (off: string) =>
      shownLines(lines, { ...USUAL_TRADING, shown: LINE_GROUPS.filter((group) => group !== off) }).map(({ kind }) => kind);
    expect(kinds('orders')).toEqual(['position', 'liquidation', 'breakeven', 'preOrder', 'alert']);
    expect(kinds('form')).not.toContain('preOrder');
    expect(kinds('executions')).toEqual(LINE_KINDS);
  });
});
