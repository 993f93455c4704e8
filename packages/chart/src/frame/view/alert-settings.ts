import type { ChartTexts } from '../../bridge/messages.ts';
import { KEEPS, STANDARD_ALERT_HABITS, type AlertHabits } from '../alerts/alert.ts';
import { element, setText } from './element.ts';
import { checkbox, fillSelect, heading, labelled } from './form.ts';

export type Permission = NotificationPermission | 'unavailable';

/** Effects of fired alerts, independent of layouts. */
export interface AlertSettings {
  readonly habits: AlertHabits;
  readonly change: (to: AlertHabits) => void;
  readonly ring: (volume: number) => void;
  readonly permission: () => Permission;
  /** Requests the browser's permission. */
  readonly askPermission: () => Promise<Permission>;
}

export interface AlertFields {
  /** Applies the selection. */
  apply(): void;
  reset(): void;
}

/** Settings for the effects of a fired alert. */
export function alertFields(part: HTMLElement, texts: ChartTexts, settings: AlertSettings): AlertFields {
  const page = part.ownerDocument;
  const { habits } = settings;
  heading(part, texts['alert.fires']);
  const notices = checkbox(part, texts['alert.notices'], habits.notices);
  const keep = labelled(part, 'select', texts['alert.keep']);
  const keeps = KEEPS.map((seconds) => ({
    value: String(seconds),
    label: seconds === 0 ? texts['alert.untilClosed'] : `${seconds} ${texts['alert.seconds']}`,
  }));
  fillSelect(keep, keeps, String(habits.keep));
  const sound = checkbox(part, texts['alert.sound'], habits.sound);
  const volume = labelled(part, 'input', texts['alert.volume']);
  Object.assign(volume, { type: 'range', min: '0', max: '100', step: '5', value: String(habits.volume) });
  const hear = button(part, texts['alert.try']);
  hear.addEventListener('click', () => settings.ring(volume.valueAsNumber));
  const browser = checkbox(part, texts['alert.browser'], habits.browser && settings.permission() === 'granted');
  const allow = button(part, texts['alert.allow']);
  const note = part.appendChild(element(page, 'p', 'chart-picker-foot'));
  note.setAttribute('role', 'status');
  const scope = part.appendChild(element(page, 'p', 'chart-picker-foot'));
  scope.textContent = texts['alert.scope'];

  const settle = (permission: Permission): void => {
    browser.disabled = permission !== 'granted';
    allow.hidden = permission !== 'default';
    setText(note, permission === 'denied' ? texts['alert.denied'] : permission === 'unavailable' ? texts['alert.unavailable'] : '');
    keep.disabled = !notices.checked;
    volume.disabled = !sound.checked;
    hear.disabled = !sound.checked;
  };
  allow.addEventListener('click', () => {
    void settings.askPermission().then((permission) => {
      browser.checked = permission === 'granted';
      settle(permission);
    });
  });
  part.addEventListener('input', () => settle(settings.permission()));
  settle(settings.permission());
  const show = (to: AlertHabits): void => {
    notices.checked = to.notices;
    keep.value = String(to.keep);
    sound.checked = to.sound;
    volume.value = String(to.volume);
    browser.checked = to.browser;
    settle(settings.permission());
  };
  return {
    apply: () =>
      settings.change({
        notices: notices.checked,
        keep: Number(keep.value),
        sound: sound.checked,
        volume: volume.valueAsNumber,
        browser: browser.checked,
      }),
    reset: () => show(STANDARD_ALERT_HABITS),
  };
}

function button(part: HTMLElement, label: string): HTMLButtonElement {
  const made = part.appendChild(element(part.ownerDocument, 'button', 'chart-retry'));
  made.type = 'button';
  made.textContent = label;
  return made;
}
