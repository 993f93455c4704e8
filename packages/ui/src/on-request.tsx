import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from 'react';

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Calls back on the user's next action: a press, a key, a step through the history, or a move to another window or frame. */
function NextAction({ onAction }: { onAction(): void }) {
  const latest = useRef(onAction);
  useEffect(() => {
    latest.current = onAction;
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const act = (): void => latest.current();
    const press = ({ key, repeat }: KeyboardEvent): void => {
      if (!repeat && !MODIFIERS.has(key)) act();
    };
    document.addEventListener('pointerdown', act, { capture: true, signal });
    document.addEventListener('keydown', press, { capture: true, signal });
    window.addEventListener('popstate', act, { signal });
    window.addEventListener('blur', act, { signal });
    return () => over.abort();
  }, []);
  return null;
}

interface OnRequestProps {
  readonly children: ReactNode;
  /** The user has done something else before the script arrived: the request is void. */
  onVoid(): void;
}

/**
 * A dialog that the user has requested. Its script loads on first use, and over a lost connection it arrives much later. It opens only
 * if the user has done nothing else since: a dialog must not open over other work, least of all after Escape.
 */
export function OnRequest({ children, onVoid }: OnRequestProps) {
  return <Suspense fallback={<NextAction onAction={onVoid} />}>{children}</Suspense>;
}

interface BehindButtonProps extends OnRequestProps {
  readonly button: ReactNode;
  /** The button was pressed, and the request is not void. */
  readonly isAsked: boolean;
}

/**
 * A popover or list behind its button, which brings a button of its own. Until its script has arrived, the pressed button stays the same
 * element, with its focus: a second press is a new request and opens it as well.
 */
export function BehindButton({ button, isAsked, children, onVoid }: BehindButtonProps) {
  // A deferred value becomes true once everything below has loaded.
  const hasLoaded = useDeferredValue(isAsked);
  if (isAsked && hasLoaded) return children;
  return (
    <>
      {button}
      {isAsked && <NextAction onAction={onVoid} />}
    </>
  );
}
