import type { ChartLine, DragEstimate } from '../../bridge/messages.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import { ofBarsOnly } from '../document/figures.ts';
import type { Drawing } from '../drawings/drawing.ts';
import { hasLine } from '../drawings/lined-tools.ts';
import { freshId } from '../fresh-id.ts';
import { AlertStore } from '../store/alert-store.ts';
import { createAlertNotices, type AlertNotice, type AlertNotices } from '../view/alert-notices.ts';
import type { AlertPanel } from '../view/alert-panel.ts';
import type { AlertSettings, Permission } from '../view/alert-settings.ts';
import type { AlertParts, AlertStart } from './alert-controller.ts';
import { alertLines, dragWords, movedAlert, ofLine } from './alert-lines.ts';
import { AlertWatches } from './alert-watches.ts';
import { alertName, conditionWords, priceText, termsWords, valueText, type WordSource } from './alert-words.ts';
import {
  NEVER,
  stateOf,
  type Alert,
  type AlertBook,
  type AlertHabits,
  type AlertSubject,
  type AlertTarget,
  type DrawingTarget,
  type LogEntry,
} from './alert.ts';
import { Tone } from './tone.ts';

/** Seconds for which a confirmation stays. */
const BRIEFLY = 6;
/** The longest time that a timer of the browser can wait. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The alerts of this browser in this window: their lines, lists, dialogs and notices. */
export class AlertRoom {
  private readonly parts: AlertParts;
  private readonly store: AlertStore;
  private readonly watches: AlertWatches;
  private readonly notices: AlertNotices;
  private readonly tone: Tone;
  private readonly sight: IntersectionObserver;
  private panel: AlertPanel | undefined;
  private isInSight = true;
  private expiry: number | undefined;
  private document: ChartDocument;

  constructor(parts: AlertParts) {
    const { view, remote } = parts;
    this.parts = parts;
    this.document = parts.document();
    this.store = new AlertStore({ view, onChange: (book, before) => this.changed(book, before) });
    this.notices = createAlertNotices(parts.picture());
    this.tone = new Tone(view);
    this.sight = new view.IntersectionObserver((entries) => (this.isInSight = entries.at(-1)?.isIntersecting ?? true));
    this.sight.observe(parts.picture());
    this.watches = new AlertWatches(view, { remote, timers: view, onFire: (alert, value, bar) => this.fire(alert, value, bar) });
    this.refresh();
  }

  /** Another document, or this one otherwise. Alerts go with their drawings. */
  documentChanged(next: ChartDocument, isLoaded: boolean): void {
    const before = this.document;
    this.document = next;
    const isOther = next.drawings !== before.drawings || next.scale.mode !== before.scale.mode;
    if (isOther && this.store.book.alerts.some(({ target }) => target.kind === 'drawing'))
      this.store.amend((alert) => followed(alert, next, isLoaded ? undefined : before));
    if (next.settings !== before.settings) this.showLines();
  }

  /** Another symbol, language or time zone is shown. */
  refresh(): void {
    const { book } = this.store;
    const now = Date.now();
    const active = book.alerts.filter((alert) => stateOf(alert, now) === 'active');
    this.watches.set(active);
    this.showLines();
    this.showPanel();
    const { view } = this.parts;
    view.clearTimeout(this.expiry);
    const next = Math.min(...active.map(({ expires }) => expires));
    if (next < NEVER) this.expiry = view.setTimeout(() => this.refresh(), Math.min(LONGEST_WAIT, Math.max(0, next - now)));
  }

  /** Opens the dialog of a new alert. */
  create(start: AlertStart): void {
    const last = this.parts.last();
    const price = start.price ?? last;
    const target: AlertTarget =
      start.drawing === undefined
        ? { kind: 'value', value: start.study === undefined ? (price ?? 0) : this.newestOf(start.study) }
        : targetOf(start.drawing, this.document);
    const subject: AlertSubject = start.study === undefined ? { kind: 'price' } : { kind: 'plot', study: start.study, plot: 0 };
    this.open({ ...this.blank(), subject, target }, true);
  }

  /** Adds one at a price, and confirms it. */
  addAt(price: number): void {
    const alert: Alert = { ...this.blank(), target: { kind: 'value', value: price } };
    this.save(alert, true);
  }

  edit(id: string): void {
    const alert = this.store.find(id);
    if (alert !== undefined) this.open(alert, false);
  }

  openList(): void {
    const { page, dialogs, shown } = this.parts;
    if (this.panel !== undefined) {
      this.panel.close();
      return;
    }
    const events = {
      create: () => this.create({}),
      edit: (id: string) => this.edit(id),
      toggle: (id: string) => this.toggle(id),
      remove: (id: string) => this.remove(id),
      clearLog: () => this.store.clearLog(),
      onClose: () => void (this.panel = undefined),
    };
    dialogs.open(
      () => import('../view/alert-panel.ts'),
      (code) => {
        this.panel = code.openAlertPanel(page, shown.texts, events);
        this.showPanel();
      },
    );
  }

  /** A button of an alert's line was pressed. */
  lineButton(lineId: string, buttonId: string): void {
    const line = ofLine(lineId);
    if (line === undefined) return;
    if (buttonId === 'edit') this.edit(line.id);
    else this.remove(line.id);
  }

  /** Note beside a dragged alert line; `undefined` when the line belongs to no alert. */
  dragged(lineId: string, price: number): DragEstimate | undefined {
    const line = ofLine(lineId);
    const alert = line && this.store.find(line.id);
    return line && alert && dragWords(movedAlert(alert, line.end, price), price, this.parts.last(), this.words());
  }

  dropped(lineId: string, price: number): void {
    const line = ofLine(lineId);
    const alert = line && this.store.find(line.id);
    if (line === undefined || alert === undefined) return;
    const moved = movedAlert(alert, line.end, price);
    this.store.put(moved);
    this.parts.say(`${this.parts.shown.texts['alert.moved']}: ${conditionWords(moved, this.words())}`);
  }

  settings(): AlertSettings {
    const { view } = this.parts;
    const permission = (): Permission => (typeof view.Notification === 'function' ? view.Notification.permission : 'unavailable');
    return {
      habits: this.store.book.habits,
      change: (to: AlertHabits) => this.store.setHabits(to),
      ring: (volume) => this.tone.ring(volume),
      permission,
      askPermission: async () => (permission() === 'unavailable' ? 'unavailable' : view.Notification.requestPermission()),
    };
  }

  stop(): void {
    this.parts.view.clearTimeout(this.expiry);
    this.sight.disconnect();
    this.watches.stop();
    this.store.stop();
    this.tone.stop();
    this.notices.remove();
  }

  private words(): WordSource {
    return this.parts.shown;
  }

  /** An alert on the last price of the shown symbol. */
  private blank(): Alert {
    const { symbol, resolution } = this.parts.shown;
    return {
      id: freshId('a'),
      ticker: symbol.ticker,
      priceDigits: symbol.priceDigits,
      priceStep: symbol.priceStep,
      resolution,
      studies: [],
      subject: { kind: 'price' },
      operator: 'cross',
      target: { kind: 'value', value: 0 },
      trigger: 'once',
      expires: NEVER,
      name: '',
      message: '',
      state: 'active',
      firedBar: 0,
    };
  }

  /** As a value to begin with, in as many digits as are worth typing. */
  private newestOf(study: string): number {
    const value = this.reading(study)?.[0] ?? Number.NaN;
    return Number.isFinite(value) ? Number(value.toPrecision(6)) : 0;
  }

  private reading(study: string): readonly number[] | undefined {
    return this.parts.readings().find(({ id }) => id === study)?.values;
  }

  private open(alert: Alert, isNew: boolean): void {
    const { page, dialogs, shown } = this.parts;
    const { studies, drawings, timezone } = this.document;
    const isShown = alert.ticker === shown.symbol.ticker;
    const own = alert.target.kind === 'drawing' ? [alert.target] : [];
    const others = isShown ? drawings.filter(({ ticker, tool }) => ticker === alert.ticker && hasLine(tool)) : [];
    const targets = others.filter(({ id }) => own.every((each) => each.id !== id)).map((drawing) => targetOf(drawing, this.document));
    const options = {
      alert,
      isNew,
      ...this.words(),
      // An alert keeps the indicators that it was created with, whatever changes on the chart.
      studies: alert.studies.length > 0 ? alert.studies : ofBarsOnly(studies),
      drawings: [...own, ...targets],
      newest: (subject: AlertSubject) =>
        !isShown ? undefined : subject.kind === 'price' ? this.parts.last() : this.reading(subject.study)?.[subject.plot],
      timezone,
      now: Date.now(),
      used: this.store.book.alerts.length,
      save: (changed: Alert) => this.save(changed, isNew),
    };
    dialogs.open(
      () => import('../view/alert-dialog.ts'),
      (code) => code.openAlertDialog(page, options),
    );
  }

  private save(alert: Alert, isNew: boolean): void {
    const { texts } = this.parts.shown;
    if (!this.store.put(alert)) this.tell(texts['alert.full'], texts['alert.scope'], [{ label: texts.alerts, run: () => this.openList() }]);
    else if (isNew)
      this.tell(texts['alert.added'], conditionWords(alert, this.words()), [
        { label: texts['alert.editShort'], run: () => this.edit(alert.id) },
        { label: texts.undo, run: () => this.store.remove(alert.id) },
      ]);
  }

  private toggle(id: string): void {
    const alert = this.store.find(id);
    if (alert === undefined) return;
    const state = stateOf(alert, Date.now());
    if (state === 'active') this.store.put({ ...alert, state: 'paused' });
    // An alert whose time has passed continues without an end.
    else this.store.put({ ...alert, state: 'active', firedBar: 0, expires: state === 'expired' ? NEVER : alert.expires });
  }

  private remove(id: string): void {
    const alert = this.store.find(id);
    if (alert === undefined) return;
    const { texts } = this.parts.shown;
    this.store.remove(id);
    this.tell(texts['alert.removed'], alertName(alert, this.words()), [{ label: texts.undo, run: () => this.save(alert, false) }]);
  }

  private fire(alert: Alert, value: number, bar: number): void {
    const time = Date.now();
    if (stateOf(alert, time) !== 'active') return;
    const entry: LogEntry = {
      id: freshId('f'),
      alert: alert.id,
      ticker: alert.ticker,
      title: alertName(alert, this.words()),
      message: alert.message,
      time,
      value,
      digits: alert.subject.kind === 'price' ? alert.priceDigits : Math.max(2, alert.priceDigits),
    };
    if (!this.store.fired(alert, entry, bar)) return;
    const { sound, volume, browser } = this.store.book.habits;
    if (sound) this.tone.ring(volume);
    if (browser) this.notifyOutside(entry, `${entry.message} ${valueText(alert, value, this.parts.shown.locale)}`.trim());
  }

  private notifyOutside({ id, title }: LogEntry, body: string): void {
    const { view } = this.parts;
    if (typeof view.Notification !== 'function' || view.Notification.permission !== 'granted') return;
    try {
      const shown = new view.Notification(title, { body, tag: id });
      shown.addEventListener('click', () => view.focus());
    } catch (cause) {
      // Mobile browsers give notifications to service workers only.
      console.warn('The browser shows no notification', cause);
    }
  }

  private changed(book: AlertBook, before: AlertBook): void {
    const known = new Set(before.log.map(({ id }) => id));
    // Alerts of other windows are reported in this one too: it may be the visible one.
    for (const entry of book.log.filter(({ id }) => !known.has(id)).toReversed()) this.tellFired(entry);
    this.refresh();
  }

  private tellFired({ id, ticker, title, message, value, digits, alert }: LogEntry): void {
    const { shown, send } = this.parts;
    const figure = `${ticker} ${priceText(value, digits, shown.locale)}`;
    const text = message === '' ? figure : `${message} · ${figure}`;
    const { notices, keep } = this.store.book.habits;
    if (notices) this.tell(title, text, [{ label: shown.texts['alert.editShort'], run: () => this.edit(alert) }], keep);
    send({ kind: 'alertFired', alert: { id, ticker, title, text, wantsNotice: notices && !this.isInSight } });
  }

  private tell(title: string, text: string, actions: AlertNotice['actions'], keep = BRIEFLY): void {
    this.notices.tell({ title, text, actions }, keep, this.parts.shown.texts['alert.dismiss']);
  }

  private showLines(): void {
    const { settings } = this.document;
    const { symbol } = this.parts.shown;
    const setting = { ...this.words(), ticker: symbol.ticker, now: Date.now(), onlyActive: settings.switches.onlyActiveAlerts };
    const lines: readonly ChartLine[] = settings.switches.alertLines ? alertLines(this.store.book.alerts, setting) : [];
    this.parts.showLines(lines);
  }

  private showPanel(): void {
    const { writeTime, shown } = this.parts;
    this.panel?.show(this.store.book, {
      texts: shown.texts,
      locale: shown.locale,
      now: Date.now(),
      isKept: this.store.isKept,
      nameOf: (alert) => alertName(alert, this.words()),
      termsOf: (alert) => termsWords(alert, this.words(), writeTime),
      writeTime,
    });
  }
}

const targetOf = ({ id, tool, anchors }: Drawing, { scale }: ChartDocument): DrawingTarget => ({
  kind: 'drawing',
  id,
  tool,
  anchors,
  isLog: scale.mode === 'log',
});

/** The alert after a change of its drawing. `before`: the previous document, unless another one was loaded. */
function followed(alert: Alert, now: ChartDocument, before: ChartDocument | undefined): Alert {
  const { target, state } = alert;
  if (target.kind !== 'drawing') return alert;
  const drawing = now.drawings.find(({ id }) => id === target.id);
  if (drawing === undefined) {
    const isRemoved = before?.drawings.some(({ id }) => id === target.id) === true && state !== 'fired';
    return isRemoved ? { ...alert, state: 'lost' } : alert;
  }
  const next = targetOf(drawing, now);
  const isSame = JSON.stringify(next) === JSON.stringify(target);
  return isSame && state !== 'lost' ? alert : { ...alert, target: next, state: state === 'lost' ? 'active' : state };
}
