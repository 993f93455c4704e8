import { element } from './element.ts';
import { icon } from './icon.ts';
import { name, tool } from './tool-button.ts';

export interface AlertNotice {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
}

export interface AlertNotices {
  /** `keep`: seconds on screen; 0 until closed. */
  tell(notice: AlertNotice, keep: number, dismiss: string): void;
  remove(): void;
}

/** Older notices are removed. */
const MOST = 4;

/** Notices over the picture. Screen readers announce them at once; on a hidden page their time stops. */
export function createAlertNotices(picture: HTMLElement): AlertNotices {
  const page = picture.ownerDocument;
  const view = page.defaultView ?? window;
  const root = picture.appendChild(element(page, 'div', 'chart-alert-notices'));
  root.setAttribute('aria-live', 'assertive');
  const stops = new Map<HTMLElement, () => void>();

  const close = (note: HTMLElement): void => {
    stops.get(note)?.();
    stops.delete(note);
    note.remove();
  };
  return {
    tell: ({ title, text, actions }, keep, dismiss) => {
      const note = root.appendChild(element(page, 'div', 'chart-alert-notice'));
      note.append(icon(page, 'alert'));
      const words = note.appendChild(element(page, 'div', 'chart-alert-words'));
      words.appendChild(page.createElement('strong')).textContent = title;
      words.appendChild(page.createElement('p')).textContent = text;
      for (const { label, run } of actions) {
        const button = words.appendChild(element(page, 'button', 'chart-saving-button'));
        button.type = 'button';
        button.textContent = label;
        button.addEventListener('click', () => {
          close(note);
          run();
        });
      }
      const cross = note.appendChild(tool(page, 'close'));
      name(cross, dismiss);
      cross.addEventListener('click', () => close(note));
      if (keep > 0)
        stops.set(
          note,
          closeLater(view, note, keep, () => close(note)),
        );
      for (const old of [...root.children].slice(0, -MOST)) close(old as HTMLElement);
    },
    remove: () => {
      for (const note of [...stops.keys()]) close(note);
      root.remove();
    },
  };
}

/** Time runs while the page is visible and the notice has neither pointer nor focus. Returns a function that ends it. */
function closeLater(view: Window, note: HTMLElement, keep: number, close: () => void): () => void {
  const page = view.document;
  let timer: number | undefined;
  const settle = (): void => {
    view.clearTimeout(timer);
    const isBusy = note.matches(':hover') || note.contains(page.activeElement);
    timer = page.hidden || isBusy ? undefined : view.setTimeout(close, keep * 1_000);
  };
  page.addEventListener('visibilitychange', settle);
  for (const type of ['pointerenter', 'pointerleave', 'focusin']) note.addEventListener(type, settle);
  // During `focusout`, the focus is still inside.
  note.addEventListener('focusout', () => view.setTimeout(settle));
  settle();
  return () => {
    view.clearTimeout(timer);
    page.removeEventListener('visibilitychange', settle);
  };
}
