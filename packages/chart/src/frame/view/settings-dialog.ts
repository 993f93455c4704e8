import type { ChartTexts } from '../../bridge/messages.ts';
import { SCALE_MODES, USUAL_TRADING, type ChartDocument, type DocumentCommand, type ScaleMode } from '../document/chart-document.ts';
import {
  MARGINS,
  MARGIN_NAMES,
  PRECISION_MAX,
  SETTINGS_TABS,
  STANDARD_SETTINGS,
  SWITCHES,
  SWITCH_NAMES,
  type ChartSettings,
  type Margin,
  type SettingsTab,
  type Switch,
} from '../../bridge/settings.ts';
import { alertFields, type AlertFields, type AlertSettings } from './alert-settings.ts';
import { toggled } from '../trading/line-look.ts';
import { zoneName, zonesBeside } from './zones.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';
import { checkbox, createForm, createTabs, fillSelect, heading, labelled } from './form.ts';
import { numberInput, type NumberInput } from './number-input.ts';

export interface SettingsDialogOptions {
  readonly document: ChartDocument;
  /** Colours of the theme as `#rrggbb`, shown while the user has none of his own. */
  readonly theme: { readonly up: string; readonly down: string };
  readonly alerts: AlertSettings;
  readonly command: (command: DocumentCommand) => void;
}

interface Fields {
  readonly switches: ReadonlyMap<Switch, HTMLInputElement>;
  readonly margins: ReadonlyMap<Margin, NumberInput>;
  readonly colours: ReadonlyMap<'up' | 'down', ColourField>;
  readonly precision: HTMLSelectElement;
  readonly mode: HTMLSelectElement;
  readonly inverted: HTMLInputElement;
  readonly zone: HTMLSelectElement;
  readonly alerts: AlertFields;
  /** Also in the menu of the lines. */
  readonly executions: HTMLInputElement;
}

/** The general settings with their five tabs. */
export function openSettings(page: Document, texts: ChartTexts, options: SettingsDialogOptions): void {
  const { root, body, close } = openDialog(page, texts.settings, texts.closeTable);
  root.classList.add('chart-settings-dialog');
  const { form, finish } = createForm(body, texts);
  const area = form.appendChild(element(page, 'div', 'chart-settings-area'));
  const tabs = createTabs(
    area,
    texts.settings,
    SETTINGS_TABS.map((id) => ({ id, label: texts[`tab.${id}`] })),
  );
  const switches = new Map<Switch, HTMLInputElement>();
  for (const tab of SETTINGS_TABS) {
    const part = tabs.get(tab);
    if (part === undefined) continue;
    for (const name of namesOf(tab)) switches.set(name, checkbox(part, texts[`switch.${name}`], options.document.settings.switches[name]));
  }
  const { trading } = options.document;
  const executions = checkbox(tabs.get('events') as HTMLElement, texts['lines.executions'], trading.shown.includes('executions'));
  const alerts = alertFields(tabs.get('alerts') as HTMLElement, texts, options.alerts);
  const fields = { switches, alerts, executions, ...symbolFields(tabs, texts, options), ...scaleFields(tabs, texts, options.document) };
  finish({
    submit: texts.ok,
    onCancel: close,
    onDefaults: () => putBack(fields),
    onSubmit: () => {
      alerts.apply();
      options.command({ kind: 'several', commands: changesOf(fields, options.document) });
      close();
    },
  });
  area.querySelector<HTMLElement>('[role=tab]')?.focus();
}

const namesOf = (tab: SettingsTab): readonly Switch[] => Object.keys(SWITCHES[tab]) as readonly Switch[];

function symbolFields(
  tabs: ReadonlyMap<SettingsTab, HTMLElement>,
  texts: ChartTexts,
  { document, theme }: SettingsDialogOptions,
): Pick<Fields, 'colours' | 'precision' | 'zone'> {
  const part = tabs.get('symbol') as HTMLElement;
  heading(part, texts.colours);
  const colours = new Map(
    (['up', 'down'] as const).map((name) => [name, colourField(part, texts[`colour.${name}`], document.settings[name], theme[name])]),
  );
  heading(part, texts.data);
  const precision = labelled(part, 'select', texts.precision);
  const digits = Array.from({ length: PRECISION_MAX + 1 }, (_, count) => ({ value: String(count), label: (0).toFixed(count) }));
  fillSelect(precision, [{ value: '', label: texts.asTraded }, ...digits], String(document.settings.precision ?? ''));
  const zone = labelled(part, 'select', texts.zone);
  const zones = zonesBeside(document.timezone).map((value) => ({ value, label: zoneName(part.ownerDocument, value, texts) }));
  fillSelect(zone, zones, document.timezone);
  return { colours, precision, zone };
}

function scaleFields(
  tabs: ReadonlyMap<SettingsTab, HTMLElement>,
  texts: ChartTexts,
  { scale, settings }: ChartDocument,
): Pick<Fields, 'margins' | 'mode' | 'inverted'> {
  const part = tabs.get('scales') as HTMLElement;
  const mode = labelled(part, 'select', texts.scale);
  fillSelect(
    mode,
    SCALE_MODES.map((value) => ({ value, label: texts[`scale.${value}`] })),
    scale.mode,
  );
  const inverted = checkbox(part, texts.invert, scale.inverted);
  heading(part, texts.margins);
  const margins = new Map(
    MARGIN_NAMES.map((name) => {
      const field = numberInput(part, texts, texts[`margin.${name}`], { min: MARGINS[name].min, max: MARGINS[name].max, step: 1 });
      field.write(settings.margins[name]);
      return [name, field] as const;
    }),
  );
  return { margins, mode, inverted };
}

interface ColourField {
  /** `undefined` for the colour of the theme. */
  read(): string | undefined;
  reset(): void;
}

function colourField(form: HTMLElement, label: string, own: string | undefined, theme: string): ColourField {
  const field = labelled(form, 'input', label);
  field.type = 'color';
  field.classList.add('chart-colour');
  field.value = own ?? theme;
  let isOwn = own !== undefined;
  field.addEventListener('input', () => (isOwn = true));
  return {
    read: () => (isOwn ? field.value : undefined),
    reset: () => {
      isOwn = false;
      field.value = theme;
    },
  };
}

function putBack({ switches, margins, colours, precision, mode, inverted, zone, alerts, executions }: Fields): void {
  alerts.reset();
  executions.checked = USUAL_TRADING.shown.includes('executions');
  for (const [name, field] of switches) field.checked = STANDARD_SETTINGS.switches[name];
  for (const [name, field] of margins) field.write(STANDARD_SETTINGS.margins[name]);
  for (const field of colours.values()) field.reset();
  precision.value = '';
  mode.value = 'regular';
  inverted.checked = false;
  zone.value = 'Etc/UTC';
}

function changesOf(fields: Fields, document: ChartDocument): readonly DocumentCommand[] {
  const settings: ChartSettings = {
    switches: Object.fromEntries(
      SWITCH_NAMES.map((name) => [name, fields.switches.get(name)?.checked === true]),
    ) as ChartSettings['switches'],
    margins: Object.fromEntries([...fields.margins].map(([name, field]) => [name, field.read()])) as ChartSettings['margins'],
    up: fields.colours.get('up')?.read(),
    down: fields.colours.get('down')?.read(),
    precision: fields.precision.value === '' ? undefined : Number(fields.precision.value),
  };
  const { shown } = document.trading;
  const isSame = JSON.stringify(settings) === JSON.stringify(document.settings);
  return [
    ...(isSame ? [] : [{ kind: 'changeSettings', to: settings } as const]),
    ...(fields.executions.checked === shown.includes('executions')
      ? []
      : [{ kind: 'setTrading', to: { shown: toggled(shown, 'executions') } } as const]),
    { kind: 'setScaleMode', to: fields.mode.value as ScaleMode },
    { kind: 'setInverted', to: fields.inverted.checked },
    { kind: 'setTimezone', to: fields.zone.value },
  ];
}
