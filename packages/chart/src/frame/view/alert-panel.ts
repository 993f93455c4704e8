import { filled, priceText } from '../alerts/alert-words.ts';
import { MOST_ALERTS, stateOf, type Alert, type AlertBook } from '../alerts/alert.ts';
import type { ChartTexts } from '../../bridge/messages.ts';
import { element } from './element.ts';
import { icon } from './icon.ts';
import { openPanel } from './panel.ts';
import { name, tool } from './tool-button.ts';

export interface AlertPanel {
  show(book: AlertBook, setting: AlertPanelSetting): void;
  close(): void;
}

export interface AlertPanelSetting {
  readonly texts: ChartTexts;
  readonly locale: string;
  readonly now: number;
  readonly isKept: boolean;
  readonly nameOf: (alert: Alert) => string;
  readonly termsOf: (alert: Alert) => string;
  readonly writeTime: (time: number) => string;
}

export interface AlertPanelEvents {
  readonly create: () => void;
  readonly edit: (id: string) => void;
  /** Pauses an active alert, resumes any other. */
  readonly toggle: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly clearLog: () => void;
  readonly onClose: () => void;
}

/** All alerts with their state, and the log. */
export function openAlertPanel(page: Document, texts: ChartTexts, events: AlertPanelEvents): AlertPanel {
  const { root, body, close } = openPanel(page, texts.alerts, texts.closeTable, events.onClose);
  root.classList.add('chart-alert-panel');
  // Scrolls by keyboard.
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', texts['alert.all']);
  return {
    close,
    show: (book, setting) => {
      const focused = page.activeElement instanceof HTMLElement && body.contains(page.activeElement) ? page.activeElement : undefined;
      const label = focused?.getAttribute('aria-label');
      body.replaceChildren(...partsOf(page, book, setting, events));
      if (focused === undefined || focused === body) return;
      // The focus returns to the same button, unless the button was removed with its alert.
      const again = [...body.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === label);
      (again ?? body).focus();
    },
  };
}

function partsOf(page: Document, book: AlertBook, setting: AlertPanelSetting, events: AlertPanelEvents): readonly HTMLElement[] {
  const { texts, locale } = setting;
  const count = new Intl.NumberFormat(locale);
  const create = element(page, 'button', 'chart-retry');
  create.type = 'button';
  create.textContent = texts['alert.create'];
  name(create, texts['alert.create']);
  create.addEventListener('click', events.create);
  const used = filled(texts['alert.used'], { count: count.format(book.alerts.length), most: count.format(MOST_ALERTS) });
  const foot = [used, texts['alert.scope'], setting.isKept ? texts['alert.kept'] : texts['alert.unkept']];
  return [
    create,
    book.alerts.length === 0 ? note(page, texts['alert.none']) : listOf(page, book.alerts, setting, events),
    ...foot.map((text) => note(page, text)),
    ...logParts(page, book, setting, events),
  ];
}

function note(page: Document, text: string): HTMLElement {
  const made = element(page, 'p', 'chart-picker-foot');
  made.textContent = text;
  return made;
}

function listOf(page: Document, alerts: readonly Alert[], setting: AlertPanelSetting, events: AlertPanelEvents): HTMLElement {
  const { texts, nameOf, termsOf, now } = setting;
  const list = element(page, 'ul', 'chart-tree');
  list.setAttribute('aria-label', texts['alert.all']);
  for (const alert of alerts) {
    const { id } = alert;
    const state = stateOf(alert, now);
    const label = nameOf(alert);
    const row = list.appendChild(element(page, 'li', 'chart-alert-row'));
    row.dataset['state'] = state;
    const words = row.appendChild(element(page, 'div', 'chart-alert-words'));
    words.appendChild(page.createElement('strong')).textContent = label;
    words.appendChild(page.createElement('p')).textContent = `${texts[`alertState.${state}`]} · ${termsOf(alert)}`;
    if (alert.message !== '') words.appendChild(page.createElement('p')).textContent = alert.message;
    const turned = state === 'active' ? texts['alert.pause'] : state === 'paused' ? texts['alert.resume'] : texts['alert.restart'];
    const buttons = [
      // An alert without its drawing has no target.
      ...(state === 'lost' ? [] : [[state === 'active' ? 'pause' : 'play', turned, events.toggle] as const]),
      ...(state === 'lost' ? [] : [['settings', texts['alert.editShort'], events.edit] as const]),
      ['trash', texts.remove, events.remove] as const,
    ];
    for (const [picture, text, run] of buttons) {
      const button = row.appendChild(tool(page, picture));
      name(button, `${text}: ${label}`);
      button.addEventListener('click', () => run(id));
    }
  }
  return list;
}

function logParts(page: Document, { log }: AlertBook, setting: AlertPanelSetting, events: AlertPanelEvents): readonly HTMLElement[] {
  const { texts, locale, writeTime } = setting;
  const title = element(page, 'h3', 'chart-form-heading');
  title.textContent = texts['alert.log'];
  if (log.length === 0) return [title, note(page, texts['alert.noLog'])];
  const list = element(page, 'ol', 'chart-alert-log');
  list.setAttribute('aria-label', texts['alert.log']);
  for (const entry of log) {
    const row = list.appendChild(element(page, 'li', 'chart-alert-words'));
    row.append(icon(page, 'alert'));
    row.appendChild(page.createElement('strong')).textContent = entry.title;
    const value = priceText(entry.value, entry.digits, locale);
    row.appendChild(page.createElement('p')).textContent = `${writeTime(entry.time)} · ${entry.ticker} ${value}`;
    if (entry.message !== '') row.appendChild(page.createElement('p')).textContent = entry.message;
  }
  const clear = element(page, 'button', 'chart-retry');
  clear.type = 'button';
  clear.textContent = texts['alert.clearLog'];
  name(clear, texts['alert.clearLog']);
  clear.addEventListener('click', events.clearLog);
  return [title, list, clear];
}
