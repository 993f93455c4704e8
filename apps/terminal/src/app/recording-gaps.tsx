import { Button } from '@tapedeck/ui';
import { useRef, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { useCommonText, useFormats } from '../platform/texts.tsx';
import { useReadable, useSelected } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import styles from './notices.module.css';

/** The replay goes on a little before what comes after a gap. */
const BEFORE_MS = 1_000;

/** Says from when to when nothing was recorded, once the replay has skipped it while the page was open. */
export function RecordingGaps() {
  const { session, exchangeTime } = useClient();
  const state = useReadable(session);
  const text = useAppText();
  const common = useCommonText();
  const formats = useFormats();
  const gaps = state.status === 'idle' ? [] : (state.data?.market.gaps ?? []);
  const passed = useSelected(exchangeTime, (time) =>
    time === undefined ? -1 : gaps.findLastIndex(({ toE3 }) => toE3 - BEFORE_MS <= time),
  );
  const before = useRef<number>(undefined);
  const [away, setAway] = useState(-1);
  // What the replay had passed when the page was opened is told to nobody.
  if (before.current === undefined && gaps.length > 0 && exchangeTime.get() !== undefined) before.current = passed;
  const gap = passed > Math.max(before.current ?? passed, away) ? gaps[passed] : undefined;
  const said = gap && text('recordingGap', { from: formats.dateTime(gap.fromE3), to: formats.dateTime(gap.toE3) });
  return (
    <div role="status" aria-label={text('recordingGaps')}>
      {said !== undefined && (
        <ul className={styles['notices']}>
          <li>
            <span>{said}</span>
            <Button size="small" tone="ghost" aria-label={text('closeNotice', { notice: said })} onClick={() => setAway(passed)}>
              {common('close')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
