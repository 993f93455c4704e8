import { isPlainObject } from './shape.ts';

/** Switches of the picture, by their tab of the dialog, each with its default. */
export const SWITCHES = {
  legend: { legendTicker: true, legendBar: true, legendChange: true, legendVolume: true, legendStudies: true },
  symbol: { candleBody: true, candleWick: true, byPreviousClose: false, lastLine: true, extremes: true },
  scales: { grid: true, studyTags: true, countdown: true },
  events: { funding: true, deliveries: true },
  alerts: { alertLines: true, onlyActiveAlerts: true },
} as const satisfies Readonly<Record<string, Readonly<Record<string, boolean>>>>;

export type SettingsTab = keyof typeof SWITCHES;
export type Switch = { [T in SettingsTab]: keyof (typeof SWITCHES)[T] }[SettingsTab];

export const SETTINGS_TABS = Object.keys(SWITCHES) as readonly SettingsTab[];
export const SWITCH_NAMES = Object.values(SWITCHES).flatMap((tab) => Object.keys(tab)) as readonly Switch[];

/** Percent of the pane's height above and below the bars, and bars beside the newest one. */
export const MARGINS = {
  marginTop: { standard: 6, min: 0, max: 40 },
  marginBottom: { standard: 4, min: 0, max: 40 },
  marginRight: { standard: 6, min: 0, max: 200 },
} as const;
export type Margin = keyof typeof MARGINS;
export const MARGIN_NAMES = Object.keys(MARGINS) as readonly Margin[];

export const isSwitch = (name: string): name is Switch => SWITCH_NAMES.some((known) => known === name);
export const isMargin = (name: string): name is Margin => MARGIN_NAMES.some((known) => known === name);

export const PRECISION_MAX = 8;

export interface ChartSettings {
  readonly switches: Readonly<Record<Switch, boolean>>;
  readonly margins: Readonly<Record<Margin, number>>;
  /** Colours of rising and falling bars as `#rrggbb`; `undefined` for those of the theme. */
  readonly up: string | undefined;
  readonly down: string | undefined;
  /** Decimals of prices; `undefined` for those of the symbol. */
  readonly precision: number | undefined;
}

const STANDARD_SWITCHES = Object.assign({}, ...Object.values(SWITCHES)) as ChartSettings['switches'];

export const STANDARD_SETTINGS: ChartSettings = {
  switches: STANDARD_SWITCHES,
  margins: {
    marginTop: MARGINS.marginTop.standard,
    marginBottom: MARGINS.marginBottom.standard,
    marginRight: MARGINS.marginRight.standard,
  },
  up: undefined,
  down: undefined,
  precision: undefined,
};

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Stored settings; an unreadable field has its default. */
export function readSettings(stored: unknown): ChartSettings {
  if (!isPlainObject(stored)) return STANDARD_SETTINGS;
  const switches = isPlainObject(stored['switches']) ? stored['switches'] : {};
  const margins = isPlainObject(stored['margins']) ? stored['margins'] : {};
  const { precision } = stored;
  const readSwitch = (name: Switch): boolean => {
    const value = switches[name];
    return typeof value === 'boolean' ? value : STANDARD_SWITCHES[name];
  };
  const readMargin = (name: Margin): number => {
    const value = margins[name];
    const { standard, min, max } = MARGINS[name];
    return typeof value === 'number' && value >= min && value <= max ? value : standard;
  };
  return {
    switches: Object.fromEntries(SWITCH_NAMES.map((name) => [name, readSwitch(name)])) as ChartSettings['switches'],
    margins: Object.fromEntries(MARGIN_NAMES.map((name) => [name, readMargin(name)])) as ChartSettings['margins'],
    up: isColour(stored['up']) ? stored['up'] : undefined,
    down: isColour(stored['down']) ? stored['down'] : undefined,
    precision: Number.isInteger(precision) && Number(precision) >= 0 && Number(precision) <= PRECISION_MAX ? Number(precision) : undefined,
  };
}
