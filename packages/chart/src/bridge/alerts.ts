/** Conditions that a watched value can meet. */
export const ALERT_OPERATORS = ['cross', 'crossUp', 'crossDown', 'above', 'below', 'enter', 'leave', 'rise', 'fall'] as const;
export type AlertOperator = (typeof ALERT_OPERATORS)[number];

/** How often an alert fires. */
export const ALERT_TRIGGERS = ['once', 'oncePerBar', 'onBarClose', 'everyTime'] as const;
export type AlertTrigger = (typeof ALERT_TRIGGERS)[number];

/** `lost`: its drawing was removed. `expired` follows from the time and is not stored. */
export const ALERT_STATES = ['active', 'paused', 'fired', 'lost', 'expired'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** A fired alert as reported to the page. */
export interface FiredAlert {
  /** Unique for each firing. */
  readonly id: string;
  readonly ticker: string;
  readonly title: string;
  readonly text: string;
  /** Notices are wanted, and the chart's own notices are not visible. */
  readonly wantsNotice: boolean;
}
