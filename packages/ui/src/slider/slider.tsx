import { Slider as Base } from '@base-ui/react/slider';
import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly step: number;
  /** Values with a mark; a press on one chooses it. */
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
      <Base.Root
        value={value}
        min={min}
        max={max}
        step={step}
        disabled={disabled ?? false}
        thumbAlignment="center"
        onValueChange={(next) => onChange(next)}
      >
        <Base.Control className={styles['control']}>
          <Base.Track className={styles['track']}>
            <Base.Indicator className={styles['indicator']} />
            {marks.map((mark) => (
              <span
                key={mark}
                className={styles['stop']}
                data-passed={mark <= value || undefined}
                style={{ insetInlineStart: share(mark, min, max) }}
              />
            ))}
            <Base.Thumb className={styles['thumb']} aria-label={label} getAriaValueText={(_formatted, current) => text(current)} />
          </Base.Track>
        </Base.Control>
      </Base.Root>
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
