import {
  chosenLegs,
  createForm,
  derived,
  editingTpsl,
  emptyTpsl,
  freeLots,
  tpslRules,
  tpslTerms,
  type AccountTraits,
  type Failure,
  type Form,
  type Readable,
  type Result,
  type TickerFeed,
  type TpslAction,
  type TpslContext,
  type TpslDraft,
  type TpslEntry,
  type TpslFormContext,
  type TpslIssue,
  type TpslMode,
  type TpslPreview,
  type TpslReading,
} from '@tapedeck/client';
import type { ExitKind, Instrument, PositionRecord, Price } from '@tapedeck/domain';
import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { frames } from '../../platform/frame-scheduler.ts';
import { keepTpslHabits, tpslHabits } from '../../platform/tpsl-habits.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';

export type TpslField = TpslIssue['field'];

/** The position that the dialog is about, as it was when the dialog last rendered. */
export interface TpslTarget {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly account: AccountTraits;
  /** The price when the dialog was opened. */
  readonly reference: Readable<Price | undefined>;
  readonly feed: TickerFeed;
}

type TpslKernel = Form<TpslDraft, TpslAction, TpslFormContext, TpslReading, TpslIssue, TpslPreview>;

/** A form of exits as its screen shows it. */
export interface TpslForm {
  readonly draft: TpslDraft;
  readonly context: TpslContext;
  readonly preview: TpslPreview;
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

/** What a form of exits is about: a position, or an order that brings them along. */
export interface TpslSource {
  /** `undefined` while it is not known, or gone. */
  readonly followed: Readable<TpslFormContext | undefined>;
  initial(context: TpslContext): TpslDraft;
  send(reading: TpslReading): Promise<Result<void>>;
  /** Told which exits there are now. */
  onDone(set: readonly ExitKind[]): void;
}

/** The context as it was last known: a form outlives what it is about by a moment. */
function lastKnown(followed: Readable<TpslFormContext | undefined>, first: TpslFormContext): Readable<TpslFormContext> {
  let known = first;
  return derived([followed], (now) => (known = now ?? known));
}

/** One form of the dialog of a position. `undefined` once the position is gone. */
export function useTpslForm({ target, mode, entry, onDone }: FormOptions): TpslForm | undefined {
  const { account, stops } = useClient();
  const { positionKey, instrument, reference, feed } = target;
  const [followed] = useState(() =>
    derived(
      [account.position(positionKey), account.exits(positionKey), feed.ticker, reference],
      (view, exits, { ticker }, referred): TpslFormContext | undefined => {
        if (view === undefined) return undefined;
        const { record, entryPrice, liquidationPrice } = view;
        const market = ticker?.market;
        return {
          target: 'position',
          instrument,
          side: record.side,
          entry: entryPrice,
          reference: referred,
          market: { last: market?.last, mark: market?.mark, index: market?.index },
          quantity: record.size,
          leverage: record.leverage,
          liquidation: liquidationPrice,
          account: target.account,
          ...(mode === 'Partial' && { freeOf: freeLots(exits, record.size, entry) }),
        };
      },
    ),
  );
  return useTpslFormOf({
    followed,
    initial: (context) => (entry === undefined ? emptyTpsl(mode, context, tpslHabits()) : editingTpsl(mode, entry, context, tpslHabits())),
    send: ({ draft, context }) => stops.setPositionTpsl(positionKey, tpslTerms(draft, context)),
    onDone,
  });
}

const NO_FORM: Readable<undefined> = { get: () => undefined, subscribe: () => () => undefined };
const NO_ISSUES: readonly TpslIssue[] = [];

/** What of the form re-renders its screen. */
function useShown(form: TpslKernel | undefined) {
  return {
    draft: useReadable<TpslDraft | undefined>(form?.draft ?? NO_FORM),
    issues: useReadable<readonly TpslIssue[] | undefined>(form?.problems ?? NO_FORM) ?? NO_ISSUES,
    busy: useReadable(form?.sending ?? NO_FORM)?.state === 'sending',
    failure: useReadable<Failure | undefined>(form?.refusal ?? NO_FORM),
  };
}

/** The form of what is followed, as its screen shows it. */
export function useTpslFormOf({ followed, initial, send, onDone }: TpslSource): TpslForm | undefined {
  const [form] = useState((): TpslKernel | undefined => {
    const context = followed.get();
    return context && createForm(tpslRules, { initial: initial(context), followed: lastKnown(followed, context), frames });
  });
  useEffect(() => form?.start(), [form]);
  const shown = useShown(form);
  const gone = useSelected(followed, (context) => context === undefined);
  if (form === undefined || shown.draft === undefined || gone) return undefined;
  const side = () => form.context().side;
  return {
    ...shown,
    draft: shown.draft,
    context: form.now().of(side()).context,
    preview: form.preview(side()),
    leave: (field) => form.leaveField(field),
    dispatch(action) {
      keepTpslHabits(action);
      form.dispatch(action);
      // The slider leaves the field that it fills; a field tells by itself when it is left.
      if (action.type === 'percentChosen') form.leaveField(action.leg);
    },
    submit() {
      const set = chosenLegs(form.draft.get());
      void form.submit(side(), send).then((result) => {
        if (result?.ok === true) onDone(set);
      });
    },
  };
}
