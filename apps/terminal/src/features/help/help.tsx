import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';
import styles from './help.module.css';

const useHelpText = textHook('help', english);

/** Explains the reversal of a position. */
export function ReverseHelp() {
  const text = useHelpText();
  return (
    <main className={styles['page']} aria-label={text('region')}>
      <article>
        <h1>{text('reverse.title')}</h1>
        <p>{text('reverse.one')}</p>
        <p>{text('reverse.two')}</p>
        <p>{text('reverse.three')}</p>
        <a href="/">{text('back')}</a>
      </article>
    </main>
  );
}
