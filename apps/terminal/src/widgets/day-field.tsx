import { Button } from '@tapedeck/ui';
import { useRef } from 'react';
import type { ZonedFormats } from '../platform/time-zone.ts';
import { readDay } from './days.ts';
import styles from './history-filter.module.css';
import { useTableText } from './tables/texts.ts';

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly formats: ZonedFormats;
  onChange(typed: string): void;
}

const ISO_DAY_LENGTH = 10;
const EXAMPLE = Date.UTC(2026, 0, 31);

/**
 * A day in the date format of the tables. The browser's own field would write it in the format of the browser, so only its calendar
 * is used.
 */
export function DayField({ label, value, formats, onChange }: DayFieldProps) {
  const text = useTableText();
  const calendar = useRef<HTMLInputElement>(null);
  const day = readDay(value, formats);
  const example = formats.dayText(EXAMPLE);
  const isUnread = value.trim() !== '' && day === undefined;
  return (
    <span className={styles['day']}>
      <label>
        <span>{label}</span>
        <input
          type="text"
          inputMode="numeric"
          className={styles['field']}
          size={ISO_DAY_LENGTH}
          placeholder={example}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isUnread}
          title={isUnread ? text('dayUnread', { example }) : undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <Button size="small" tone="ghost" aria-label={text('dayChoose', { field: label })} onClick={() => calendar.current?.showPicker()}>
        <svg viewBox="0 0 16 16" width={13} height={13} aria-hidden className={styles['icon']}>
          <path d="M2.5 3.5h11v10h-11ZM2.5 6.5h11M5.5 1.8v3M10.5 1.8v3" />
        </svg>
      </Button>
      <input
        ref={calendar}
        type="date"
        className={styles['calendar']}
        tabIndex={-1}
        aria-hidden
        value={day === undefined ? '' : new Date(day).toISOString().slice(0, ISO_DAY_LENGTH)}
        onChange={(event) => {
          const chosen = event.currentTarget.valueAsNumber;
          onChange(Number.isNaN(chosen) ? '' : formats.dayText(chosen));
        }}
      />
    </span>
  );
}
