import type { AlertOperator } from '../../bridge/alerts.ts';
import type { ChartBar, ChartResolution } from '../../bridge/messages.ts';
import { NEWEST } from '../../datafeed.ts';
import type { RemoteFeed } from '../bar-feed.ts';
import type { StudyEntry } from '../document/chart-document.ts';
import type { Studies } from '../indicators/studies.ts';
import { BarStore } from '../model/bar-store.ts';
import { longestStep } from '../resolution.ts';
import type { Alert, PlotRef } from './alert.ts';
import { holds, type Reading } from './conditions.ts';
import { levelsOf } from './drawing-levels.ts';

/** Bars that indicators are computed of. */
const PAGE_LENGTH = 1_000;
const RETRY_MS = { first: 500, most: 30_000 };

/** Conditions that hold while the value does not change. */
const LASTING: ReadonlySet<AlertOperator> = new Set(['above', 'below', 'rise', 'fall']);

export interface AlertWatchOptions {
  readonly remote: Pick<RemoteFeed, 'history' | 'subscribe'>;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  /** Its condition came true. `bar`: start of the bar. */
  readonly onFire: (alert: Alert, value: number, bar: number) => void;
}

/** One watched alert, with its inputs other than bars. */
interface Watched {
  alert: Alert;
  studies: Studies | undefined;
  /** Reading of the tick before. */
  before: Reading | undefined;
  /** Its condition held at the tick before. */
  held: boolean;
}

/** Price range since the previous tick. */
interface Reach {
  readonly low: number;
  readonly high: number;
}

/** The bars of one symbol and resolution, and the alerts evaluated on them. */
export class AlertWatch {
  private readonly options: AlertWatchOptions;
  private readonly ticker: string;
  private readonly resolution: ChartResolution;
  private readonly bars = new BarStore();
  private readonly watched = new Map<string, Watched>();
  private readonly unsubscribe: () => void;
  /** Start of the newest bar that is known to be closed. */
  private closedTo: number | undefined;
  private retry = RETRY_MS.first;
  private again: number | undefined;
  private isAsking = false;
  private isOutdated = false;
  /** Bar that arrived while history was being requested: newer than the answer. */
  private late: ChartBar | undefined;
  private isStopped = false;
  /** Bar that was already answered with a reload. */
  private gapAnswered = 0;

  constructor(ticker: string, resolution: ChartResolution, options: AlertWatchOptions) {
    this.options = options;
    this.ticker = ticker;
    this.resolution = resolution;
    this.unsubscribe = options.remote.subscribe(
      { ticker, series: 'trade', resolution },
      (bar) => this.receive(bar),
      () => void this.load(),
    );
    void this.load();
  }

  /** Watches exactly these. An unchanged one continues. */
  set(alerts: readonly Alert[]): void {
    const wanted = new Set(alerts.map(({ id }) => id));
    for (const id of this.watched.keys()) if (!wanted.has(id)) this.watched.delete(id);
    for (const alert of alerts) {
      const known = this.watched.get(alert.id);
      if (known !== undefined && isSameCondition(known.alert, alert)) known.alert = alert;
      else this.begin(alert);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe();
    this.options.timers.clearTimeout(this.again);
  }

  /** Starts to watch an alert. Only changes from now on count. */
  private begin(alert: Alert): void {
    const entry: Watched = { alert, studies: undefined, before: undefined, held: false };
    this.watched.set(alert.id, entry);
    if (alert.studies.length > 0) void this.compute(entry);
    else entry.before = this.now(entry);
  }

  private async compute(entry: Watched): Promise<void> {
    try {
      const { Studies: StudiesOf } = await import('../indicators/studies.ts');
      entry.studies = new StudiesOf();
      entry.studies.set(entry.alert.studies, this.bars);
      entry.before = this.now(entry);
    } catch (cause) {
      // The next page of history asks again (CHT-27).
      console.warn('The indicators of an alert could not be loaded', cause);
    }
  }

  private async load(): Promise<void> {
    this.isOutdated = this.isAsking;
    if (this.isAsking || this.isStopped) return;
    this.isAsking = true;
    this.late = undefined;
    const { ticker, resolution } = this;
    const query = { ticker, series: 'trade', resolution, before: NEWEST, limit: PAGE_LENGTH } as const;
    const page = await this.options.remote.history(query).catch(() => undefined);
    this.isAsking = false;
    this.answered(page?.bars);
  }

  private answered(page: readonly ChartBar[] | undefined): void {
    if (this.isStopped) return;
    if (page === undefined) {
      this.again = this.options.timers.setTimeout(() => void this.load(), this.retry);
      this.retry = Math.min(RETRY_MS.most, this.retry * 2);
      return;
    }
    this.retry = RETRY_MS.first;
    this.take(page);
    if (this.isOutdated) void this.load();
  }

  private take(page: readonly ChartBar[]): void {
    const before = this.bars.bar(this.bars.length - 1);
    this.bars.replace(page.toSorted((a, b) => a.time - b.time));
    if (this.late !== undefined) this.bars.update(this.late);
    for (const entry of this.watched.values()) {
      entry.studies?.recompute(this.bars);
      if (entry.studies === undefined && entry.alert.studies.length > 0) void this.compute(entry);
    }
    this.look(this.reachSince(before));
  }

  private receive(bar: ChartBar): void {
    const before = this.bars.bar(this.bars.length - 1);
    if (before !== undefined && bar.time > before.time + longestStep(this.resolution) && this.gapAnswered !== bar.time) {
      this.gapAnswered = bar.time;
      void this.load();
    }
    if (this.bars.update(bar) === 'ignored') return;
    if (this.isAsking) this.late = bar;
    for (const { studies } of this.watched.values()) studies?.follow(this.bars);
    this.look(this.reachSince(before));
  }

  /** Between two ticks the price may have been farther than at either: new lows and highs tell. */
  private reachSince(before: ChartBar | undefined): Reach {
    const { bars } = this;
    const newest = bars.length - 1;
    const close = newest < 0 ? Number.NaN : bars.close(newest);
    if (before === undefined || newest < 0) return { low: close, high: close };
    const index = bars.indexAt(before.time);
    const later = bars.span(index + 1, bars.length) ?? { low: close, high: close };
    const same = bars.bar(index);
    const isKnown = same?.time === before.time;
    return {
      low: Math.min(close, later.low, isKnown && same.low < before.low ? same.low : close),
      high: Math.max(close, later.high, isKnown && same.high > before.high ? same.high : close),
    };
  }

  private look(reach: Reach): void {
    if (this.bars.length === 0) return;
    const firstClosed = this.newlyClosed();
    for (const entry of [...this.watched.values()]) {
      if (entry.alert.trigger === 'onBarClose') this.lookAtClosed(entry, firstClosed);
      else this.lookAtNow(entry, reach);
    }
    if (this.bars.length > 1) this.closedTo = this.bars.time(this.bars.length - 2);
  }

  /** The first bar that closed since the last look; none at the first one. */
  private newlyClosed(): number {
    return this.closedTo === undefined ? this.bars.length - 1 : this.bars.indexAt(this.closedTo) + 1;
  }

  private lookAtClosed(entry: Watched, first: number): void {
    for (let index = Math.max(1, first); index < this.bars.length - 1; index += 1) {
      const now = this.readingAt(entry, index);
      if (holds(entry.alert.operator, this.readingAt(entry, index - 1), now)) this.fire(entry, now, index);
    }
  }

  private lookAtNow(entry: Watched, reach: Reach): void {
    const { alert, before } = entry;
    const index = this.bars.length - 1;
    const at = this.readingAt(entry, index);
    const now = alert.subject.kind === 'price' ? { ...at, ...reach } : at;
    entry.before = at;
    const wasHeld = entry.held;
    entry.held = holds(alert.operator, before, now);
    if (alert.trigger === 'oncePerBar' && alert.firedBar === this.bars.time(index)) return;
    // A price that stays above a value came there once; one that crosses it again crosses it once more.
    if (alert.trigger === 'everyTime' && wasHeld && LASTING.has(alert.operator)) return;
    if (entry.held) this.fire(entry, now, index);
  }

  private fire({ alert }: Watched, { value }: Reading, index: number): void {
    this.options.onFire(alert, value, this.bars.time(index));
  }

  private now(entry: Watched): Reading | undefined {
    return this.bars.length === 0 ? undefined : this.readingAt(entry, this.bars.length - 1);
  }

  private readingAt(entry: Watched, index: number): Reading {
    const { subject } = entry.alert;
    const value = subject.kind === 'price' ? this.bars.close(index) : plotAt(entry, subject, index);
    return { value, low: value, high: value, levels: this.levelsAt(entry, index) };
  }

  private levelsAt(entry: Watched, index: number): readonly number[] {
    const { target, operator } = entry.alert;
    switch (target.kind) {
      case 'value':
        return [target.value];
      case 'channel':
        return [target.low, target.high];
      case 'plot':
        return [plotAt(entry, target, index)];
      case 'drawing':
        return levelsOf(target, this.resolution, this.bars.time(index));
      case 'change': {
        const values = Array.from({ length: Math.min(index, target.bars) }, (_, back) => this.readingOf(entry, index - 1 - back));
        if (values.length === 0) return [];
        const isRise = operator === 'rise';
        const from = isRise ? Math.min(...values) : Math.max(...values);
        return [from + (Math.abs(from) * target.percent * (isRise ? 1 : -1)) / 100];
      }
    }
  }

  private readingOf(entry: Watched, index: number): number {
    const { subject } = entry.alert;
    return subject.kind === 'price' ? this.bars.close(index) : plotAt(entry, subject, index);
  }
}

function plotAt({ studies }: Watched, { study, plot }: PlotRef, index: number): number {
  return studies?.all.find(({ entry }) => entry.id === study)?.plots[plot]?.get(index) ?? Number.NaN;
}

const conditionOf = ({ studies, subject, operator, target, trigger }: Alert): string =>
  JSON.stringify([
    studies.map(({ id, indicator, inputs, source }: StudyEntry) => [id, indicator, inputs, source]),
    subject,
    operator,
    target,
    trigger,
  ]);

const isSameCondition = (a: Alert, b: Alert): boolean => a === b || (a.state === b.state && conditionOf(a) === conditionOf(b));
