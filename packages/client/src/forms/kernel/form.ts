import type { Side } from '@tapedeck/domain';
import type { Failure, Result } from '../../store/loadable.ts';
import { createStore, type Readable } from '../../store/readable.ts';
import { createHeldBack } from './held-back.ts';
import { formReadings, once, type FormProblem, type FormReadings, type ReadDraft } from './readings.ts';

/** The pure part of a form. Errors and preview depend only on the readings of a draft. */
export interface FormRules<Draft, Action, Context, Reading extends object, Problem extends FormProblem, Preview> {
  reduce(now: FormReadings<Draft, Context, Reading>, action: Action): Draft;
  readonly read: ReadDraft<Draft, Context, Reading>;
  errors(now: FormReadings<Draft, Context, Reading>): readonly Problem[];
  preview(reading: Reading): Preview;
  /**
   * A value that changes with the parts of the context that are modified in place, such as the book: readings are valid
   * while it is the same.
   */
  version?(context: Context): unknown;
  /** The draft adjusted to market and account; the same object if unchanged. */
  follow?(now: FormReadings<Draft, Context, Reading>): Draft;
  /** A blur is not an edit; a message that vanishes on blur would also move the button being pressed. */
  keepsRefusal(action: Action): boolean;
  /** The trader sets the quantity of the next order: the answer to the one on its way leaves the draft alone. */
  refills?(action: Action): boolean;
  /** `whenLeft` by default. */
  tells?(problem: Problem): Telling;
  /** The change clears the errors raised by sending; the next attempt raises them again. */
  readonly asksAnew?: boolean;
}

/** When an error is shown: at once, after a blur or a press that its field blocked, or after a press on the button of its side. */
export type Telling = 'atOnce' | 'whenLeft' | 'whenPressed';

export interface FormSetup<Draft, Action, Context> {
  readonly initial: Draft;
  /** The observed inputs of the form. */
  readonly followed: Readable<Context>;
  readonly frames: Frames;
  /** Action on the draft after an answer, unless it was refilled meanwhile. */
  afterwards?(result: Result<unknown>, draft: Draft): Action | undefined;
}

/** Runs work at most once per frame of the screen. */
export interface Frames {
  onNext(task: () => void): void;
  cancel(task: () => void): void;
}

/** Sending state of the form; each side's button shows its own. */
export type Sending = { readonly state: 'idle' } | { readonly state: 'sending'; readonly side: Side };

/** A form outside React: draft, errors, preview, and the outcome of sending. */
export interface Form<Draft, Action, Context, Reading, Problem extends FormProblem, Preview> {
  readonly draft: Readable<Draft>;
  /** Warnings, and errors of blurred fields or of fields that blocked a press. Changes only with the texts. */
  readonly problems: Readable<readonly Problem[]>;
  readonly sending: Readable<Sending>;
  /** Refusal of the last gesture; cleared by the next change. */
  readonly refusal: Readable<Failure | undefined>;
  /** Signals that previews may have changed. */
  readonly previews: Readable<number>;
  readonly followed: Readable<Context>;
  context(): Context;
  /** The current draft. */
  now(): FormReadings<Draft, Context, Reading>;
  preview(side: Side): Preview;
  dispatch(action: Action): void;
  leaveField(field: Problem['field']): void;
  /** Sends once unless there are errors; a second call during the first does nothing. `undefined` if nothing was sent. */
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

/** The readings of the current draft, cached while draft and context are unchanged. */
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

/** `field` of errors that no single field has: the trader cannot reach it before a press. */
const WHOLE_FORM = 'form';

/**
 * Selects the visible errors: those of blurred fields, those of fields that blocked a press, and the errors of the last press themselves.
 * Errors of the entire form are visible after any press. A field that appears after a press, such as the price of a limit order, has not
 * been touched yet and is not an error before that.
 */
function toldProblems<Problem extends FormProblem>(tells: (problem: Problem) => Telling | undefined) {
  const heldBack = createHeldBack<Problem>();
  const left = new Set<string>();
  const blocking = new Set<string>();
  let tried: Side | undefined;
  const isTold = (problem: Problem): boolean => {
    const when = problem.severity === 'warning' ? 'atOnce' : tells(problem);
    if (when === 'atOnce') return true;
    if (when === 'whenPressed') return problem.side === tried;
    return left.has(problem.field) || blocking.has(problem.field) || (problem.field === WHOLE_FORM && tried !== undefined);
  };
  return {
    of: (problems: readonly Problem[]): readonly Problem[] => heldBack.beside(problems.filter(isTold)),
    leave: (field: string): void => void left.add(field),
    changed: (): void => heldBack.forget(),
    /** Returns whether that side can be sent. */
    trySending(side: Side, problems: readonly Problem[]): boolean {
      tried = side;
      const wrong = problems.filter((problem) => problem.severity !== 'warning' && (problem.side === undefined || problem.side === side));
      heldBack.keep(wrong);
      for (const { field } of wrong) blocking.add(field);
      return wrong.length === 0;
    },
    untried(): void {
      tried = undefined;
      blocking.clear();
    },
    sent(): void {
      tried = undefined;
      blocking.clear();
      left.clear();
    },
  };
}

/** Refreshes once per frame after a change of market or account, until the returned function is called. */
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
  let isRefilled = false;
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
    if (rules.refills?.(action) === true) isRefilled = true;
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
    isRefilled = false;
    const result = await under;
    sending.set({ state: 'idle' });
    if (result.ok) told.sent();
    const next = isRefilled ? undefined : afterwards?.(result, draft.get());
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
