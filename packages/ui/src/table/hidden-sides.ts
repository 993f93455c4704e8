import { useEffect, type RefObject } from 'react';

/** A smaller hidden part is rounding, not a column. */
const HIDDEN_MIN_PX = 2;

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
