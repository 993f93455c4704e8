import { COARSE } from './coarse.ts';
import { followSize } from './follow-size.ts';

export interface BarParts {
  /** Labels, and buttons whose menu stays: they are hidden one after the other, the first one first. */
  readonly yielding: readonly HTMLElement[];
  /** Buttons that move into the menu of `more` where that is not enough, the first one first. */
  readonly moving: readonly HTMLElement[];
  readonly more: HTMLElement;
}

/** Makes a bar as wide as there is room for. Marked as tight, what can shrink does so before a button moves. */
export function fitParts(bar: HTMLElement, { yielding, moving, more }: BarParts): void {
  const isTooWide = (): boolean => bar.scrollWidth > bar.clientWidth;
  bar.toggleAttribute('data-tight', false);
  more.hidden = true;
  for (const part of [...yielding, ...moving]) part.hidden = false;
  for (const part of yielding) {
    if (!isTooWide()) return;
    part.hidden = true;
  }
  bar.toggleAttribute('data-tight', isTooWide());
  for (const part of moving) {
    if (!isTooWide()) return;
    more.hidden = false;
    part.hidden = true;
  }
}

export interface Fitting {
  fit(): void;
  stop(): void;
}

/** Keeps a bar fitted. `parts` is asked each time; `sized` are parts whose width changes with what they show. */
export function keepFitting(bar: HTMLElement, parts: () => BarParts, sized: readonly HTMLElement[]): Fitting {
  const view = bar.ownerDocument.defaultView ?? window;
  const fit = (): void => fitParts(bar, parts());
  const stopSizes = followSize(view, [bar, ...sized], fit);
  // A hidden button reports no size: fonts that arrive and another pointing device change its width unseen.
  const fonts = fontsOf(bar.ownerDocument);
  const pointer = view.matchMedia(COARSE);
  fonts?.addEventListener('loadingdone', fit);
  pointer.addEventListener('change', fit);
  return {
    fit,
    stop() {
      stopSizes();
      fonts?.removeEventListener('loadingdone', fit);
      pointer.removeEventListener('change', fit);
    },
  };
}

const fontsOf = (page: Document): FontFaceSet | undefined => ('fonts' in page ? page.fonts : undefined);
