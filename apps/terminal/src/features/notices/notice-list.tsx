import { Button } from '@tapedeck/ui';
import { useCommonText } from '../../platform/texts.tsx';
import { useNoticesText } from './notices-text.ts';
import styles from './notices.module.css';

interface NoticeListProps<Key extends string | number> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly notices: readonly (readonly [key: Key, notice: string])[];
  onClose(key: Key): void;
}

/** Notices above the page, each with a button that dismisses it. Without one, an empty region that screen readers watch. */
export function NoticeList<Key extends string | number>({ label, notices, onClose }: NoticeListProps<Key>) {
  const text = useNoticesText();
  const common = useCommonText();
  return (
    <div role="status" aria-label={label}>
      {notices.length > 0 && (
        <ul className={styles['notices']}>
          {notices.map(([key, notice]) => (
            <li key={key}>
              <span>{notice}</span>
              <Button size="small" tone="ghost" aria-label={text('closeNotice', { notice })} onClick={() => onClose(key)}>
                {common('close')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
