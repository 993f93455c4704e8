/** Key of the alerts in local storage. */
export const ALERTS_KEY = 'tapedeck-chart-alerts';
