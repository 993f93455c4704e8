import { numberIn } from '@tapedeck/client';

/** A value that changed between the moment a button was pressed and the moment it would have acted. */
export interface ChangedValue {
  /** Name of the field. */
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

const SENDS = '[data-sends]';
/** What a button sends is typed in the part of the page that it stands in. */
const SCOPES = '[role="dialog"], form, section, main';
/** Values that follow the market by themselves are not typed by anybody. */
const FIELDS = 'input[type="text"]:not([data-ticks]):not(:disabled)';

const fieldsBeside = (button: Element): readonly HTMLInputElement[] => [
  ...(button.closest(SCOPES) ?? button.ownerDocument).querySelectorAll<HTMLInputElement>(FIELDS),
];

/** The number that a text stands for: `1.50` and `01.5` are the same. */
const numberOf = (text: string): string => String(numberIn(text) ?? text);

const labelOf = (field: HTMLInputElement): string => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';

/**
 * Holds back presses on what the trader has not seen (HND-01). Leaving a field may clamp, round or convert its value, and pressing a
 * button is how fields are left: the click of such a press never reaches the button. The next press sends, since the new value is on
 * screen by then. Returns how to end it.
 */
export function guardPresses(page: Document, tell: (change: ChangedValue) => void): () => void {
  let seen: ReadonlyMap<HTMLInputElement, string> = new Map();
  const look = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest(SENDS) : null;
    seen = new Map(button === null ? [] : fieldsBeside(button).map((field) => [field, field.value]));
  };
  const hold = (event: Event): void => {
    const [changed] = [...seen].filter(([field, before]) => field.isConnected && numberOf(field.value) !== numberOf(before));
    seen = new Map();
    // A note that appeared may have moved the button away from under the pointer: the click then arrives beside it.
    if (changed === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [field, before] = changed;
    tell({ label: labelOf(field), before, now: field.value });
  };
  // A press by keyboard leaves no field: that took an earlier key, and its effect is on screen.
  const forget = (): void => {
    seen = new Map();
  };
  // Captured: before anything of the page hears of them.
  const listeners = { pointerdown: look, click: hold, keydown: forget };
  for (const [type, listener] of Object.entries(listeners)) page.addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) page.removeEventListener(type, listener, true);
  };
}
