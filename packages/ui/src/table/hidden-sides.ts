import { useEffect, type RefObject } from 'react';

/** A smaller hidden part is rounding, not a column. */
const HIDDEN_MIN_PX = 2;

/** Heads of columns that are not entirely in view before the pinned column. */
function hiddenAtEnd(frame: HTMLElement, pinned: HTMLElement): number {
  const edge = pinned.getBoundingClientRect().left + HIDDEN_MIN_PX;
  const heads = frame.querySelectorAll('th');
  return [...heads].filter((head) => head !== pinned && head.getBoundingClientRect().right > edge).length;
}

/** Writes the number of hidden columns into the button beside the pinned column. */
function countHidden(frame: HTMLElement, isMore: boolean): void {
  const pinned = frame.querySelector<HTMLElement>('th[data-kind="actions"]');
  const button = pinned?.querySelector('button[aria-hidden]');
  if (!(button instanceof HTMLElement) || pinned === null) return;
  const count = isMore ? hiddenAtEnd(frame, pinned) : 0;
  const text = String(count);
  if (button.dataset['count'] === text) return;
  button.dataset['count'] = text;
  button.hidden = count === 0;
}

/** Marks the scrolling element with the sides on which columns are hidden: `data-hidden-columns` is 'start', 'end' or both. */
export function useHiddenSides(scroll: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = scroll.current;
    if (frame === null) return undefined;
    const look = (): void => {
      // Negative in right-to-left layouts.
      const before = Math.abs(frame.scrollLeft);
      const after = frame.scrollWidth - frame.clientWidth - before;
      const sides = [...(before >= HIDDEN_MIN_PX ? ['start'] : []), ...(after >= HIDDEN_MIN_PX ? ['end'] : [])].join(' ');
      if (frame.dataset['hiddenColumns'] !== sides) frame.dataset['hiddenColumns'] = sides;
      countHidden(frame, after >= HIDDEN_MIN_PX);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(frame);
    if (frame.firstElementChild !== null) sizes.observe(frame.firstElementChild);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [scroll]);
}
