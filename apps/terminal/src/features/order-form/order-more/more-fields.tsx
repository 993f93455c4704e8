import { NOTICE_FLAGS } from '@tapedeck/client';
import type { SelfMatch } from '@tapedeck/domain';
import { Checkbox, Select } from '@tapedeck/ui';
import { useClient } from '../../../platform/client-context.tsx';
import { keepChoice } from '../../../platform/storage.ts';
import { textHook } from '../../../platform/texts.tsx';
import { useReadable, useSelected } from '../../../platform/use-readable.ts';
import styles from '../order-form.module.css';
import type { Part } from '../use-field-error.ts';
import english from './text.en.json';

const useText = textHook('order-more', english);

const SELF_MATCHES = ['CancelMaker', 'CancelTaker', 'CancelBoth', 'None'] as const satisfies readonly SelfMatch[];

/** Self-match prevention and the messages of an order. */
export function MoreFields({ form }: Part) {
  const text = useText();
  const { notices } = useClient();
  const closed = useReadable(notices.closed.closed);
  const selfMatch = useSelected(form.draft, (draft) => draft.selfMatch ?? 'CancelMaker');
  const choose = (next: SelfMatch) => {
    form.dispatch({ type: 'selfMatchChosen', selfMatch: next });
    keepChoice('order.selfMatch', next);
  };
  return (
    <div className={styles['moreBody']}>
      <div className={styles['pair']}>
        <span>{text('selfMatch')}</span>
        <span className={styles['plain']}>
          <Select
            bare
            label={text('selfMatch')}
            value={selfMatch}
            items={SELF_MATCHES.map((value) => ({ value, label: text(`selfMatch.${value}`) }))}
            onChange={choose}
          />
        </span>
      </div>
      {NOTICE_FLAGS.map((flag) => (
        <Checkbox key={flag} checked={!closed.has(flag)} onChange={(told) => notices.closed.choose(flag, !told)}>
          {text(`tell.${flag}`)}
        </Checkbox>
      ))}
    </div>
  );
}
