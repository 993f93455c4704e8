import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly step: number;
  /** Marked values; a press on one selects it. */
  readonly marks?: readonly number[];
  readonly valueText?: (value: number) => string;
  readonly disabled?: boolean;
  onChange(value: number): void;
}

const share = (value: number, min: number, max: number): string => `${((value - min) / (max - min)) * 100}%`;

export function Slider({ label, value, min = 0, max, step, marks = [], valueText, disabled, onChange }: SliderProps) {
  const text = valueText ?? String;
  return (
    <div className={styles['wrap']}>
      <div className={styles['control']}>
        <div className={styles['track']}>
          <div className={styles['indicator']} style={{ inlineSize: share(value, min, max) }} />
          {marks.map((mark) => (
            <span
              key={mark}
              className={styles['stop']}
              data-passed={mark <= value || undefined}
              style={{ insetInlineStart: share(mark, min, max) }}
            />
          ))}
        </div>
        <input
          type="range"
          className={styles['input']}
          aria-label={label}
          aria-valuetext={text(value)}
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      </div>
      {marks.length > 0 && (
        <div className={styles['marks']}>
          {marks.map((mark) => (
            <button
              key={mark}
              type="button"
              tabIndex={-1}
              disabled={disabled}
              className={styles['mark']}
              data-on={mark === value || undefined}
              style={{ insetInlineStart: share(mark, min, max) }}
              onClick={() => onChange(mark)}
            >
              {text(mark)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
