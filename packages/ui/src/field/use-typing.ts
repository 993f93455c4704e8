import type { NumberHabit } from '@tapedeck/domain';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ClipboardEvent, type CompositionEvent, type KeyboardEvent } from 'react';
import { arrives } from '../arrives.ts';
import type { TypedInField, Typing, TypingView } from './typing.ts';

let Reader: typeof Typing | undefined;

/** Loads the reader of typed numbers, which a first view does not need. Keys that are typed before it arrives are read then. */
export async function loadTyping(): Promise<void> {
  Reader ??= (await arrives(() => import('./typing.ts'))).Typing;
}

interface View extends TypingView {
  /** The field's value that the keys led to; absent until it is rendered. */
  readonly value?: string;
}

const NONE: View = { value: '' };

interface Options {
  readonly value: string;
  readonly habit: NumberHabit;
  onNumber(number: string): void;
}

export interface FieldTyping extends TypingView {
  readonly shown: string;
  readonly listeners: {
    onChange(event: ChangeEvent<HTMLInputElement>): void;
    onPaste(event: ClipboardEvent<HTMLInputElement>): void;
    onCompositionStart(event: CompositionEvent<HTMLInputElement>): void;
    onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void;
  };
  keyed(event: KeyboardEvent<HTMLInputElement>): void;
  left(): void;
}

/** A field whose text is replaced would move its caret to the end. Returns what keeps it, after the text of an input changed. */
function useCaret(): (input: HTMLInputElement) => void {
  const caret = useRef<{ readonly input: HTMLInputElement; readonly fromEnd: number }>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    const { input, fromEnd } = caret.current;
    caret.current = undefined;
    const at = Math.max(0, input.value.length - fromEnd);
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(at, at);
  });
  return (input) => (caret.current = { input, fromEnd: input.value.length - (input.selectionEnd ?? input.value.length) });
}

/** Follows the text of a number field: keys, pastes, compositions. */
export function useTyping({ value, habit, onNumber }: Options): FieldTyping {
  const [view, setView] = useState(NONE);
  /** Text that an input method composes, or that waits for the reader. */
  const [held, setHeld] = useState<string>();
  const typing = useRef<Typing>(undefined);
  const isDecimalKey = useRef(false);
  const keepCaret = useCaret();
  if (view.value === undefined) setView({ ...view, value });
  // A value from elsewhere takes the place of the typed one.
  const isOver = view.value !== undefined && view.value !== value;
  const current = isOver ? NONE : view;
  const field: TypedInField = {
    value,
    habit,
    take: (next, number) => {
      setView(next);
      onNumber(number);
    },
    refuse: (refused) => setView({ ...current, value, refused }),
  };
  const latest = useRef({ field, shown: value, isOver });
  latest.current = { field, shown: current.kept ?? value, isOver };

  const reader = (): Typing | undefined => {
    if (Reader !== undefined) typing.current ??= new Reader();
    if (latest.current.isOver) typing.current?.forget();
    return typing.current;
  };
  const early = (input: HTMLInputElement): void => {
    setHeld(undefined);
    reader()?.early(latest.current.field, input.value);
  };
  const change = (input: HTMLInputElement): void => {
    const ready = reader();
    if (ready === undefined) {
      setHeld(input.value);
      if (held === undefined) void loadTyping().then(() => early(input));
      return;
    }
    const { field: into, shown } = latest.current;
    setHeld(undefined);
    keepCaret(input);
    if (input.value !== shown) ready.change(into, shown, input.value, isDecimalKey.current);
    isDecimalKey.current = false;
  };
  const isComposing = useRef(false);
  return {
    ...current,
    shown: held ?? current.kept ?? value,
    isUnread: current.isUnread === true || held !== undefined,
    listeners: {
      onChange: ({ currentTarget }) => (isComposing.current ? setHeld(currentTarget.value) : change(currentTarget)),
      onPaste: (event) => {
        const mayInsert = reader()?.paste(field, event.currentTarget, event.clipboardData.getData('text')) ?? true;
        if (!mayInsert) event.preventDefault();
      },
      onCompositionStart: ({ currentTarget }) => {
        isComposing.current = true;
        setHeld(currentTarget.value);
      },
      onCompositionEnd: ({ currentTarget }) => {
        isComposing.current = false;
        change(currentTarget);
      },
    },
    keyed: ({ code, key }) => (isDecimalKey.current = code === 'NumpadDecimal' && key === ','),
    left: () => {
      if (current.isUnread === true) return setView({ ...current, refused: undefined });
      typing.current?.forget();
      setView(NONE);
    },
  };
}
