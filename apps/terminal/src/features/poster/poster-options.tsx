import { Checkbox, cx } from '@tapedeck/ui';
import type { Theme } from '../../platform/theme.ts';
import { SHOWN, type Shown } from './poster-content.ts';
import styles from './poster.module.css';
import { usePosterText } from './texts.ts';

const LOOKS: readonly Theme[] = ['dark', 'light'];

/** The poster's theme, chosen independently of the page's. */
export function LookChoice({ look, onChange }: { readonly look: Theme; onChange(look: Theme): void }) {
  const text = usePosterText();
  return (
    <fieldset className={styles['choice']}>
      <legend>{text('look')}</legend>
      <div className={styles['looks']}>
        {LOOKS.map((one) => (
          <label key={one} data-theme={one} className={cx(styles['look'], one === look && styles['chosen'])}>
            <input type="radio" name="poster-look" checked={one === look} onChange={() => onChange(one)} />
            <i aria-hidden="true" />
            <span>{text(one === 'dark' ? 'look.dark' : 'look.light')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface ShownChoiceProps {
  readonly shown: ReadonlySet<Shown>;
  /** Coin of the profit. */
  readonly coin: string;
  onChange(shown: ReadonlySet<Shown>): void;
}

/** Chooses the poster's contents. */
export function ShownChoice({ shown, coin, onChange }: ShownChoiceProps) {
  const text = usePosterText();
  return (
    <fieldset className={styles['choice']}>
      <legend>{text('shown')}</legend>
      <div className={styles['boxes']}>
        {SHOWN.map((one) => (
          <Checkbox
            key={one}
            checked={shown.has(one)}
            onChange={(checked) => onChange(new Set(SHOWN.filter((other) => (other === one ? checked : shown.has(other)))))}
          >
            {text(`shown.${one}`, { coin })}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
