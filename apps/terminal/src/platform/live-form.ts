import type { Failure, Readable, Result } from '@tapedeck/client';
import { cancelFrame, onNextFrame } from './frame-scheduler.ts';
import { createHeldBack } from './held-back.ts';
import { cell } from './use-readable.ts';

/** What every problem of a form has. */
export interface FormProblem<Field extends string> {
  readonly field: Field;
  /** Problems of one side only concern that button. */
  readonly side?: 'Buy' | 'Sell';
}

/** The pure part of a form, and what it is read against. */
export interface FormRules<Draft, Action extends { readonly type: string }, Context, Problem> {
  readonly initial: Draft;
  readonly followed: Readable<Context>;
  reduce(draft: Draft, action: Action, context: Context): Draft;
  problems(draft: Draft, context: Context): readonly Problem[];
  /** Leaving a field is no change of mind; words that vanish would also move the button that is being pressed. */
  keepsRefusal(action: Action): boolean;
}

/** Where the form is on its way; each side's button shows its own. */
export type Sending = { readonly state: 'idle' } | { readonly state: 'sending'; readonly side: 'Buy' | 'Sell' };

/** A form that lives outside React: what was typed, what is wrong with it, what became of it. */
export interface LiveForm<Draft, Action, Context, Problem extends FormProblem<string>> {
  readonly draft: Readable<Draft>;
  /** What is wrong, of the fields that were left or when sending was tried. Changes only when the words do. */
  readonly problems: Readable<readonly Problem[]>;
  readonly sending: Readable<Sending>;
  /** Why the last gesture was refused; cleared by the next change. */
  readonly refusal: Readable<Failure | undefined>;
  /** Tells that previews may have changed. */
  readonly previews: Readable<number>;
  context(): Context;
  dispatch(action: Action): void;
  leaveField(field: Problem['field']): void;
  /** Sends once unless something is wrong; a second call while one is under way does nothing. `undefined` when nothing was sent. */
  submit<T>(side: 'Buy' | 'Sell', send: () => Promise<Result<T>> | undefined): Promise<Result<T> | undefined>;
  /** Follows market and account until the returned function is called. */
  start(): () => void;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && JSON.stringify(a) === JSON.stringify(b);

export function createLiveForm<Draft, Action extends { readonly type: string }, Context, Problem extends FormProblem<string>>(
  rules: FormRules<Draft, Action, Context, Problem>,
): LiveForm<Draft, Action, Context, Problem> {
  const draft = cell(rules.initial);
  const problems = cell<readonly Problem[]>([]);
  const sending = cell<Sending>({ state: 'idle' });
  const refusal = cell<Failure | undefined>(undefined);
  const previews = cell(0);
  const left = new Set<string>();
  let tried = false;
  const heldBack = createHeldBack<Problem>();
  const context = () => rules.followed.get();
  const refresh = () => {
    const shown = heldBack.beside(rules.problems(draft.get(), context()).filter((problem) => tried || left.has(problem.field)));
    if (!same(problems.get(), shown)) problems.set(shown);
    previews.set(previews.get() + 1);
  };
  return {
    draft,
    problems,
    sending,
    refusal,
    previews,
    context,
    dispatch(action) {
      if (!rules.keepsRefusal(action)) {
        refusal.set(undefined);
        heldBack.forget();
      }
      draft.set(rules.reduce(draft.get(), action, context()));
      refresh();
    },
    leaveField(field) {
      left.add(field);
      refresh();
    },
    async submit(side, send) {
      if (sending.get().state === 'sending') return undefined;
      tried = true;
      const wrong = rules.problems(draft.get(), context()).filter((problem) => problem.side === undefined || problem.side === side);
      heldBack.keep(wrong);
      refresh();
      if (wrong.length > 0) return undefined;
      const under = send();
      if (under === undefined) return undefined;
      sending.set({ state: 'sending', side });
      refusal.set(undefined);
      const result = await under;
      sending.set({ state: 'idle' });
      if (!result.ok) {
        refusal.set(result.failure);
        return result;
      }
      tried = false;
      left.clear();
      refresh();
      return result;
    },
    start() {
      const later = () => onNextFrame(refresh);
      const end = rules.followed.subscribe(later);
      later();
      return () => {
        cancelFrame(refresh);
        end();
      };
    },
  };
}
