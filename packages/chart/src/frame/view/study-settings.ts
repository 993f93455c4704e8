import { PRICES } from '../../bridge/indicator-names.ts';
import type { ChartTexts } from '../../bridge/messages.ts';
import { TONES, type PlotLook, type StudyEntry, type StudySource, type Tone } from '../document/chart-document.ts';
import type { IndicatorDefinition } from '../indicators/definition.ts';
import { indicatorOf } from '../indicators/registry.ts';
import type { StudyTemplates } from '../template-dialogs.ts';
import { focusField, openDialog } from './dialog.ts';
import { element } from './element.ts';
import { createForm, createTabs, labelled } from './form.ts';
import { numberInput } from './number-input.ts';
import { plotText } from '../indicators/plot-names.ts';
import { studyName } from './study-name.ts';
import { visibilityFields } from './visibility-fields.ts';

const WIDTHS = [1, 1.5, 2, 3, 4];

export interface SettingsEvents {
  readonly studies: () => readonly StudyEntry[];
  readonly openTemplates: (button: HTMLButtonElement, templates: Omit<StudyTemplates, 'indicator'>) => void;
  readonly change: (id: string, to: Pick<StudyEntry, 'inputs' | 'source' | 'looks' | 'hiddenOn'>) => void;
}

/** Inputs, style and visibility of one indicator. Changes apply with OK and are one undo step. */
export function openStudySettings(page: Document, texts: ChartTexts, study: StudyEntry, events: SettingsEvents): void {
  const definition = indicatorOf(study.indicator);
  if (definition === undefined) return;
  const { root, body, close } = openDialog(page, texts[`indicator.${study.indicator}`], texts.closeTable);
  root.classList.add('chart-tabbed');
  const { form, finish } = createForm(body, texts);
  const hasInputs = definition.inputs.length > 0 || definition.takesSource;
  const tabs = createTabs(form, texts[`indicator.${study.indicator}`], [
    ...(hasInputs ? [{ id: 'inputs', label: texts.inputs } as const] : []),
    { id: 'style', label: texts.style },
    { id: 'visibility', label: texts.visibility },
  ]);
  const style = tabs.get('style') as HTMLElement;
  const first = tabs.get('inputs') ?? style;
  const inputs = inputFields(first, texts, definition, study);
  const source = definition.takesSource ? sourceField(first, texts, study, events.studies()) : undefined;
  const looks = lookFields(style, texts, definition, study);
  const visibility = visibilityFields(tabs.get('visibility') as HTMLElement, texts, study.hiddenOn);
  finish({
    submit: texts.ok,
    onCancel: close,
    onDefaults: () => {
      inputs.reset();
      source?.reset();
      looks.reset();
      visibility.reset();
    },
    onTemplates: (button) =>
      events.openTemplates(button, {
        read: () => ({ inputs: inputs.read(), looks: looks.read() }),
        apply: (look) => {
          inputs.fill(look.inputs);
          looks.fill(look.looks);
        },
      }),
    onSubmit: () => {
      const hiddenOn = visibility.read();
      events.change(study.id, { inputs: inputs.read(), source: source?.read() ?? study.source, looks: looks.read(), hiddenOn });
      close();
    },
  });
  focusField(root, first.querySelector<HTMLElement>('input, select'));
}

interface FilledFields<T> extends Fields<T> {
  fill(values: T): void;
}

interface Fields<T> {
  read(): T;
  reset(): void;
}

function inputFields(
  form: HTMLElement,
  texts: ChartTexts,
  definition: IndicatorDefinition,
  study: StudyEntry,
): FilledFields<StudyEntry['inputs']> {
  const fields = definition.inputs.map((input) => {
    const field = numberInput(form, texts, texts[`input.${input.key}`], input);
    field.write(study.inputs[input.key] ?? input.standard);
    return { input, field };
  });
  return {
    read: () => Object.fromEntries(fields.map(({ input, field }) => [input.key, field.read()])),
    reset: () => {
      for (const { input, field } of fields) field.write(input.standard);
    },
    fill: (values) => {
      for (const { input, field } of fields) field.write(values[input.key] ?? input.standard);
    },
  };
}

/** Prices, and the plots of the indicators before this one, which excludes cycles. */
function sourceField(form: HTMLElement, texts: ChartTexts, study: StudyEntry, studies: readonly StudyEntry[]): Fields<StudySource> {
  const field = labelled(form, 'select', texts.source);
  const before = studies.slice(
    0,
    studies.findIndex(({ id }) => id === study.id),
  );
  const choices: { readonly source: StudySource; readonly label: string }[] = [
    ...PRICES.map((price) => ({ source: { price }, label: texts[`price.${price}`] })),
    ...before.flatMap((other) =>
      other.looks.map((_, plot) => ({
        source: { study: other.id, plot },
        label:
          other.looks.length === 1
            ? studyName(other, studies, texts)
            : `${studyName(other, studies, texts)}: ${plotText(other.indicator, plot, texts)}`,
      })),
    ),
  ];
  choices.forEach(({ source, label }, index) => {
    const option = field.appendChild(field.ownerDocument.createElement('option'));
    option.value = String(index);
    option.textContent = label;
    option.selected = JSON.stringify(source) === JSON.stringify(study.source);
  });
  return {
    read: () => choices[Number(field.value)]?.source ?? study.source,
    reset: () => {
      field.value = String(PRICES.indexOf('close'));
    },
  };
}

function lookFields(
  form: HTMLElement,
  texts: ChartTexts,
  definition: IndicatorDefinition,
  study: StudyEntry,
): FilledFields<readonly PlotLook[]> {
  const page = form.ownerDocument;
  const rows = definition.plots.map((spec, index) => {
    const look = study.looks[index] ?? { tone: spec.tone, width: 1.5, shown: true };
    const label = plotText(definition.id, index, texts);
    const line = form.appendChild(element(page, 'fieldset', 'chart-form-row'));
    line.setAttribute('aria-label', label);
    const shown = line.appendChild(element(page, 'input', 'chart-check'));
    shown.type = 'checkbox';
    shown.checked = look.shown;
    shown.setAttribute('aria-label', `${label}: ${texts.show}`);
    line.appendChild(element(page, 'span', 'chart-menu-label')).textContent = label;
    const swatches = toneField(line, `${label}: ${texts.colour}`, look.tone);
    const width = line.appendChild(element(page, 'select', 'chart-field'));
    width.setAttribute('aria-label', `${label}: ${texts.width}`);
    for (const choice of WIDTHS) {
      const option = width.appendChild(page.createElement('option'));
      option.value = String(choice);
      option.textContent = `${choice} px`;
    }
    width.value = String(look.width);
    return { spec, shown, swatches, width };
  });
  return {
    read: () => rows.map(({ shown, swatches, width }) => ({ tone: swatches.read(), width: Number(width.value), shown: shown.checked })),
    reset: () => {
      for (const { spec, shown, swatches, width } of rows) {
        shown.checked = true;
        swatches.set(spec.tone);
        width.value = '1.5';
      }
    },
    fill: (looks) => {
      rows.forEach(({ shown, swatches, width }, index) => {
        const look = looks[index];
        if (look === undefined) return;
        shown.checked = look.shown;
        swatches.set(look.tone);
        width.value = String(look.width);
      });
    },
  };
}

function toneField(line: HTMLElement, label: string, tone: Tone): { read(): Tone; set(tone: Tone): void } {
  const page = line.ownerDocument;
  const group = line.appendChild(element(page, 'span', 'chart-swatches'));
  group.setAttribute('role', 'radiogroup');
  group.setAttribute('aria-label', label);
  const name = `tone-${label}`;
  const radios = TONES.map((choice, index) => {
    const radio = group.appendChild(element(page, 'input', 'chart-swatch'));
    radio.type = 'radio';
    radio.name = name;
    radio.dataset['tone'] = choice;
    radio.setAttribute('aria-label', `${label} ${index + 1}`);
    radio.checked = choice === tone;
    return { choice, radio };
  });
  return {
    read: () => radios.find(({ radio }) => radio.checked)?.choice ?? tone,
    set: (next) => {
      for (const { choice, radio } of radios) radio.checked = choice === next;
    },
  };
}
