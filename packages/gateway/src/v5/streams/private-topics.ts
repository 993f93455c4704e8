import { CATEGORIES, type Category } from '@tapedeck/protocol/v5';

/** Subjects of an account's streams, in the order of their frames. */
const SUBJECTS = ['order', 'execution', 'execution.fast', 'position', 'wallet', 'greeks'] as const;
export type Subject = (typeof SUBJECTS)[number];
/** Subjects that can be narrowed to a category. */
const NARROWED: ReadonlySet<string> = new Set<Subject>(['order', 'execution', 'execution.fast', 'position']);
/** Following one of these means taking part in cancel on disconnect; they carry no messages. */
const GUARDS: ReadonlySet<string> = new Set(['dcp.future', 'dcp.spot', 'dcp.option']);

export interface PrivateTopic {
  readonly name: string;
  /** Absent for cancel-on-disconnect topics. */
  readonly subject: Subject | undefined;
  /** All categories if absent. */
  readonly category: Category | undefined;
}

const isSubject = (text: string): text is Subject => SUBJECTS.some((subject) => subject === text);

export const isGuard = ({ subject }: PrivateTopic): boolean => subject === undefined;

/** `undefined` for an unknown topic. */
export function readPrivateTopic(name: string): PrivateTopic | undefined {
  if (GUARDS.has(name)) return { name, subject: undefined, category: undefined };
  if (isSubject(name)) return { name, subject: name, category: undefined };
  const at = name.lastIndexOf('.');
  const [subject, suffix] = [name.slice(0, at), name.slice(at + 1)];
  const category = CATEGORIES.find((one) => one === suffix);
  if (category === undefined || !isSubject(subject) || !NARROWED.has(subject)) return undefined;
  return { name, subject, category };
}

/** Whether some of these cover all categories and others one: they must not be requested together. */
export function areMixed(topics: readonly PrivateTopic[]): boolean {
  const narrowed = topics.filter(({ subject }) => subject !== undefined && NARROWED.has(subject));
  return narrowed.some(({ category }) => category === undefined) && narrowed.some(({ category }) => category !== undefined);
}
