import type { ChartTexts } from '../../bridge/messages.ts';
import { LONGEST_NAME } from '../store/stored-layout.ts';
import { openDialog } from './dialog.ts';
import { checkbox, createForm, labelled } from './form.ts';

export interface NameOptions {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  /** Names already in use. */
  readonly taken: readonly string[];
  readonly takenText: string;
  /** Symbol that may open the layout; without it, that field is absent. */
  readonly ticker?: string;
  readonly onSubmit: (name: string, isBound: boolean) => void;
}

/** Prompts for the name of a layout or a template. */
export function openName(page: Document, texts: ChartTexts, options: NameOptions): void {
  const { root, body, close } = openDialog(page, options.title, texts.closeTable);
  root.classList.add('chart-layout-name');
  const { form, finish } = createForm(body, texts);
  const field = labelled(form, 'input', texts['layout.name']);
  field.required = true;
  field.maxLength = LONGEST_NAME;
  field.autocomplete = 'off';
  field.value = options.name;
  const bound = options.ticker === undefined ? undefined : checkbox(form, `${texts['layout.opensWith']} ${options.ticker}`, false);
  const taken = new Set(options.taken.map((name) => name.toLowerCase()));
  const check = (): void => {
    const name = field.value.trim();
    const problem = taken.has(name.toLowerCase()) ? options.takenText : '';
    field.setCustomValidity(name === '' ? texts['layout.nameMissing'] : problem);
  };
  field.addEventListener('input', check);
  check();
  finish({
    submit: options.submit,
    onCancel: close,
    onSubmit: () => {
      close();
      options.onSubmit(field.value.trim(), bound?.checked === true);
    },
  });
  field.select();
  field.focus();
}
