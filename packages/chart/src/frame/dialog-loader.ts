import type { ChartTexts } from '../bridge/messages.ts';
import { isElsewhere } from './input/is-elsewhere.ts';
import { tellLost } from './view/lost-notice.ts';

interface Awaited {
  /** Keys pressed since it was requested. */
  typed: string;
}

/**
 * The dialog, menu or panel that is loading, whose code loads on first use. There is at most one: a later one replaces
 * it, and Escape cancels it. Keys typed meanwhile belong to it; otherwise `45` would open two dialogs with a digit
 * each.
 */
export class DialogLoader {
  private readonly page: Document;
  private readonly texts: () => ChartTexts;
  private awaited: Awaited | undefined;
  /** Closes the notice about code that failed to load. */
  private closeNotice: () => void = () => undefined;

  constructor(page: Document, texts: () => ChartTexts) {
    this.page = page;
    this.texts = texts;
  }

  /** `show` receives the keys typed until then. If the code fails to load (CHT-27), a notice says so and offers to load it again. */
  open<T>(load: () => Promise<T>, show: (code: T, typed: string) => void): void {
    this.cancel();
    const awaited: Awaited = { typed: '' };
    this.awaited = awaited;
    this.page.addEventListener('keydown', this.keyPressed, true);
    void this.arrive(awaited, load, show);
  }

  cancel(): void {
    this.closeNotice();
    this.awaited = undefined;
    this.page.removeEventListener('keydown', this.keyPressed, true);
  }

  private async arrive<T>(awaited: Awaited, load: () => Promise<T>, show: (code: T, typed: string) => void): Promise<void> {
    try {
      const came = await load();
      if (this.awaited !== awaited) return;
      this.cancel();
      show(came, awaited.typed);
    } catch (cause) {
      console.warn('A part of the chart could not be loaded', cause);
      if (this.awaited !== awaited) return;
      this.cancel();
      this.closeNotice = tellLost(this.page, this.texts(), () => this.open(load, show));
    }
  }

  private readonly keyPressed = (event: KeyboardEvent): void => {
    const { awaited } = this;
    if (awaited === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Escape') this.cancel();
    else if (isElsewhere(event.target)) return;
    else if (/^[\d\p{L}]$/u.test(key)) awaited.typed += key;
    else if (key === 'Backspace') awaited.typed = awaited.typed.slice(0, -1);
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
}
