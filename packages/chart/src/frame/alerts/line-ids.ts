/** Lines of alerts, among those of the account. */
export const ALERT_LINE = 'alert:';

export const isAlertLine = (lineId: string): boolean => lineId.startsWith(ALERT_LINE);
