/** What a watched value may do. */
export const ALERT_OPERATORS = ['cross', 'crossUp', 'crossDown', 'above', 'below', 'enter', 'leave', 'rise', 'fall'] as const;
export type AlertOperator = (typeof ALERT_OPERATORS)[number];

/** How often an alert fires. */
export const ALERT_TRIGGERS = ['once', 'oncePerBar', 'onBarClose', 'everyTime'] as const;
export type AlertTrigger = (typeof ALERT_TRIGGERS)[number];

/** `lost`: its drawing was removed. `expired` follows from the time and is not stored. */
export const ALERT_STATES = ['active', 'paused', 'fired', 'lost', 'expired'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** An alert that fired, as the page hears of it. */
export interface FiredAlert {
  /** Another one each time. */
  readonly id: string;
  readonly ticker: string;
  readonly title: string;
  readonly text: string;
  /** Notices are wanted, and the chart is where nobody sees its own. */
  readonly wantsNotice: boolean;
}
