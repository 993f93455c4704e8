import { useAppText } from './app-text.ts';
import styles from './skip-link.module.css';

/** First focus target of a page: the order form on trading pages, the main content on others. */
const targetOf = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-skip-target]') ?? document.querySelector('main');

/** The first tab stop: it skips the header, the chart and the book. */
export function SkipLink() {
  const text = useAppText();
  return (
    <button
      type="button"
      className={styles['skip']}
      onClick={() => {
        const target = targetOf();
        if (target === null) return;
        target.tabIndex = -1;
        target.focus();
      }}
    >
      {text('skip')}
    </button>
  );
}
