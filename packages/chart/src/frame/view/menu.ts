import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';
import { textDirection } from './text-direction.ts';

export interface MenuChoice {
  readonly label: string;
  readonly icon?: IconName;
  /** Its shortcut. */
  readonly hint?: string;
  /** Further information at the end of the row. */
  readonly note?: string;
  /** `undefined` for an action, which has no checked state. */
  readonly isChecked?: boolean;
  readonly run: () => void;
  readonly side?: SideChoice;
}

/** A second button of a row: a star that stays in place, or an action that closes the menu. */
export interface SideChoice {
  readonly label: string;
  readonly icon: IconName;
  readonly isChecked?: boolean;
  readonly run: () => void;
}

export interface MenuGroup {
  readonly heading?: string;
  readonly choices: readonly MenuChoice[];
}

const GAP = 4;

let closeOpen: (() => void) | undefined;

/** Closes the open menu without a choice. */
export function closeMenu(): void {
  closeOpen?.();
}

/** Opens a menu at a button. It closes by a choice, Escape, Tab, a press elsewhere or when the chart loses the focus. */
export function openMenu(
  button: HTMLButtonElement,
  label: string,
  groups: readonly MenuGroup[],
  focusAfter: () => HTMLElement = () => button,
): void {
  const page = button.ownerDocument;
  const view = page.defaultView;
  if (button.getAttribute('aria-expanded') === 'true') return;
  const menu = element(page, 'div', 'chart-menu');
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', label);
  menu.dir = textDirection(page);
  const items = groups.flatMap((group) => fill(menu, group));

  function close(keepsFocus: boolean): void {
    page.removeEventListener('pointerdown', pressed, true);
    view?.removeEventListener('blur', blurred);
    button.setAttribute('aria-expanded', 'false');
    closeOpen = undefined;
    menu.remove();
    const after = focusAfter();
    if (keepsFocus) after.focus();
  }
  const pressed = (event: Event): void => {
    const target = event.target instanceof Node ? event.target : null;
    if (menu.contains(target)) return;
    // The press that closes the menu at its button must not open it again.
    if (button.contains(target))
      button.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    close(false);
  };
  const blurred = (): void => close(false);

  menu.addEventListener('click', (event) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[role^=menuitem]') : null;
    const chosen = items.find(({ node, side }) => node === item || side?.node === item);
    if (chosen === undefined) return;
    const { side } = chosen;
    if (side === undefined || side.node !== item) {
      close(true);
      chosen.run();
      return;
    }
    // A star keeps the menu open, so that several can be set.
    const checked = side.node.getAttribute('aria-checked');
    if (checked === null) close(true);
    else side.node.setAttribute('aria-checked', String(checked !== 'true'));
    side.run();
  });
  // The key that opened it would open the browser's own menu over it.
  menu.addEventListener('contextmenu', (event) => event.preventDefault());
  menu.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const at = items.findIndex(({ node, side }) => node === page.activeElement || side?.node === page.activeElement);
    if (event.key === 'ArrowRight') items[at]?.side?.node.focus();
    if (event.key === 'ArrowLeft') items[at]?.node.focus();
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) items.at(to % items.length)?.node.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else return;
    event.preventDefault();
  });
  page.addEventListener('pointerdown', pressed, true);
  view?.addEventListener('blur', blurred);
  closeOpen = blurred;
  button.setAttribute('aria-expanded', 'true');
  // A menu outside an open dialog would be inert.
  (button.closest('dialog') ?? page.body).append(menu);
  put(menu, button);
  const first = (items.find(({ isChecked }) => isChecked) ?? items[0])?.node;
  if (first === undefined) return;
  // A scrollable menu must be reachable with Tab.
  first.tabIndex = 0;
  first.focus();
}

interface Item {
  readonly node: HTMLButtonElement;
  readonly isChecked: boolean;
  readonly run: () => void;
  readonly side: { readonly node: HTMLButtonElement; readonly run: () => void } | undefined;
}

function fill(menu: HTMLElement, { heading, choices }: MenuGroup): Item[] {
  const page = menu.ownerDocument;
  const part = menu.appendChild(element(page, 'div', 'chart-menu-group'));
  part.setAttribute('role', 'group');
  if (heading !== undefined) {
    part.setAttribute('aria-label', heading);
    const title = part.appendChild(element(page, 'div', 'chart-menu-heading'));
    title.textContent = heading;
    title.setAttribute('aria-hidden', 'true');
  }
  return choices.map((choice) => {
    const { side } = choice;
    const row = side === undefined ? part : part.appendChild(element(page, 'div', 'chart-menu-row'));
    const node = row.appendChild(element(page, 'button', 'chart-menu-item'));
    node.type = 'button';
    node.tabIndex = -1;
    node.setAttribute('role', choice.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox');
    if (choice.isChecked !== undefined) node.setAttribute('aria-checked', String(choice.isChecked));
    const mark = node.appendChild(element(page, 'span', 'chart-menu-mark'));
    if (choice.icon !== undefined) mark.append(icon(page, choice.icon));
    else if (choice.isChecked === true) mark.append(icon(page, 'check'));
    node.appendChild(element(page, 'span', 'chart-menu-label')).textContent = choice.label;
    if (choice.note !== undefined) node.appendChild(element(page, 'span', 'chart-menu-note')).textContent = choice.note;
    if (choice.hint !== undefined) {
      const hint = node.appendChild(element(page, 'kbd', 'chart-menu-hint'));
      hint.textContent = choice.hint;
      // The attribute below states it; in the name, it would be announced twice.
      hint.setAttribute('aria-hidden', 'true');
      node.setAttribute('aria-keyshortcuts', choice.hint.replace(' ', '+'));
    }
    const sideItem = side && { node: row.appendChild(sideButton(page, side)), run: side.run };
    return { node, isChecked: choice.isChecked === true, run: choice.run, side: sideItem };
  });
}

function sideButton(page: Document, { label, icon: picture, isChecked }: SideChoice): HTMLButtonElement {
  const node = element(page, 'button', 'chart-menu-side');
  node.type = 'button';
  node.tabIndex = -1;
  node.setAttribute('role', isChecked === undefined ? 'menuitem' : 'menuitemcheckbox');
  if (isChecked !== undefined) node.setAttribute('aria-checked', String(isChecked));
  node.setAttribute('aria-label', label);
  node.title = label;
  node.append(icon(page, picture));
  return node;
}

/** Below the button, or above it if there is more space; always inside the frame. */
function put(menu: HTMLElement, button: HTMLElement): void {
  const page = button.ownerDocument.documentElement;
  const at = button.getBoundingClientRect();
  const below = page.clientHeight - at.bottom - 2 * GAP;
  const above = at.top - 2 * GAP;
  const isBelow = below >= menu.offsetHeight || below >= above;
  menu.style.maxHeight = `${isBelow ? below : above}px`;
  menu.style.left = `${Math.max(GAP, Math.min(at.left, page.clientWidth - menu.offsetWidth - GAP))}px`;
  menu.style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - menu.offsetHeight}px`;
}
