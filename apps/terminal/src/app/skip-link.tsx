import { useAppText } from './app-text.ts';
import styles from './skip-link.module.css';

/** Where the keyboard goes first on a trading page: the order form; on other pages, what the page is about. */
const targetOf = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-skip-target]') ?? document.querySelector('main');

/** The first stop of the Tab key: it skips the header, the chart and the book. */
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
