import type { IconName } from './icon.ts';
import { openMenu, type MenuChoice } from './menu.ts';
import { name, tool } from './tool-button.ts';

/** A button of a bar that may move into the menu at the bar's end. */
export interface BarButton {
  readonly button: HTMLButtonElement;
  readonly icon?: IconName;
  /** Runs the action. A menu opens at `anchor`: this button, or the button of the menu that contains it. */
  readonly press: (anchor: HTMLButtonElement) => void;
}

export interface BarMenu {
  readonly root: HTMLButtonElement;
  setLabel(label: string): void;
}

/** The menu of the buttons for which a bar has no room. Each of them works there as it does in the bar. */
export function createBarMenu(page: Document, buttons: readonly BarButton[]): BarMenu {
  const root = tool(page, 'more');
  root.classList.add('chart-more');
  root.hidden = true;
  root.setAttribute('aria-haspopup', 'menu');
  root.setAttribute('aria-expanded', 'false');
  for (const { button, press } of buttons) button.addEventListener('click', () => press(button));
  root.addEventListener('click', () => {
    const choices = buttons.filter(({ button }) => button.hidden && !button.disabled).map((moved) => choiceOf(moved, root));
    openMenu(root, root.title, [{ choices }]);
  });
  return { root, setLabel: (label) => name(root, label) };
}

function choiceOf({ button, icon, press }: BarButton, anchor: HTMLButtonElement): MenuChoice {
  const pressed = button.getAttribute('aria-pressed');
  return {
    label: button.getAttribute('aria-label') ?? button.textContent,
    ...(icon !== undefined && { icon }),
    ...(pressed !== null && { isChecked: pressed === 'true' }),
    run: () => press(anchor),
  };
}
