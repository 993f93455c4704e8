/** Under which local storage has the alerts. */
export const ALERTS_KEY = 'tapedeck-chart-alerts';
