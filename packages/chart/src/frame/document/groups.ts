import { isPlainObject, listOf, record, text, type Guard } from '../../bridge/shape.ts';
import type { Drawing } from '../drawings/drawing.ts';

/** Drawings of one symbol that a user moves and hides together. A group is never empty, and a drawing is in at most one group. */
export interface DrawingGroup {
  readonly id: string;
  readonly name: string;
  /** Ids of drawings. */
  readonly members: readonly string[];
}

export const LONGEST_GROUP_NAME = 60;
const MOST_GROUPS = 200;
const MOST_MEMBERS = 1_000;

const isGroup: Guard<DrawingGroup> = record({ id: text(20), name: text(LONGEST_GROUP_NAME), members: listOf(text(20), MOST_MEMBERS) });

/** Moves drawings to the group `to`, which is created if missing, or out of their groups. The same object if nothing changes. */
export function regrouped(
  groups: readonly DrawingGroup[],
  ids: readonly string[],
  to?: Pick<DrawingGroup, 'id' | 'name'>,
): readonly DrawingGroup[] {
  if (to === undefined && !groups.some(({ members }) => members.some((id) => ids.includes(id)))) return groups;
  const others = groups.map((group) => ({ ...group, members: group.members.filter((id) => !ids.includes(id)) }));
  const isKnown = others.some(({ id }) => id === to?.id);
  const all = to === undefined || isKnown ? others : [...others, { ...to, members: [] }];
  return all
    .map((group) => (group.id === to?.id ? { ...group, members: [...group.members, ...ids] } : group))
    .filter(({ members }) => members.length > 0);
}

/** Stored groups, without unreadable groups and without members missing from the document. */
export function readGroups(stored: unknown, drawings: readonly Drawing[]): readonly DrawingGroup[] {
  if (!Array.isArray(stored)) return [];
  const free = new Set(drawings.map(({ id }) => id));
  const known: readonly unknown[] = stored.slice(0, MOST_GROUPS).filter((group) => isPlainObject(group));
  return known
    .filter(isGroup)
    .map((group) => ({ ...group, members: group.members.filter((id) => free.delete(id)) }))
    .filter(({ members }) => members.length > 0);
}
