import type { Alert } from './alert.ts';
import { AlertWatch, type AlertWatchOptions } from './alert-watch.ts';

const LOCK = 'tapedeck-chart-alerts';

/** Watches the alerts of all symbols, in one window at a time: each fires once however many charts are open. */
export class AlertWatches {
  private readonly options: AlertWatchOptions;
  private readonly watches = new Map<string, AlertWatch>();
  private readonly over = new AbortController();
  private alerts: readonly Alert[] = [];
  private isOnDuty = false;

  constructor(view: Window, options: AlertWatchOptions) {
    this.options = options;
    void this.takeDuty(view);
  }

  /** Those that may fire. */
  set(alerts: readonly Alert[]): void {
    this.alerts = alerts;
    if (!this.isOnDuty) return;
    const groups = new Map<string, [Alert, ...Alert[]]>();
    for (const alert of alerts) {
      const key = `${alert.ticker} ${alert.resolution}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [alert]);
      else group.push(alert);
    }
    for (const [key, watch] of this.watches) {
      if (groups.has(key)) continue;
      watch.stop();
      this.watches.delete(key);
    }
    for (const [key, group] of groups) {
      const [{ ticker, resolution }] = group;
      const watch = this.watches.get(key) ?? new AlertWatch(ticker, resolution, this.options);
      this.watches.set(key, watch);
      watch.set(group);
    }
  }

  stop(): void {
    this.isOnDuty = false;
    this.over.abort();
    for (const watch of this.watches.values()) watch.stop();
    this.watches.clear();
  }

  /** Held until this window goes; then the next one that asked has it. Browsers without locks (pages without TLS) watch in each window. */
  private async takeDuty({ navigator }: Window): Promise<void> {
    const { signal } = this.over;
    const duty = (): Promise<void> => {
      if (signal.aborted) return Promise.resolve();
      this.isOnDuty = true;
      this.set(this.alerts);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    };
    // Declared as always there, but only where the page came over TLS or from this machine.
    if ('locks' in navigator) await navigator.locks.request(LOCK, { signal }, duty).catch(() => undefined);
    else await duty();
  }
}
