import type { ChartResolution, ChartSymbol, ChartTheme, CustomProperty, TimeFrame } from '../bridge/messages.ts';
import { isMargin, isSwitch, readSettings, type ChartSettings } from '../bridge/settings.ts';
import { DEFAULT_TIME_FRAMES, spanOf } from '../bridge/time-frames.ts';
import type { Datafeed } from '../datafeed.ts';

/** How a chart is made. Everything that is optional has the default that is named. */
export interface ChartWidgetOptions {
  /** An element of the page, or its id. */
  readonly container: HTMLElement | string;
  /** Folder of the chart's files, on the page's origin; it ends with a slash. */
  readonly libraryPath: string;
  readonly datafeed: Datafeed;
  /** Symbol that the chart shows first; the chart looks up a ticker in the datafeed. */
  readonly symbol?: ChartSymbol | string;
  /** Shows what it showed last in this browser, and `symbol` when there is nothing to remember. */
  readonly loadLastChart?: boolean;
  /** `1D`. */
  readonly resolution?: ChartResolution;
  /** `dark`. */
  readonly theme?: ChartTheme;
  /** IANA name; `Etc/UTC`. */
  readonly timezone?: string;
  /** `en`, which also stands in for a locale that is not supported. */
  readonly locale?: string;
  /** Fills its container, instead of being `width` by `height` pixels. */
  readonly autosize?: boolean;
  /** 800. */
  readonly width?: number;
  /** 500. */
  readonly height?: number;
  /** Quick ranges below the chart. */
  readonly timeFrames?: readonly TimeFrame[];
  /** Settings that a new layout begins with, by name: switches, margins, `up`, `down`, `precision`. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Colours and fonts of the frame, as CSS custom properties. */
  readonly customProperties?: Readonly<Record<string, string>>;
}

/** Options that were checked, with their defaults. */
export interface WidgetSetting {
  readonly container: HTMLElement;
  /** Absolute, with a slash at its end. */
  readonly folder: string;
  readonly datafeed: Datafeed;
  readonly symbol: ChartSymbol | string | undefined;
  readonly resolution: ChartResolution | undefined;
  readonly theme: ChartTheme;
  readonly timezone: string;
  readonly locale: string;
  /** Undefined when it fills its container. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly timeFrames: readonly TimeFrame[];
  readonly settings: ChartSettings;
  readonly customProperties: readonly CustomProperty[];
}

export const DEFAULT_RESOLUTION: ChartResolution = '1D';
const DEFAULTS: Required<Omit<ChartWidgetOptions, 'container' | 'libraryPath' | 'datafeed' | 'symbol' | 'resolution'>> = {
  loadLastChart: false,
  theme: 'dark',
  timezone: 'Etc/UTC',
  locale: 'en',
  autosize: false,
  width: 800,
  height: 500,
  timeFrames: DEFAULT_TIME_FRAMES,
  overrides: {},
  customProperties: {},
};

/** Checks the embedding page's options. Throws the errors of CHT-22. */
export function checkOptions(options: ChartWidgetOptions, page: Document): WidgetSetting {
  requireSource(options);
  const { width, height, autosize, timeFrames, libraryPath, ...given } = { ...DEFAULTS, ...options };
  return {
    container: containerOf(given.container, page),
    folder: folderOf(libraryPath, page),
    datafeed: given.datafeed,
    symbol: given.symbol,
    resolution: given.resolution,
    theme: given.theme,
    timezone: given.timezone,
    locale: given.locale,
    size: autosize ? undefined : { width, height },
    timeFrames: timeFrames.filter(isTimeFrame),
    settings: overridden(given.overrides),
    customProperties: Object.entries(given.customProperties).map(([name, value]) => customProperty(name, value)),
  };
}

/** Pages that are not written in TypeScript may leave out anything. */
function requireSource({ datafeed, symbol = '', loadLastChart = false }: Partial<ChartWidgetOptions>): void {
  if (datafeed === undefined) throw new Error('Datafeed is not defined');
  if (symbol === '' && !loadLastChart) throw new Error("Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set");
}

function containerOf(container: HTMLElement | string, page: Document): HTMLElement {
  if (typeof container !== 'string') return container;
  const element = page.getElementById(container);
  if (element === null) throw new Error(`There is no such element - #${container}`);
  return element;
}

function folderOf(path: string, { location }: Document): string {
  if (!path.endsWith('/')) console.warn(`The library path "${path}" should end with a slash`);
  const { href, origin } = new URL(path.endsWith('/') ? path : `${path}/`, location.href);
  if (!href.startsWith(`${location.origin}/`)) {
    throw new Error(`The chart's files must be of the page's origin ${location.origin}, not ${origin}`);
  }
  return href;
}

function isTimeFrame({ text }: TimeFrame): boolean {
  const isKnown = spanOf(text) !== undefined;
  if (!isKnown) console.warn(`The time frame "${text}" is dropped: a time frame is a number and d, m or y`);
  return isKnown;
}

/** Drops unknown settings, each with a warning. */
function overridden(overrides: Readonly<Record<string, unknown>>): ChartSettings {
  const switches: Record<string, unknown> = {};
  const margins: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(overrides)) {
    if (isSwitch(name)) switches[name] = value;
    else if (isMargin(name)) margins[name] = value;
    else if (name === 'up' || name === 'down' || name === 'precision') others[name] = value;
    else if (/(^|\.)lockScale$/.test(name)) console.warn(`The override "${name}" is dropped: the price scale is locked by hand only`);
    else console.warn(`The override "${name}" is dropped: there is no such setting`);
  }
  return readSettings({ ...others, switches, margins });
}

/** Throws unless the name is one of a custom property (CHT-23). */
export function customProperty(name: string, value: string): CustomProperty {
  if (!name.startsWith('--')) throw new Error(`The name of a CSS custom property must start with a double hyphen: ${name}`);
  return { name, value };
}
