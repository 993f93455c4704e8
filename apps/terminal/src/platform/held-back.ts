/** What a form tells of itself as a whole, not of one of its fields. */
const WHOLE_FORM = 'form';

interface Problem {
  readonly field: string;
  readonly side?: string | undefined;
}

/** Why the last press was not sent: it is told until something is changed, though its reason may have passed by itself. */
export interface HeldBack<P extends Problem> {
  /** Takes what kept a press from being sent; nothing of it when it was sent. */
  keep(wrong: readonly P[]): void;
  forget(): void;
  /** What is wrong now, and what of the kept has passed. */
  beside(wrong: readonly P[]): readonly P[];
}

export function createHeldBack<P extends Problem>(): HeldBack<P> {
  let kept: readonly P[] = [];
  return {
    keep: (wrong) => (kept = wrong.filter(({ field }) => field === WHOLE_FORM)),
    forget: () => (kept = []),
    beside: (wrong) => {
      const known = new Set(wrong.map((problem) => JSON.stringify(problem)));
      return [...wrong, ...kept.filter((problem) => !known.has(JSON.stringify(problem)))];
    },
  };
}
