import type { ChartTexts } from '../../bridge/messages.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { name, tool } from './tool-button.ts';

const DAY = 86_400_000;
const WEEK = 7;
/** Six weeks fit every month, so that the calendar keeps its height. */
const CELLS = 6 * WEEK;

/** A day of the calendar, `2026-11-14`, from 1970 on: no market is older. */
export type Day = string;
const FIRST: Day = '1970-01-01';

export interface MonthCalendar {
  readonly root: HTMLElement;
  /** Shows the selected day or range, and the month of `day`. */
  show(chosen: readonly Day[], day: Day): void;
}

export interface CalendarOptions {
  readonly texts: ChartTexts;
  readonly locale: string;
  /** Later days cannot be chosen. */
  readonly last: Day;
  readonly choose: (day: Day) => void;
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const shifted = (day: Day, days: number): Day => dayOf(timeOf(day) + days * DAY);
/** Days since the Monday before. */
const weekday = (day: Day): number => (new Date(timeOf(day)).getUTCDay() + WEEK - 1) % WEEK;

/** The same day `months` later, or the last day of a shorter month. */
function monthsOn(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, length)));
}

/** The day that a key selects; `undefined` for other keys. */
function dayAfter(day: Day, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Day | undefined {
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return shifted(day, -1);
    case 'ArrowRight':
      return shifted(day, 1);
    case 'ArrowUp':
      return shifted(day, -WEEK);
    case 'ArrowDown':
      return shifted(day, WEEK);
    case 'Home':
      return shifted(day, -weekday(day));
    case 'End':
      return shifted(day, WEEK - 1 - weekday(day));
    case 'PageUp':
      return monthsOn(day, -months);
    case 'PageDown':
      return monthsOn(day, months);
    default:
      return undefined;
  }
}

/** A month as a grid of days. Arrows move by days, Page Up and Page Down by months, with Shift by years. */
export function createMonthCalendar(page: Document, { texts, locale, last, choose }: CalendarOptions): MonthCalendar {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const [month, whole, short, number] = [
    format({ month: 'long', year: 'numeric' }),
    format({ dateStyle: 'full' }),
    format({ weekday: 'short' }),
    format({ day: 'numeric' }),
  ];
  const root = element(page, 'div', 'chart-calendar');
  const head = root.appendChild(element(page, 'div', 'chart-calendar-head'));
  const [previous, title, next] = [
    head.appendChild(tool(page)),
    head.appendChild(element(page, 'span', 'chart-calendar-title')),
    head.appendChild(tool(page)),
  ];
  title.setAttribute('aria-live', 'polite');
  const grid = root.appendChild(element(page, 'table', 'chart-calendar-grid'));
  grid.setAttribute('role', 'grid');
  const rows = bodyOf(grid, short);
  let shown: { readonly chosen: readonly Day[]; readonly day: Day } = { chosen: [], day: last };

  const within = (day: Day): Day => (day > last ? last : day < FIRST ? FIRST : day);
  const turn = (day: Day): void => {
    shown = { ...shown, day: within(day) };
    paint();
  };
  for (const [button, picture, label, months] of [
    [previous, 'before', texts['calendar.previous'], -1],
    [next, 'after', texts['calendar.next'], 1],
  ] as const) {
    button.append(icon(page, picture));
    name(button, label);
    button.addEventListener('click', () => turn(monthsOn(shown.day, months)));
  }

  function paint(): void {
    const { chosen, day } = shown;
    const first = shifted(day, 1 - Number(day.slice(-2)));
    const start = shifted(first, -weekday(first));
    const [from = '', to = from] = chosen.toSorted((a, b) => a.localeCompare(b));
    setText(title, month.format(timeOf(day)));
    grid.setAttribute('aria-label', month.format(timeOf(day)));
    next.disabled = last.slice(0, 7) <= day.slice(0, 7);
    previous.disabled = day.slice(0, 7) <= FIRST.slice(0, 7);
    const days = Array.from({ length: CELLS }, (_, index) => shifted(start, index));
    rows.replaceChildren(
      ...Array.from({ length: CELLS / WEEK }, (_, week) => {
        const row = page.createElement('tr');
        for (const each of days.slice(week * WEEK, (week + 1) * WEEK)) {
          const button = dayButton(row, number.format(timeOf(each)), whole.format(timeOf(each)));
          button.dataset['day'] = each;
          button.tabIndex = each === day ? 0 : -1;
          button.disabled = each > last || each < FIRST;
          button.toggleAttribute('data-outside', each.slice(0, 7) !== day.slice(0, 7));
          button.toggleAttribute('data-between', each > from && each < to);
          button.parentElement?.setAttribute('aria-selected', String(chosen.includes(each)));
        }
        return row;
      }),
    );
  }

  grid.addEventListener('click', ({ target }) => {
    const day = target instanceof Element ? target.closest('button')?.dataset['day'] : undefined;
    if (day !== undefined) choose(day);
  });
  grid.addEventListener('keydown', (event) => {
    const to = dayAfter(shown.day, event);
    if (to === undefined) return;
    event.preventDefault();
    turn(to);
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  return {
    root,
    show: (chosen, day) => {
      shown = { chosen, day: within(day) };
      const hasFocus = grid.contains(page.activeElement);
      paint();
      if (hasFocus) grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    },
  };
}

/** The weekdays from Monday on, over a body for the days. */
function bodyOf(grid: HTMLTableElement, short: Intl.DateTimeFormat): HTMLTableSectionElement {
  const page = grid.ownerDocument;
  const head = grid.createTHead().insertRow();
  const monday = timeOf('2024-01-01');
  for (let day = 0; day < WEEK; day += 1) {
    const cell = head.appendChild(page.createElement('th'));
    cell.scope = 'col';
    cell.textContent = short.format(monday + day * DAY);
  }
  return grid.createTBody();
}

function dayButton(row: HTMLTableRowElement, text: string, label: string): HTMLButtonElement {
  const page = row.ownerDocument;
  const cell = row.appendChild(page.createElement('td'));
  cell.setAttribute('role', 'gridcell');
  const button = cell.appendChild(element(page, 'button', 'chart-day'));
  button.type = 'button';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
}
