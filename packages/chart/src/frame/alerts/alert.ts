import {
  ALERT_OPERATORS,
  ALERT_STATES,
  ALERT_TRIGGERS,
  type AlertOperator,
  type AlertState,
  type AlertTrigger,
} from '../../bridge/alerts.ts';
import { DRAWING_TOOLS, type DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartResolution } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { exactly, finite, flag, isPlainObject, listOf, oneOf, record, text, whole, type Guard } from '../../bridge/shape.ts';
import type { StudyEntry } from '../document/chart-document.ts';
import { isStudyEntry } from '../document/read-document.ts';
import { withVisibility } from '../document/visibility.ts';
import { MOST_ANCHORS, isAnchor, type Anchor } from '../drawings/drawing.ts';
import { hasLine, isArea } from '../drawings/lined-tools.ts';

/** Maximum number of alerts: each is evaluated at every tick. */
export const MOST_ALERTS = 50;
export const MOST_LOGGED = 100;
export const LONGEST_NAME = 80;
export const LONGEST_MESSAGE = 300;
/** The latest representable time: the alert does not expire. */
export const NEVER = 8_640_000_000_000_000;
export const MOST_BARS = 500;

export interface PlotRef {
  /** Id among the alert's own indicators. */
  readonly study: string;
  readonly plot: number;
}

/** A drawing as last seen: its layout may not be the displayed one. */
export interface DrawingTarget {
  readonly kind: 'drawing';
  readonly id: string;
  readonly tool: DrawingTool;
  readonly anchors: readonly Anchor[];
  /** Drawn on a logarithmic scale, where a straight line is not linear in price. */
  readonly isLog: boolean;
}

/** Target that the watched value is compared with. */
export type AlertTarget =
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'channel'; readonly low: number; readonly high: number }
  | ({ readonly kind: 'plot' } & PlotRef)
  | DrawingTarget
  /** A move of a number of percent within a number of bars. */
  | { readonly kind: 'change'; readonly percent: number; readonly bars: number };

export type AlertSubject = { readonly kind: 'price' } | ({ readonly kind: 'plot' } & PlotRef);

export interface Alert {
  readonly id: string;
  readonly ticker: string;
  readonly priceDigits: number;
  readonly priceStep: number;
  /** Resolution of the bars on which the alert is evaluated. */
  readonly resolution: ChartResolution;
  /** The indicators of subject and target at the creation of the alert, each after its source. */
  readonly studies: readonly StudyEntry[];
  readonly subject: AlertSubject;
  readonly operator: AlertOperator;
  readonly target: AlertTarget;
  readonly trigger: AlertTrigger;
  /** Milliseconds; `NEVER` for an alert that stays. */
  readonly expires: number;
  /** Empty for an alert named by its condition. */
  readonly name: string;
  readonly message: string;
  readonly state: Exclude<AlertState, 'expired'>;
  /** Start of the bar in which it fired last; 0 before. */
  readonly firedBar: number;
}

/** A fired alert in the log. */
export interface LogEntry {
  readonly id: string;
  readonly alert: string;
  readonly ticker: string;
  /** Its name, or its condition as text at the time of firing. */
  readonly title: string;
  readonly message: string;
  readonly time: number;
  readonly value: number;
  readonly digits: number;
}

/** Effects of a fired alert: sound, notices and browser notifications. */
export interface AlertHabits {
  readonly sound: boolean;
  /** Percent. */
  readonly volume: number;
  readonly notices: boolean;
  /** Seconds that a notice stays; 0 until it is closed. */
  readonly keep: number;
  /** Browser notifications, which the user must have allowed. */
  readonly browser: boolean;
}

export const KEEPS = [5, 10, 30, 0] as const;
export const STANDARD_ALERT_HABITS: AlertHabits = { sound: true, volume: 60, notices: true, keep: 10, browser: false };

export interface AlertBook {
  readonly alerts: readonly Alert[];
  /** Newest first. */
  readonly log: readonly LogEntry[];
  readonly habits: AlertHabits;
}

export const EMPTY_BOOK: AlertBook = { alerts: [], log: [], habits: STANDARD_ALERT_HABITS };
export const BOOK_FORMAT = 1;

export const stateOf = ({ state, expires }: Alert, now: number): AlertState => (state === 'active' && now >= expires ? 'expired' : state);

/** Targets that fit an operator. */
export function fits(operator: AlertOperator, target: AlertTarget): boolean {
  switch (operator) {
    case 'rise':
    case 'fall':
      return target.kind === 'change';
    case 'enter':
    case 'leave':
      return target.kind === 'channel' || (target.kind === 'drawing' && isArea(target.tool));
    default:
      return target.kind === 'value' || target.kind === 'plot' || target.kind === 'drawing';
  }
}

const plotFields = { study: text(20), plot: whole(0, 20) };
const isPriceSubject = record({ kind: exactly('price') });
const isPlot = record({ kind: exactly('plot'), ...plotFields });
const isSubject: Guard<AlertSubject> = (value): value is AlertSubject => isPriceSubject(value) || isPlot(value);
const isValue = record({ kind: exactly('value'), value: finite() });
const isChannel = record({ kind: exactly('channel'), low: finite(), high: finite() });
const isChange = record({ kind: exactly('change'), percent: finite(Number.MIN_VALUE), bars: whole(1, MOST_BARS) });
const isDrawing = record({
  kind: exactly('drawing'),
  id: text(20),
  tool: oneOf(DRAWING_TOOLS),
  anchors: listOf(isAnchor, MOST_ANCHORS),
  isLog: flag,
});
const isTarget: Guard<AlertTarget> = (value): value is AlertTarget =>
  isValue(value) || isChannel(value) || isPlot(value) || isChange(value) || (isDrawing(value) && hasLine(value.tool));

const isAlertShape: Guard<Alert> = record({
  id: text(40),
  ticker: text(40),
  priceDigits: whole(0, 12),
  priceStep: finite(Number.MIN_VALUE),
  resolution: oneOf(CHART_RESOLUTIONS),
  studies: listOf(isStudyEntry, 20),
  subject: isSubject,
  operator: oneOf(ALERT_OPERATORS),
  target: isTarget,
  trigger: oneOf(ALERT_TRIGGERS),
  expires: whole(0, NEVER),
  name: text(LONGEST_NAME),
  message: text(LONGEST_MESSAGE),
  state: oneOf(ALERT_STATES.filter((state) => state !== 'expired')),
  firedBar: whole(-NEVER, NEVER),
});
const isEntry: Guard<LogEntry> = record({
  id: text(40),
  alert: text(40),
  ticker: text(40),
  title: text(300),
  message: text(LONGEST_MESSAGE),
  time: whole(-NEVER, NEVER),
  value: finite(),
  digits: whole(0, 12),
});

/** Consistent parts: it watches an indicator that it contains, and its target fits its operator. */
const isAlert: Guard<Alert> = (value): value is Alert => {
  if (!isAlertShape(value) || !fits(value.operator, value.target)) return false;
  const has = ({ study, plot }: PlotRef): boolean => value.studies.some(({ id, looks }) => id === study && plot < looks.length);
  const { subject, target } = value;
  return (subject.kind === 'price' || has(subject)) && (target.kind !== 'plot' || has(target));
};

function readHabits(stored: unknown): AlertHabits {
  const { sound, volume, notices, keep, browser } = isPlainObject(stored) ? stored : {};
  const standard = STANDARD_ALERT_HABITS;
  const isVolume = finite(0, 100);
  return {
    sound: flag(sound) ? sound : standard.sound,
    volume: isVolume(volume) ? volume : standard.volume,
    notices: flag(notices) ? notices : standard.notices,
    keep: KEEPS.find((seconds) => seconds === keep) ?? standard.keep,
    browser: flag(browser) ? browser : standard.browser,
  };
}

/** Alerts bring their indicators along, also those of before there was a visibility. */
const withStudies = (stored: unknown): unknown =>
  isPlainObject(stored) && Array.isArray(stored['studies']) ? { ...stored, studies: stored['studies'].map(withVisibility) } : stored;

/**
 * Stored alerts, log and settings. Unreadable parts are left out; `undefined` if a newer version stored them, which
 * must not be overwritten.
 */
export function readBook(stored: unknown): AlertBook | undefined {
  if (!isPlainObject(stored)) return EMPTY_BOOK;
  if (typeof stored['format'] === 'number' && stored['format'] > BOOK_FORMAT) return undefined;
  const list = (name: 'alerts' | 'log', most: number): readonly unknown[] => {
    const value = stored[name];
    return Array.isArray(value) ? value.slice(0, most) : [];
  };
  const alerts = list('alerts', MOST_ALERTS).map(withStudies).filter(isAlert);
  return {
    // The later of two alerts with the same id counts.
    alerts: [...new Map(alerts.map((alert) => [alert.id, alert])).values()],
    log: list('log', MOST_LOGGED).filter(isEntry),
    habits: readHabits(stored['habits']),
  };
}
