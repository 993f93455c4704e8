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
import { keepTpslHabits, tpslHabits } from '../../widgets/tpsl-habits.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';

export type TpslField = TpslIssue['field'];

/** The position of the dialog, as of its last render. */
export interface TpslTarget {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly account: AccountTraits;
  /** The price at the opening of the dialog. */
  readonly reference: Readable<Price | undefined>;
  readonly feed: TickerFeed;
}

type TpslKernel = Form<TpslDraft, TpslAction, TpslFormContext, TpslReading, TpslIssue, TpslPreview>;

/** A TP/SL form for its screen. */
export interface TpslForm {
  readonly draft: TpslDraft;
  readonly context: TpslContext;
  readonly preview: TpslPreview;
  /** Visible issues: warnings at once, errors of fields that were left or after an attempt to send. */
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
  /** The edited entry; a new one if absent. */
  readonly entry?: TpslEntry | undefined;
  onDone(set: readonly ExitKind[]): void;
}

/** Subject of a TP/SL form: a position, or an order with attached TP/SL. */
export interface TpslSource {
  /** `undefined` while unknown or after its end. */
  readonly followed: Readable<TpslFormContext | undefined>;
  initial(context: TpslContext): TpslDraft;
  send(reading: TpslReading): Promise<Result<void>>;
  /** Receives the current exits. */
  onDone(set: readonly ExitKind[]): void;
}

/** The last known context, because a form may briefly outlive its position or order. */
function lastKnown(followed: Readable<TpslFormContext | undefined>, first: TpslFormContext): Readable<TpslFormContext> {
  let known = first;
  return derived([followed], (now) => (known = now ?? known));
}

/** One form of a position's dialog. `undefined` once the position has ended. */
export function useTpslForm({ target, mode, entry, onDone }: FormOptions): TpslForm | undefined {
  const { positions } = useClient();
  const { positionKey, instrument, reference, feed } = target;
  const [followed] = useState(() =>
    derived(
      [positions.position(positionKey), positions.exits(positionKey), feed.ticker, reference],
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
    send: ({ draft, context }) => positions.setTpsl(positionKey, tpslTerms(draft, context)),
    onDone,
  });
}

const NO_FORM: Readable<undefined> = { get: () => undefined, subscribe: () => () => undefined };
const NO_ISSUES: readonly TpslIssue[] = [];

/** The form state that re-renders its screen. */
function useShown(form: TpslKernel | undefined) {
  return {
    draft: useReadable<TpslDraft | undefined>(form?.draft ?? NO_FORM),
    issues: useReadable<readonly TpslIssue[] | undefined>(form?.problems ?? NO_FORM) ?? NO_ISSUES,
    busy: useReadable(form?.sending ?? NO_FORM)?.state === 'sending',
    failure: useReadable<Failure | undefined>(form?.refusal ?? NO_FORM),
  };
}

/** The form of the observed position or order, as its screen shows it. */
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
      // The slider is part of the field that it fills; a field reports its own blur.
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
