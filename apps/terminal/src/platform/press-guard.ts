import { numberIn } from '@tapedeck/client';
import { flushSync } from 'react-dom';

/** What a gesture changed that would also have sent it. */
export interface ChangedValue {
  /** Name of the control. */
  readonly label: string;
  /** What it read, and reads now; absent where it is no text. */
  readonly before?: string;
  readonly now?: string;
}

const SENDS = '[data-sends]';
/** What a button sends is typed in the part of the page that it stands in. */
const SCOPES = '[role="dialog"], form, section, main';
/** Values that follow the market by themselves are not typed by anybody. */
const TEXTS = 'input[type="text"]:not([data-ticks]):not(:disabled)';
const CHOICES = 'input[type="checkbox"], input[type="radio"], input[type="range"], [role="combobox"], [role="tab"]';

/** What a control says; `undefined` where that is no text. */
function readingOf(control: Element): string | undefined {
  if (control instanceof HTMLInputElement) return control.type === 'text' ? control.value : undefined;
  return control.getAttribute('role') === 'tab' ? undefined : control.textContent;
}

/** What a control stands for; numbers by their value, so that `1.50` and `01.5` are the same. */
function meaningOf(control: Element): string {
  if (!(control instanceof HTMLInputElement)) return readingOf(control) ?? String(control.getAttribute('aria-selected'));
  if (control.type === 'text') return String(numberIn(control.value) ?? control.value);
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

/** Everything beside a button that decides what it sends, and what the button itself says. */
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
  return { label, ...(before !== undefined && { before }), ...(now !== undefined && { now }) };
}

const stop = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** The field that Enter is pressed in, where something beside it sends. */
function entered({ key, target }: KeyboardEvent): { readonly field: Element; readonly button: Element } | undefined {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return undefined;
  const button = target.closest(SCOPES)?.querySelector(SENDS);
  return button ? { field: target, button } : undefined;
}

/** Who is told what became of a gesture that was to send something. */
export interface GuardedPresses {
  /** It was held back, since it changed a value. */
  changed(change: ChangedValue): void;
  /** It missed its button, which moved away between the press and its release. */
  missed(): void;
}

/** How far a pointer may move, in pixels, between a press and its release; a trader who thinks better of a press moves it farther. */
const STILL = 8;

/** Tells of presses that the page itself made miss their button: without a word, nothing at all would seem to have happened. */
function watchMisses(page: Document, { missed }: GuardedPresses): () => void {
  let under: { readonly button: Element; readonly x: number; readonly y: number } | undefined;
  const pressed = ({ target, clientX: x, clientY: y }: PointerEvent): void => {
    const button = target instanceof Element ? target.closest(SENDS) : null;
    under = button === null ? undefined : { button, x, y };
  };
  const released = ({ target, clientX, clientY }: PointerEvent): void => {
    const from = under;
    under = undefined;
    if (from === undefined || (target instanceof Node && from.button.contains(target))) return;
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
 * Holds back gestures that would send what the trader has not seen (HND-01). Leaving a field may clamp, round or convert its value, and
 * pressing a button is how fields are left: the click of such a press never reaches the button, nor does the second half of a double
 * click. Enter in a field takes the value as leaving the field would, and sends only what stayed as it was. The next gesture sends, since
 * the new value is on screen by then. Returns how to end it.
 */
export function guardPresses(page: Document, told: GuardedPresses): () => void {
  const endMisses = watchMisses(page, told);
  let seen: readonly Seen[] = [];
  let held = false;
  const pressed = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest(SENDS) : null;
    seen = button === null ? [] : look(button, button);
  };
  const clicked = (event: MouseEvent): void => {
    const change = changeIn(seen);
    seen = [];
    // The browser counts the clicks of a gesture: from the second on they belong to the press that was held.
    held = change !== undefined || (held && event.detail > 1);
    // A note that appeared may have moved the button away from under the pointer: the click then arrives beside it.
    if (held) stop(event);
    if (change !== undefined) told.changed(change);
  };
  const keyed = (event: KeyboardEvent): void => {
    const enter = entered(event);
    if (enter === undefined) {
      // A key that presses a button left no field: its click stands for itself.
      if (event.key === 'Enter' || event.key === ' ') seen = [];
      return;
    }
    // A key that is held down goes on with the gesture.
    if (event.repeat) return stop(event);
    const before = look(enter.field, enter.button);
    flushSync(() => enter.field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    const change = changeIn(before);
    if (change === undefined) return;
    stop(event);
    told.changed(change);
  };
  // Captured: before anything of the page hears of them.
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
