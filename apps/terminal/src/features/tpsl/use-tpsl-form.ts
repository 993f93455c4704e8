import {
  editingTpsl,
  emptyTpsl,
  freeLots,
  reduceTpsl,
  tpslIssues,
  tpslTerms,
  LEGS,
  type AccountTraits,
  type Failure,
  type Result,
  type SourcePrices,
  type TickerFeed,
  type TpslAction,
  type TpslContext,
  type TpslDraft,
  type TpslEntry,
  type TpslIssue,
  type TpslMode,
} from '@tapedeck/client';
import { lots, type ExitKind, type Instrument, type PositionRecord, type Price } from '@tapedeck/domain';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { keepTpslHabit, tpslHabits } from '../../platform/tpsl-habits.ts';
import { useSelected } from '../../platform/use-readable.ts';

export type TpslField = TpslIssue['field'];

/** The position that the dialog is about, as it was when the dialog last rendered. */
export interface TpslTarget {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly account: AccountTraits;
  /** The price when the dialog was opened. */
  readonly reference: Price | undefined;
  readonly feed: TickerFeed;
}

/** Where the sources of triggers stand now. */
export function sourcePrices({ ticker }: TickerFeed): SourcePrices {
  const market = ticker.get().ticker?.market;
  return { last: market?.last, mark: market?.mark, index: market?.index };
}

export interface TpslForm {
  readonly draft: TpslDraft;
  readonly context: TpslContext;
  /** What is to be said now: warnings at once, errors of fields that were left or when sending was tried. */
  readonly issues: readonly TpslIssue[];
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  dispatch(action: TpslAction): void;
  leave(field: TpslField): void;
  submit(): void;
}

interface FormOptions {
  readonly target: TpslTarget;
  readonly mode: TpslMode;
  /** What is modified; without it something new is set. */
  readonly entry?: TpslEntry | undefined;
  onDone(set: readonly ExitKind[]): void;
}

const chosenLegs = (draft: TpslDraft): readonly ExitKind[] => LEGS.filter((leg) => draft[leg].text !== '');

function useContextOf({ target, mode, entry }: FormOptions): (draft: TpslDraft | undefined) => TpslContext | undefined {
  const { account } = useClient();
  const { positionKey, instrument, record, reference, feed } = target;
  return (draft) => {
    const view = account.position(positionKey).get();
    if (view === undefined) return undefined;
    const context: TpslContext = {
      target: 'position',
      instrument,
      side: record.side,
      entry: view.entryPrice,
      reference,
      market: sourcePrices(feed),
      quantity: record.size,
      leverage: record.leverage,
      liquidation: view.liquidationPrice,
      account: target.account,
    };
    if (mode === 'Full') return context;
    const free = freeLots(account.exits(positionKey).get(), record.size, entry);
    const chosen = draft === undefined ? [] : chosenLegs(draft);
    return { ...context, free: lots(Math.min(...(chosen.length === 0 ? LEGS : chosen).map((leg) => free[leg]))) };
  };
}

function keepHabit(action: TpslAction): void {
  if (action.type === 'inputTypeChosen') keepTpslHabit(`${action.leg}Input`, action.inputType);
  if (action.type === 'triggerByChosen') keepTpslHabit(`${action.leg}Trigger`, action.triggerBy);
}

const FIELD_OF: Partial<Record<TpslAction['type'], (leg: ExitKind) => TpslField>> = {
  left: (leg) => leg,
  percentChosen: (leg) => leg,
  limitLeft: (leg) => `${leg}Limit`,
};

/** What a form of exits is about: a position, or an order that brings them along. */
export interface TpslSource {
  /** Whose changes may give the form something to say. */
  readonly feed: TickerFeed;
  /** `undefined` once it is gone. */
  contextOf(draft: TpslDraft | undefined): TpslContext | undefined;
  initial(context: TpslContext): TpslDraft;
  send(draft: TpslDraft, context: TpslContext): Promise<Result<void>>;
  /** Told which exits there are now. */
  onDone(set: readonly ExitKind[]): void;
}

/** One form of the dialog of a position. `undefined` once the position is gone. */
export function useTpslForm(options: FormOptions): TpslForm | undefined {
  const { target, mode, entry, onDone } = options;
  const client = useClient();
  const contextOf = useContextOf(options);
  return useTpslFormOf({
    feed: target.feed,
    contextOf,
    initial: (context) => (entry === undefined ? emptyTpsl(mode, context, tpslHabits()) : editingTpsl(mode, entry, context, tpslHabits())),
    send: (draft, context) => client.stops.setPositionTpsl(target.positionKey, tpslTerms(draft, context)),
    onDone,
  });
}

const wordOf = (issues: readonly TpslIssue[]): string => issues.map(({ field, code }) => `${field} ${code}`).join();

/** The reducer of the client with what it is read against. */
export function useTpslFormOf({ feed, contextOf, initial, send, onDone }: TpslSource): TpslForm | undefined {
  const [draft, setDraft] = useState<TpslDraft | undefined>(() => {
    const context = contextOf(undefined);
    return context && initial(context);
  });
  const [left, setLeft] = useState<ReadonlySet<TpslField>>(new Set());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const issuesNow = (): readonly TpslIssue[] => {
    const now = contextOf(draft);
    return draft === undefined || now === undefined ? [] : tpslIssues(draft, now);
  };
  // The price moves while the form is open: it is rendered again when that changes what there is to say.
  useSelected(feed.ticker, () => wordOf(issuesNow()));
  const context = contextOf(draft);
  if (draft === undefined || context === undefined) return undefined;

  const leave = (field: TpslField): void => setLeft((old) => new Set([...old, field]));
  const dispatch = (action: TpslAction): void => {
    keepHabit(action);
    const field = 'leg' in action ? FIELD_OF[action.type]?.(action.leg) : undefined;
    if (field !== undefined) leave(field);
    else setFailure(undefined);
    setDraft(reduceTpsl(draft, action, contextOf(draft) ?? context));
  };
  const issues = tpslIssues(draft, context);
  const isWrong = (): boolean => issuesNow().some((issue) => issue.severity === 'error');
  const submit = (): void => {
    if (busy) return;
    setTried(true);
    setFailure(undefined);
    if (isWrong()) return;
    setBusy(true);
    void send(draft, context).then((result) => {
      setBusy(false);
      if (result.ok) onDone(chosenLegs(draft));
      else setFailure(result.failure);
    });
  };
  const shown = issues.filter((issue) => tried || issue.severity === 'warning' || left.has(issue.field));
  return { draft, context, issues: shown, busy, failure, dispatch, leave, submit };
}
