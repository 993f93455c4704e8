import type { ChartTexts } from '../../bridge/messages.ts';
import { element } from './element.ts';
import { tool } from './tool-button.ts';

/** A form in a dialog. Changes apply with OK and are one undo step. */
export interface DialogForm {
  readonly form: HTMLFormElement;
  /** Creates the row of buttons; called last. `submit`: text of the submit button. */
  finish(options: FinishOptions): void;
}

interface FinishOptions {
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Resets every field to its default. */
  readonly onDefaults?: () => void;
  /** Opens the templates at the button. */
  readonly onTemplates?: (button: HTMLButtonElement) => void;
}

export function createForm(body: HTMLElement, texts: ChartTexts): DialogForm {
  const page = body.ownerDocument;
  const form = body.appendChild(element(page, 'form', 'chart-form'));
  return {
    form,
    finish: ({ submit, onSubmit, onCancel, onDefaults, onTemplates }) => {
      const foot = form.appendChild(element(page, 'div', 'chart-form-foot'));
      if (onDefaults !== undefined) {
        const defaults = foot.appendChild(tool(page));
        defaults.textContent = texts.defaults;
        defaults.addEventListener('click', onDefaults);
      }
      if (onTemplates !== undefined) {
        const templates = foot.appendChild(tool(page));
        templates.textContent = texts.template;
        templates.setAttribute('aria-haspopup', 'menu');
        templates.setAttribute('aria-expanded', 'false');
        templates.addEventListener('click', () => onTemplates(templates));
      }
      foot.append(element(page, 'span', 'chart-toolbar-space'));
      const cancel = foot.appendChild(element(page, 'button', 'chart-retry'));
      cancel.type = 'button';
      cancel.textContent = texts.cancel;
      cancel.addEventListener('click', onCancel);
      const ok = foot.appendChild(element(page, 'button', 'chart-accent'));
      ok.type = 'submit';
      ok.textContent = submit;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        onSubmit();
      });
    },
  };
}

/** A row of a form: its label and one field. */
export function labelled<K extends 'input' | 'select'>(form: HTMLElement, kind: K, label: string): HTMLElementTagNameMap[K] {
  const page = form.ownerDocument;
  const line = form.appendChild(element(page, 'label', 'chart-form-row'));
  line.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
  return line.appendChild(element(page, kind, 'chart-field'));
}

export function checkbox(form: HTMLElement, label: string, isChecked: boolean): HTMLInputElement {
  const page = form.ownerDocument;
  const line = form.appendChild(element(page, 'label', 'chart-form-row'));
  const field = line.appendChild(element(page, 'input', 'chart-check'));
  field.type = 'checkbox';
  field.checked = isChecked;
  line.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
  return field;
}

export function fillSelect(
  field: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): void {
  for (const { value, label } of choices) {
    const option = field.appendChild(field.ownerDocument.createElement('option'));
    option.value = value;
    option.textContent = label;
  }
  field.value = chosen;
}

export function heading(form: HTMLElement, text: string): void {
  form.appendChild(element(form.ownerDocument, 'h3', 'chart-form-heading')).textContent = text;
}

/** Tabs with one panel each. Arrow keys move between tabs. */
export function createTabs<T extends string>(
  body: HTMLElement,
  label: string,
  tabs: readonly { readonly id: T; readonly label: string }[],
): ReadonlyMap<T, HTMLElement> {
  const page = body.ownerDocument;
  const list = body.appendChild(element(page, 'div', 'chart-tabs'));
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  const parts = new Map<T, HTMLElement>();
  const buttons = tabs.map(({ id, label: words }) => {
    const button = list.appendChild(tool(page));
    button.textContent = words;
    button.setAttribute('role', 'tab');
    const part = body.appendChild(element(page, 'div', 'chart-tab-part'));
    part.setAttribute('role', 'tabpanel');
    part.setAttribute('aria-label', words);
    // The browser explains an invalid field only if it is visible.
    part.addEventListener('invalid', () => show(id), true);
    parts.set(id, part);
    return { id, button };
  });
  function show(chosen: T): void {
    for (const { id, button } of buttons) {
      const isChosen = id === chosen;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      const part = parts.get(id);
      if (part !== undefined) part.hidden = !isChosen;
    }
  }
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex(({ button }) => button === page.activeElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 }[event.key];
    const next = to === undefined ? undefined : buttons.at(to % buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    show(next.id);
    next.button.focus();
  });
  for (const { id, button } of buttons) button.addEventListener('click', () => show(id));
  const [first] = tabs;
  if (first !== undefined) show(first.id);
  return parts;
}
