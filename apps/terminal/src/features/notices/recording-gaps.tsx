import { useRef, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { NoticeList } from './notice-list.tsx';
import { useNoticesText } from './notices-text.ts';

/** The replay continues slightly before the data after a gap. */
const BEFORE_MS = 1_000;

/** Reports a gap in the recording once the replay has skipped it while the page was open. */
export function RecordingGaps() {
  const { session, markets } = useClient();
  const state = useReadable(session.state);
  const text = useNoticesText();
  const formats = useFormats();
  const gaps = state.status === 'idle' ? [] : (state.data?.market.gaps ?? []);
  const passed = useSelected(markets.exchangeTime, (time) =>
    time === undefined ? -1 : gaps.findLastIndex(({ toE3 }) => toE3 - BEFORE_MS <= time),
  );
  const before = useRef<number>(undefined);
  const [away, setAway] = useState(-1);
  // Gaps that the replay had passed when the page opened are not reported.
  if (before.current === undefined && gaps.length > 0 && markets.exchangeTime.get() !== undefined) before.current = passed;
  const gap = passed > Math.max(before.current ?? passed, away) ? gaps[passed] : undefined;
  const notice = gap && text('recordingGap', { from: formats.dateTime(gap.fromE3), to: formats.dateTime(gap.toE3) });
  return (
    <NoticeList label={text('recordingGaps')} notices={notice === undefined ? [] : [[passed, notice]]} onClose={(at) => setAway(at)} />
  );
}
