import type { Readable } from '@tapedeck/client';
import { useLayoutEffect, useRef, type ElementType } from 'react';
import { cancelFrame, onNextFrame } from './frame-scheduler.ts';

export type Tone = 'up' | 'down' | 'accent' | 'faint' | 'none';

/** Current value of a ticking element. */
export interface TickingValue {
  readonly text: string;
  readonly tone?: Tone;
}

type Followed = Pick<Readable<unknown>, 'subscribe'>;

/** Calls `write` now and in the frame after any source changed; `write` modifies the DOM directly, without React. */
export function useTicking(sources: readonly Followed[], write: () => void): void {
  const latest = useRef(write);
  useLayoutEffect(() => {
    const task = () => latest.current();
    const ends = sources.map((source) => source.subscribe(() => onNextFrame(task)));
    return () => {
      cancelFrame(task);
      for (const end of ends) end();
    };
    // The sources themselves are the dependency list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, sources);
  useLayoutEffect(() => {
    latest.current = write;
    write();
  });
}

export interface TickingProps {
  /** Their number must not change between renders. */
  readonly sources: readonly Followed[];
  read(): TickingValue | string;
  readonly as?: ElementType;
  readonly className?: string | undefined;
  readonly label?: string;
}

/** Writes text and tone into an element, only on change. */
export function writeTicking(node: HTMLElement, value: TickingValue | string): void {
  const text = typeof value === 'string' ? value : value.text;
  const tone = typeof value === 'string' ? undefined : value.tone;
  if (node.textContent !== text) node.textContent = text;
  if (node.dataset['tone'] === tone) return;
  if (tone === undefined || tone === 'none') delete node.dataset['tone'];
  else node.dataset['tone'] = tone;
}

/** Text that follows the market without re-rendering: its text node and tone are written once per frame, and only on change. */
export function Ticking({ sources, read, as: Element = 'span', className, label }: TickingProps) {
  const element = useRef<HTMLElement>(null);
  useTicking(sources, () => {
    if (element.current !== null) writeTicking(element.current, read());
  });
  return <Element ref={element} className={className} aria-label={label} />;
}

/** A ticking figure with its name, for a list of figures. */
export function TickingFact({ name, ...figure }: Pick<TickingProps, 'sources' | 'read'> & { readonly name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <Ticking as="dd" {...figure} />
    </div>
  );
}
