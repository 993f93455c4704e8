import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartTexts } from '../../bridge/messages.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import { movesOf } from '../document/drawing-order.ts';
import type { DrawingGroup } from '../document/groups.ts';
import { isHiddenAt } from '../document/visibility.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { ShownObjects, TreeRow } from './tree-row.ts';

export interface DrawingRowParts {
  readonly document: ChartDocument;
  readonly shown: Omit<ShownObjects, 'lines'>;
  readonly texts: ChartTexts;
  readonly command: (command: DocumentCommand) => void;
  /** Opens the settings of a drawing. */
  readonly edit: (id: string) => void;
  /** Prompts for the group's new name. */
  readonly rename: (group: DrawingGroup) => void;
}

/** Tools that draw a line at one price. */
const LEVELS: readonly DrawingTool[] = ['horizontalLine', 'horizontalRay'];

/** Front to back; the members of a group are together, at the position of the first. */
export function drawingRows(parts: DrawingRowParts): readonly TreeRow[] {
  const { drawings, groups } = parts.document;
  const mine = drawings.filter(({ ticker }) => ticker === parts.shown.ticker).toReversed();
  const groupOf = new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const)));
  const listed = new Set<DrawingGroup>();
  return mine.flatMap((drawing) => {
    const group = groupOf.get(drawing.id);
    if (group === undefined) return [drawingRow(parts, drawing)];
    if (listed.has(group)) return [];
    listed.add(group);
    const members = mine.filter(({ id }) => group.members.includes(id));
    return [groupRow(parts, group, members), ...members.map((member) => ({ ...drawingRow(parts, member), isInside: true }))];
  });
}

function groupRow({ texts, command, rename }: DrawingRowParts, group: DrawingGroup, members: readonly Drawing[]): TreeRow {
  const { id, name } = group;
  const ids = members.map((drawing) => drawing.id);
  const isShown = members.some(({ shown }) => shown);
  const isLocked = members.every(({ locked }) => locked);
  const change = (to: Partial<Pick<Drawing, 'shown' | 'locked'>>): void =>
    command({ kind: 'several', commands: ids.map((each) => ({ kind: 'changeDrawing', id: each, to })) });
  const free = members.filter(({ locked }) => !locked).map((drawing) => drawing.id);
  return {
    id,
    label: name,
    note: String(members.length),
    icon: 'folder',
    isShown,
    toggle: () => change({ shown: !isShown }),
    lock: { isLocked, run: () => change({ locked: !isLocked }) },
    actions: [
      { label: texts['objects.rename'], run: () => rename(group) },
      { label: texts['objects.dissolve'], run: () => command({ kind: 'groupDrawings', ids: group.members }) },
    ],
    ...(free.length === 0 ? {} : { remove: () => command({ kind: 'removeDrawings', ids: free }) }),
  };
}

function drawingRow({ document, shown: on, texts, command, edit }: DrawingRowParts, drawing: Drawing): TreeRow {
  const { id, tool, text, shown, locked, anchors } = drawing;
  const [level] = LEVELS.includes(tool) ? anchors : [];
  const price = level === undefined ? {} : { note: on.write(level.price) };
  return {
    id,
    label: [texts[`tool.${tool}`], text].filter((part) => part !== '').join(': '),
    ...(isHiddenAt(drawing, on.resolution) ? { note: texts['visibility.hidden'], isHidden: true } : price),
    icon: 'pencil',
    isShown: shown,
    isSelectable: true,
    toggle: () => command({ kind: 'changeDrawing', id, to: { shown: !shown } }),
    settings: () => edit(id),
    lock: { isLocked: locked, run: () => command({ kind: 'changeDrawing', id, to: { locked: !locked } }) },
    moves: movesOf(document.drawings, drawing).map((to) => ({
      label: texts[`order.${to}`],
      run: () => command({ kind: 'orderDrawing', id, to }),
    })),
    ...(locked ? {} : { remove: () => command({ kind: 'removeDrawings', ids: [id] }) }),
  };
}
