import { describe, expect, it } from 'vitest';
import { drawingSample } from '../../testing/drawing-sample.ts';
import { applyCommand, newDocument } from './chart-document.ts';
import { DocumentHistory } from './history.ts';
import { readDocument } from './read-document.ts';

const start = ['a', 'b', 'c', 'd'].reduce(
  (document, id) => applyCommand(document, { kind: 'addDrawing', drawing: drawingSample({ id }) }),
  newDocument('Etc/UTC'),
);
const told = (history: DocumentHistory): readonly string[] =>
  history.document.groups.map(({ name, members }) => `${name}: ${members.join(' ')}`);

describe('groups of drawings', () => {
  it('CHT-07 are made, joined, left, renamed and dissolved, each as one step of undo', () => {
    const history = new DocumentHistory(
      start,
      () => undefined,
      () => 'BTCUSDT',
    );
    const seen = [told(history)];
    const apply = (command: Parameters<DocumentHistory['apply']>[0]): void => {
      history.apply(command);
      seen.push(told(history));
    };
    apply({ kind: 'groupDrawings', ids: ['a', 'b'], to: { id: 'g1', name: 'Levels' } });
    apply({ kind: 'groupDrawings', ids: ['c', 'd'], to: { id: 'g2', name: 'Trends' } });
    apply({ kind: 'groupDrawings', ids: ['b', 'd'], to: { id: 'g1', name: 'Levels' } });
    apply({ kind: 'renameGroup', id: 'g2', name: 'Trend' });
    apply({ kind: 'groupDrawings', ids: ['c'] });
    apply({ kind: 'removeDrawings', ids: ['a', 'b', 'd'] });
    expect(seen).toEqual([
      [],
      ['Levels: a b'],
      ['Levels: a b', 'Trends: c d'],
      ['Levels: a b d', 'Trends: c'],
      ['Levels: a b d', 'Trend: c'],
      ['Levels: a b d'],
      [],
    ]);
    for (const before of seen.toReversed().slice(1)) {
      history.undo();
      expect(told(history)).toEqual(before);
    }
    expect(history.document).toEqual(start);
  });

  it('CHT-06 come back as they were stored, without damaged ones and without members that are gone', () => {
    const groups = [
      { id: 'g1', name: 'Levels', members: ['a', 'b'] },
      { id: 'g2', name: 'Twice', members: ['b', 'c', 'gone'] },
      { id: 'g3', name: 'Empty', members: ['gone'] },
      { id: 'g4', name: 7, members: ['d'] },
      null,
    ];
    expect(readDocument({ ...start, groups })?.groups).toEqual([groups[0], { id: 'g2', name: 'Twice', members: ['c'] }]);
    const { groups: _, ...before } = start;
    expect(readDocument(before)).toEqual(start);
  });
});
