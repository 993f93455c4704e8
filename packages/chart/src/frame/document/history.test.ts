import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDocument, SCALE_MODES, SERIES_KINDS, type ChartDocument, type DocumentCommand } from './chart-document.ts';
import { DocumentHistory } from './history.ts';
import { drawingSample } from '../../testing/drawing-sample.ts';

const command: fc.Arbitrary<DocumentCommand> = fc.oneof(
  fc.record({ kind: fc.constant('setKind' as const), to: fc.constantFrom(...SERIES_KINDS) }),
  fc.record({ kind: fc.constant('setScaleMode' as const), to: fc.constantFrom(...SCALE_MODES) }),
  fc.record({ kind: fc.constant('setInverted' as const), to: fc.boolean() }),
  fc.record({ kind: fc.constant('lockRatio' as const), to: fc.boolean() }),
  fc.record({ kind: fc.constant('setTimezone' as const), to: fc.constantFrom('Etc/UTC', 'Asia/Tokyo') }),
  fc.record({ kind: fc.constant('setVolume' as const), to: fc.boolean() }),
);

describe('the chart document', () => {
  it('every run of commands is undone step by step, and redone', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const seen: ChartDocument[] = [newDocument('Etc/UTC')];
        const history = new DocumentHistory(
          seen[0] ?? newDocument('Etc/UTC'),
          (document) => seen.push(document),
          () => 'BTCUSDT',
        );
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
    const history = new DocumentHistory(
      newDocument('Etc/UTC'),
      () => undefined,
      () => 'BTCUSDT',
    );
    history.apply({ kind: 'setKind', to: 'candles' });
    expect(history.canUndo).toBe(false);
    history.apply({ kind: 'setKind', to: 'line' });
    history.undo();
    history.apply({ kind: 'setKind', to: 'area' });
    expect(history.canRedo).toBe(false);
    expect(history.document.kind).toBe('area');
  });

  it('CHT-07 undo and redo change only drawings of the symbol on the chart', () => {
    const tickers = ['BTCUSDT', 'ETHUSDT'] as const;
    const action = fc.record({
      ticker: fc.constantFrom(...tickers),
      act: fc.constantFrom('draw' as const, 'group' as const, 'kind' as const, 'undo' as const, 'redo' as const),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let ticker: string = tickers[0];
        const history = new DocumentHistory(
          newDocument('Etc/UTC'),
          () => undefined,
          () => ticker,
        );
        const of = (own: string) => {
          const { drawings, groups } = history.document;
          const mine = drawings.filter((each) => each.ticker === own);
          const ids = new Set(mine.map(({ id }) => id));
          return { mine, members: groups.map(({ members }) => members.filter((id) => ids.has(id))).filter(({ length }) => length > 0) };
        };
        const start = history.document.kind;
        let count = 0;
        for (const { ticker: next, act } of actions) {
          ticker = next;
          const other = tickers.find((each) => each !== next) ?? '';
          const before = of(other);
          if (act === 'draw') history.apply({ kind: 'addDrawing', drawing: drawingSample({ id: `d${(count += 1)}`, ticker }) });
          if (act === 'group') {
            const [first] = of(ticker).mine;
            if (first !== undefined) history.apply({ kind: 'groupDrawings', ids: [first.id], to: { id: `g-${ticker}`, name: 'Levels' } });
          }
          if (act === 'kind') history.apply({ kind: 'setKind', to: history.document.kind === 'line' ? 'area' : 'line' });
          if (act === 'undo') history.undo();
          if (act === 'redo') history.redo();
          expect(of(other)).toEqual(before);
          const ids = history.document.drawings.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(history.document.groups.flatMap(({ members }) => members).every((id) => ids.includes(id))).toBe(true);
        }
        for (ticker of tickers) while (history.canUndo) history.undo();
        expect(history.document.drawings).toEqual([]);
        expect(history.document.groups).toEqual([]);
        expect(history.document.kind).toBe(start);
      }),
    );
  });

  it('CHT-07 a step of another symbol waits until its symbol is back', () => {
    let ticker = 'BTCUSDT';
    const history = new DocumentHistory(
      newDocument('Etc/UTC'),
      () => undefined,
      () => ticker,
    );
    const drawn = (): string[] => history.document.drawings.map(({ id }) => id);
    history.apply({ kind: 'addDrawing', drawing: drawingSample({ id: 'b', ticker }) });
    ticker = 'ETHUSDT';
    expect(history.canUndo).toBe(false);
    history.undo();
    history.apply({ kind: 'addDrawing', drawing: drawingSample({ id: 'e', ticker }) });
    history.apply({ kind: 'setKind', to: 'line' });
    ticker = 'BTCUSDT';
    history.undo();
    expect(history.document.kind).toBe('candles');
    history.undo();
    expect(drawn()).toEqual(['e']);
    expect(history.canUndo).toBe(false);
    ticker = 'ETHUSDT';
    history.undo();
    expect(drawn()).toEqual([]);
    ticker = 'BTCUSDT';
    history.redo();
    history.redo();
    expect(drawn()).toEqual(['b']);
    expect(history.document.kind).toBe('line');
  });

  it('survives the way through JSON', () => {
    const document = newDocument('Asia/Tokyo');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
