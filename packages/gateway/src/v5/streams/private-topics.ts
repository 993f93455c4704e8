import type { CostClass } from '../../costs.ts';
import { CATEGORIES, type Category } from '@tapedeck/protocol/v5';

/** Subjects of an account's streams. */
const SUBJECT_COSTS = {
  order: 'light',
  execution: 'light',
  'execution.fast': 'light',
  position: 'light',
  wallet: 'light',
  greeks: 'light',
} as const satisfies Readonly<Record<string, CostClass>>;
export type Subject = keyof typeof SUBJECT_COSTS;
/** Subjects that can be narrowed to a category. */
const NARROWED: ReadonlySet<string> = new Set<Subject>(['order', 'execution', 'execution.fast', 'position']);
/** Following one of these means taking part in cancel on disconnect; they carry no messages. */
const GUARD_COSTS: ReadonlyMap<string, CostClass> = new Map([
  ['dcp.future', 'light'],
  ['dcp.spot', 'light'],
  ['dcp.option', 'light'],
]);

export interface PrivateTopic {
  readonly name: string;
  readonly cost: CostClass;
  /** Absent for cancel-on-disconnect topics. */
  readonly subject: Subject | undefined;
  /** All categories if absent. */
  readonly category: Category | undefined;
}

const isSubject = (text: string): text is Subject => Object.hasOwn(SUBJECT_COSTS, text);

export const isGuard = ({ subject }: PrivateTopic): boolean => subject === undefined;

/** `undefined` for an unknown topic. */
export function readPrivateTopic(name: string): PrivateTopic | undefined {
  const guard = GUARD_COSTS.get(name);
  if (guard !== undefined) return { name, cost: guard, subject: undefined, category: undefined };
  if (isSubject(name)) return { name, cost: SUBJECT_COSTS[name], subject: name, category: undefined };
  const at = name.lastIndexOf('.');
  const [subject, suffix] = [name.slice(0, at), name.slice(at + 1)];
  const category = CATEGORIES.find((one) => one === suffix);
  if (category === undefined || !isSubject(subject) || !NARROWED.has(subject)) return undefined;
  return { name, cost: SUBJECT_COSTS[subject], subject, category };
}

/** Whether some of these cover all categories and others one: they must not be requested together. */
export function areMixed(topics: readonly PrivateTopic[]): boolean {
  const narrowed = topics.filter(({ subject }) => subject !== undefined && NARROWED.has(subject));
  return narrowed.some(({ category }) => category === undefined) && narrowed.some(({ category }) => category !== undefined);
}
