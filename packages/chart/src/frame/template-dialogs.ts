import type { ChartTexts } from '../bridge/messages.ts';
import type { IndicatorId } from '../bridge/indicator-names.ts';
import { standardStyle, type Drawing, type DrawingStyle } from './drawings/drawing.ts';
import type { PreferenceKeeper } from './store/preference-keeper.ts';
import { withTemplate, type StudyLook, type Template } from './store/preferences.ts';
import { openMenu, type MenuGroup } from './view/menu.ts';
import { openName } from './view/name-dialog.ts';

export interface TemplateParts {
  readonly texts: ChartTexts;
  readonly keeper: PreferenceKeeper;
}

interface TemplateMenu<T> {
  readonly all: readonly Template<T>[] | undefined;
  readonly read: () => T;
  readonly apply: (look: T) => void;
  readonly store: (name: string, look: T | undefined) => void;
  /** Removes the user's default. */
  readonly restore?: () => void;
}

function open<T>(button: HTMLButtonElement, texts: ChartTexts, { all = [], read, apply, store, restore }: TemplateMenu<T>): void {
  const save = (): void =>
    openName(button.ownerDocument, texts, {
      title: texts['template.save'],
      submit: texts.save,
      name: '',
      taken: all.map(({ name }) => name),
      takenText: texts['template.taken'],
      onSubmit: (name) => store(name, read()),
    });
  const groups: readonly MenuGroup[] = [
    {
      choices: [
        { label: texts['template.save'], run: save },
        ...(restore === undefined ? [] : [{ label: texts['template.default'], run: restore }]),
      ],
    },
    {
      heading: texts.template,
      choices: all.map(({ name, look }) => ({
        label: name,
        run: () => apply(look),
        side: { label: `${texts.remove}: ${name}`, icon: 'trash' as const, run: () => store(name, undefined) },
      })),
    },
  ];
  openMenu(
    button,
    texts.template,
    groups.filter(({ choices }) => choices.length > 0),
  );
}

export interface DrawingTemplates {
  readonly tool: Drawing['tool'];
  readonly read: () => DrawingStyle;
  readonly apply: (style: DrawingStyle) => void;
  /** Restores the standard style for new drawings of the tool. */
  readonly restore: (standard: DrawingStyle) => void;
}

/** Named styles of a drawing tool. */
export function openDrawingTemplates(button: HTMLButtonElement, { texts, keeper }: TemplateParts, drawing: DrawingTemplates): void {
  const { tool, read, apply, restore } = drawing;
  open(button, texts, {
    all: keeper.preferences.drawings[tool],
    read,
    apply,
    restore: () => restore(standardStyle(tool)),
    store: (name, look) =>
      void keeper.change((before) => ({
        ...before,
        drawings: { ...before.drawings, [tool]: withTemplate(before.drawings[tool], name, look) },
      })),
  });
}

export interface StudyTemplates {
  readonly indicator: IndicatorId;
  readonly read: () => StudyLook;
  readonly apply: (look: StudyLook) => void;
}

/** Named inputs and styles of an indicator. */
export function openStudyTemplates(button: HTMLButtonElement, { texts, keeper }: TemplateParts, study: StudyTemplates): void {
  const { indicator, read, apply } = study;
  open(button, texts, {
    all: keeper.preferences.studies[indicator],
    read,
    apply,
    store: (name, look) =>
      void keeper.change((before) => ({
        ...before,
        studies: { ...before.studies, [indicator]: withTemplate(before.studies[indicator], name, look) },
      })),
  });
}
