import { numberIn } from '@tapedeck/client';
import { flushSync } from 'react-dom';

/** A value changed by the gesture that would also have sent it. */
export interface ChangedValue {
  /** Name of the control. */
  readonly label: string;
  /** Previous and current text; absent if it is not a text. */
  readonly before?: string;
  readonly now?: string;
  /** The field refuses the new value too, and says so itself. */
  readonly refused?: true;
}

const SENDS = '[data-sends]';
/** The part of the page whose inputs a button sends. */
const SCOPES = '[role="dialog"], form, section, main';
/** Values that follow the market are not typed. */
const TEXTS = 'input[type="text"]:not([data-ticks]):not(:disabled)';
const CHOICES = 'input[type="checkbox"], input[type="radio"], input[type="range"], [role="combobox"], [role="tab"]';

/** Visible text of a control; `undefined` if it has none. */
function readingOf(control: Element): string | undefined {
  if (control instanceof HTMLInputElement) return control.type === 'text' ? control.value : undefined;
  return control.getAttribute('role') === 'tab' ? undefined : control.textContent;
}

/** Value of a control; numbers compare by value, so that `1.50` and `01.5` are equal. */
function meaningOf(control: Element): string {
  if (!(control instanceof HTMLInputElement)) return readingOf(control) ?? String(control.getAttribute('aria-selected'));
  // A comma that ends a number gets no meaning any more.
  if (control.type === 'text') return String(numberIn(control.value.replace(/,$/, '')) ?? control.value);
  return control.type === 'range' ? control.value : String(control.checked);
}

function labelOf(control: Element): string {
  const beside = control instanceof HTMLInputElement ? control.labels?.[0] : control;
  return control.getAttribute('aria-label') ?? beside?.textContent ?? '';
}

interface Seen {
  readonly control: Element;
  readonly label: string;
  readonly meaning: string;
  readonly before: string | undefined;
}

/** The inputs that determine what a button sends, and the button's own label. */
function look(from: Element, button: Element): readonly Seen[] {
  const scope = from.closest(SCOPES) ?? from.ownerDocument;
  return [...scope.querySelectorAll(`${TEXTS}, ${CHOICES}`), button].map((control) => ({
    control,
    label: labelOf(control),
    meaning: meaningOf(control),
    before: readingOf(control),
  }));
}

function changeIn(seen: readonly Seen[]): ChangedValue | undefined {
  const changed = seen.find(({ control, meaning }) => control.isConnected && meaningOf(control) !== meaning);
  if (changed === undefined) return undefined;
  const { control, label, before } = changed;
  const now = readingOf(control);
  const refused = control.getAttribute('aria-invalid') === 'true';
  return { label, ...(before !== undefined && { before }), ...(now !== undefined && { now }), ...(refused && { refused }) };
}

const stop = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** The field in which Enter is pressed, if a button beside it sends. */
function entered({ key, target }: KeyboardEvent): { readonly field: Element; readonly button: Element } | undefined {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return undefined;
  const button = target.closest(SCOPES)?.querySelector(SENDS);
  return button ? { field: target, button } : undefined;
}

/** Listener for the outcome of guarded gestures. */
export interface GuardedPresses {
  /** Blocked, because it changed a value. */
  changed(change: ChangedValue): void;
  /** Blocked, because the number in the field of this name may mean another one. */
  unclear(label: string): void;
  /** It missed its button, which moved away between press and release. */
  missed(): void;
}

/** A field beside a button, whose text means no number or more than one. */
const unclearBeside = (button: Element): Element | null | undefined => button.closest(SCOPES)?.querySelector('[data-unread]');

/** Maximum distance, in pixels, between a press and its release; to cancel a press, move farther. */
const STILL = 8;

/** Number of fields beside a button that refuse their value, and say so. */
const refusalsBeside = (button: Element): number => button.closest(SCOPES)?.querySelectorAll('[aria-invalid="true"]').length ?? 0;

/**
 * Reports presses that missed their button because of the page itself: otherwise nothing would seem to have happened. A
 * refusal that appeared during the press and moved the button explains it already.
 */
function watchMisses(page: Document, { missed }: GuardedPresses): () => void {
  let under: { readonly button: Element; readonly x: number; readonly y: number; readonly refusals: number } | undefined;
  const pressed = ({ target, clientX: x, clientY: y }: PointerEvent): void => {
    const button = target instanceof Element ? target.closest(SENDS) : null;
    under = button === null ? undefined : { button, x, y, refusals: refusalsBeside(button) };
  };
  const released = ({ target, clientX, clientY }: PointerEvent): void => {
    const from = under;
    under = undefined;
    if (from === undefined || (target instanceof Node && from.button.contains(target))) return;
    if (refusalsBeside(from.button) > from.refusals) return;
    if (Math.hypot(clientX - from.x, clientY - from.y) < STILL) missed();
  };
  page.addEventListener('pointerdown', pressed, true);
  page.addEventListener('pointerup', released, true);
  return () => {
    page.removeEventListener('pointerdown', pressed, true);
    page.removeEventListener('pointerup', released, true);
  };
}

/**
 * Blocks gestures that would send values the trader has not seen (HND-01). Leaving a field may clamp, round or convert
 * its value, and pressing a button is how fields are left: the click of such a press never reaches the button, nor does
 * the second half of a double click. Enter in a field applies the value like a blur, and sends only if it stayed the
 * same. The next gesture sends, because the new value is displayed by then. Returns a function that ends it.
 */
export function guardPresses(page: Document, told: GuardedPresses): () => void {
  const endMisses = watchMisses(page, told);
  let seen: readonly Seen[] = [];
  let held = false;
  const blockUnclear = (event: Event, button: Element): void => {
    const field = unclearBeside(button);
    if (!field) return;
    stop(event);
    told.unclear(labelOf(field));
  };
  const pressed = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest(SENDS) : null;
    seen = button === null ? [] : look(button, button);
  };
  const clicked = (event: MouseEvent): void => {
    const change = changeIn(seen);
    seen = [];
    // The browser counts the clicks of a gesture: from the second on they belong to the blocked press.
    held = change !== undefined || (held && event.detail > 1);
    // A message that appeared may have moved the button away from under the pointer: the click then lands beside it.
    if (held) stop(event);
    if (change !== undefined) return told.changed(change);
    const button = event.target instanceof Element ? event.target.closest(SENDS) : null;
    if (button !== null) blockUnclear(event, button);
  };
  const keyed = (event: KeyboardEvent): void => {
    const enter = entered(event);
    if (enter === undefined) {
      // A key that presses a button leaves no field: its click is independent.
      if (event.key === 'Enter' || event.key === ' ') seen = [];
      return;
    }
    // A held key continues the gesture.
    if (event.repeat) return stop(event);
    const before = look(enter.field, enter.button);
    flushSync(() => enter.field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    const change = changeIn(before);
    if (change === undefined) return blockUnclear(event, enter.button);
    stop(event);
    told.changed(change);
  };
  // Captured: before any other listener of the page.
  page.addEventListener('pointerdown', pressed, true);
  page.addEventListener('click', clicked, true);
  page.addEventListener('keydown', keyed, true);
  return () => {
    endMisses();
    page.removeEventListener('pointerdown', pressed, true);
    page.removeEventListener('click', clicked, true);
    page.removeEventListener('keydown', keyed, true);
  };
}
