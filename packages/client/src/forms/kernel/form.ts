import type { Side } from '@tapedeck/domain';
import type { Failure, Result } from '../../store/loadable.ts';
import { createStore, type Readable } from '../../store/readable.ts';
import { createHeldBack } from './held-back.ts';
import { formReadings, once, type FormProblem, type FormReadings, type ReadDraft } from './readings.ts';

/** The pure part of a form. Errors and preview know a draft by its readings alone. */
export interface FormRules<Draft, Action, Context, Reading extends object, Problem extends FormProblem, Preview> {
  reduce(now: FormReadings<Draft, Context, Reading>, action: Action): Draft;
  readonly read: ReadDraft<Draft, Context, Reading>;
  errors(now: FormReadings<Draft, Context, Reading>): readonly Problem[];
  preview(reading: Reading): Preview;
  /** Whatever of the context changes in place, such as the book: readings hold while it is the same. */
  version?(context: Context): unknown;
  /** The draft as the market and the account make it; the same one where it does not follow them. */
  follow?(now: FormReadings<Draft, Context, Reading>): Draft;
  /** Leaving a field is no change of mind; words that vanish would also move the button that is being pressed. */
  keepsRefusal(action: Action): boolean;
  /** `whenLeft` where it is not said. */
  tells?(problem: Problem): Telling;
  /** A change takes back what sending brought up: it is not told again until the next try. */
  readonly asksAnew?: boolean;
}

/** When a problem is told: at once, once its field was left or sending was tried, or once the button of its side was pressed. */
export type Telling = 'atOnce' | 'whenLeft' | 'whenPressed';

export interface FormSetup<Draft, Action, Context> {
  readonly initial: Draft;
  /** What the form is read against. */
  readonly followed: Readable<Context>;
  readonly frames: Frames;
  /** What is done to the draft once an answer is there. */
  afterwards?(result: Result<unknown>, draft: Draft): Action | undefined;
}

/** Runs work at most once per frame of the screen. */
export interface Frames {
  onNext(task: () => void): void;
  cancel(task: () => void): void;
}

/** Where the form is on its way; each side's button shows its own. */
export type Sending = { readonly state: 'idle' } | { readonly state: 'sending'; readonly side: Side };

/** A form outside React: what was typed, what is wrong with it, what it would do, and what became of it. */
export interface Form<Draft, Action, Context, Reading, Problem extends FormProblem, Preview> {
  readonly draft: Readable<Draft>;
  /** Warnings, and what is wrong with fields that were left or with what was to be sent. Changes only when the words do. */
  readonly problems: Readable<readonly Problem[]>;
  readonly sending: Readable<Sending>;
  /** Why the last gesture was refused; cleared by the next change. */
  readonly refusal: Readable<Failure | undefined>;
  /** Tells that previews may have changed. */
  readonly previews: Readable<number>;
  readonly followed: Readable<Context>;
  context(): Context;
  /** The draft as it is read now. */
  now(): FormReadings<Draft, Context, Reading>;
  preview(side: Side): Preview;
  dispatch(action: Action): void;
  leaveField(field: Problem['field']): void;
  /** Sends once unless something is wrong; a second call while one is under way does nothing. `undefined` when nothing was sent. */
  submit<T>(side: Side, send: (reading: Reading) => Promise<Result<T>> | undefined): Promise<Result<T> | undefined>;
  /** Follows market and account until the returned function is called. */
  start(): () => void;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && JSON.stringify(a) === JSON.stringify(b);

interface Held<Readings, Preview> {
  readonly readings: Readings;
  readonly version: unknown;
  readonly previews: Readonly<Record<Side, () => Preview>>;
}

/** The readings of the draft that is there, kept while draft and context are the same ones. */
function keptReadings<Draft, Context, Reading extends object, Preview>(
  { read, preview, version }: Pick<FormRules<Draft, never, Context, Reading, FormProblem, Preview>, 'read' | 'preview' | 'version'>,
  draft: Readable<Draft>,
  followed: Readable<Context>,
): () => Held<FormReadings<Draft, Context, Reading>, Preview> {
  let held: Held<FormReadings<Draft, Context, Reading>, Preview> | undefined;
  return () => {
    const [text, context] = [draft.get(), followed.get()];
    const at = version?.(context);
    if (held !== undefined && held.readings.draft === text && held.readings.context === context && held.version === at) return held;
    const readings = formReadings(read, text, context);
    const of = (side: Side) => once(() => preview(readings.of(side)));
    return (held = { readings, version: at, previews: { Buy: of('Buy'), Sell: of('Sell') } });
  };
}

/** Which problems are told: those of fields that were left, all once sending was tried, and what held the last press back. */
function toldProblems<Problem extends FormProblem>(tells: (problem: Problem) => Telling | undefined) {
  const heldBack = createHeldBack<Problem>();
  const left = new Set<string>();
  let tried: Side | undefined;
  const isTold = (problem: Problem): boolean => {
    const when = problem.severity === 'warning' ? 'atOnce' : tells(problem);
    if (when === 'atOnce') return true;
    if (when === 'whenPressed') return problem.side === tried;
    return tried !== undefined || left.has(problem.field);
  };
  return {
    of: (problems: readonly Problem[]): readonly Problem[] => heldBack.beside(problems.filter(isTold)),
    leave: (field: string): void => void left.add(field),
    changed: (): void => heldBack.forget(),
    /** Says whether nothing keeps that side from being sent. */
    trySending(side: Side, problems: readonly Problem[]): boolean {
      tried = side;
      const wrong = problems.filter((problem) => problem.severity !== 'warning' && (problem.side === undefined || problem.side === side));
      heldBack.keep(wrong);
      return wrong.length === 0;
    },
    untried(): void {
      tried = undefined;
    },
    sent(): void {
      tried = undefined;
      left.clear();
    },
  };
}

/** Refreshes once a frame after the market or the account changed, until the returned function is called. */
function follow(followed: Readable<unknown>, frames: Frames, refresh: () => void): () => void {
  const later = (): void => frames.onNext(refresh);
  const end = followed.subscribe(later);
  later();
  return () => {
    frames.cancel(refresh);
    end();
  };
}

export function createForm<Draft, Action, Context, Reading extends object, Problem extends FormProblem, Preview>(
  rules: FormRules<Draft, Action, Context, Reading, Problem, Preview>,
  { initial, followed, frames, afterwards }: FormSetup<NoInfer<Draft>, Action, NoInfer<Context>>,
): Form<Draft, Action, Context, Reading, Problem, Preview> {
  const draft = createStore(initial);
  const problems = createStore<readonly Problem[]>([]);
  const sending = createStore<Sending>({ state: 'idle' });
  const refusal = createStore<Failure | undefined>(undefined);
  const previews = createStore(0);
  const kept = keptReadings(rules, draft, followed);
  const now = () => kept().readings;
  const told = toldProblems<Problem>((problem) => rules.tells?.(problem));
  const refresh = (): void => {
    if (rules.follow !== undefined) draft.set(rules.follow(now()));
    const shown = told.of(rules.errors(now()));
    if (!same(problems.get(), shown)) problems.set(shown);
    previews.set(previews.get() + 1);
  };
  const dispatch = (action: Action): void => {
    if (!rules.keepsRefusal(action)) {
      refusal.set(undefined);
      told.changed();
      if (rules.asksAnew === true) told.untried();
    }
    draft.set(rules.reduce(now(), action));
    refresh();
  };
  const submit = async <T>(side: Side, send: (reading: Reading) => Promise<Result<T>> | undefined): Promise<Result<T> | undefined> => {
    if (sending.get().state === 'sending') return undefined;
    const ready = told.trySending(side, rules.errors(now()));
    refresh();
    const under = ready ? send(now().of(side)) : undefined;
    if (under === undefined) return undefined;
    sending.set({ state: 'sending', side });
    refusal.set(undefined);
    const result = await under;
    sending.set({ state: 'idle' });
    if (result.ok) told.sent();
    const next = afterwards?.(result, draft.get());
    if (next === undefined) refresh();
    else dispatch(next);
    if (!result.ok) refusal.set(result.failure);
    return result;
  };
  return {
    draft,
    problems,
    sending,
    refusal,
    previews,
    followed,
    now,
    dispatch,
    submit,
    context: () => followed.get(),
    preview: (side) => kept().previews[side](),
    leaveField: (field) => {
      told.leave(field);
      refresh();
    },
    start: () => follow(followed, frames, refresh),
  };
}
