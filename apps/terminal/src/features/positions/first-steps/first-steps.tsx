import { Button } from '@tapedeck/ui';
import { paperFundsAsked } from '../../../intents/paper-funds-asked.ts';
import { textHook } from '../../../platform/texts.tsx';
import { closeFirstSteps } from './first-steps-closed.ts';
import styles from './first-steps.module.css';
import english from './text.en.json';

const useText = textHook('first-steps', english);

const STEPS = ['market', 'order', 'position'] as const;

/** The three steps of a first trade, below the title of the empty panel. */
export function FirstSteps({ title }: { readonly title: string }) {
  const text = useText();
  return (
    <section className={styles['first']} aria-label={text('region')}>
      <p className={styles['title']}>{title}</p>
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{text(`title.${step}`)}</strong>
            <span>{text(`detail.${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className={styles['foot']}>
        <span>{text('paper')}</span>
        <Button size="small" onClick={() => paperFundsAsked.set(true)}>
          {text('more')}
        </Button>
        <Button tone="ghost" size="small" onClick={closeFirstSteps}>
          {text('close')}
        </Button>
      </div>
    </section>
  );
}
