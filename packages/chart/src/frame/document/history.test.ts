import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDocument, SCALE_MODES, SERIES_KINDS, type ChartDocument, type DocumentCommand } from './chart-document.ts';
import { DocumentHistory } from './history.ts';

const command: fc.Arbitrary<DocumentCommand> = fc.oneof(
  fc.record({ kind: fc.constant('setKind' as const), to: fc.constantFrom(...SERIES_KINDS) }),
  fc.record({ kind: fc.constant('setScaleMode' as const), to: fc.constantFrom(...SCALE_MODES) }),
  fc.record({ kind: fc.constant('setInverted' as const), to: fc.boolean() }),
  fc.record({ kind: fc.constant('setTimezone' as const), to: fc.constantFrom('Etc/UTC', 'Asia/Tokyo') }),
  fc.record({ kind: fc.constant('setVolume' as const), to: fc.boolean() }),
);

describe('the chart document', () => {
  it('every run of commands is undone step by step, and redone', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const seen: ChartDocument[] = [newDocument('Etc/UTC')];
        const history = new DocumentHistory(seen[0] ?? newDocument('Etc/UTC'), (document) => seen.push(document));
        for (const next of commands) history.apply(next);
        const forth = [...seen];
        while (history.canUndo) history.undo();
        expect(seen.slice(forth.length)).toEqual(forth.slice(0, -1).toReversed());
        seen.length = 0;
        while (history.canRedo) history.redo();
        expect(seen).toEqual(forth.slice(1));
      }),
    );
  });

  it('a command that changes nothing is no step, and a new one ends what could be redone', () => {
    const history = new DocumentHistory(newDocument('Etc/UTC'), () => undefined);
    history.apply({ kind: 'setKind', to: 'candles' });
    expect(history.canUndo).toBe(false);
    history.apply({ kind: 'setKind', to: 'line' });
    history.undo();
    history.apply({ kind: 'setKind', to: 'area' });
    expect(history.canRedo).toBe(false);
    expect(history.document.kind).toBe('area');
  });

  it('survives the way through JSON', () => {
    const document = newDocument('Asia/Tokyo');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
