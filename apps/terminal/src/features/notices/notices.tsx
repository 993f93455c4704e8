import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { NoticeList } from './notice-list.tsx';
import { useNoticesText } from './notices-text.ts';

/** The operator's notices, until they expire or are dismissed. */
export function Notices() {
  const notices = useReadable(useClient().notices.operator);
  const text = useNoticesText();
  const [away, setAway] = useState<ReadonlySet<number>>(new Set());
  const shown = notices.flatMap(({ id, text: said }) => (away.has(id) ? [] : [[id, said] as const]));
  return <NoticeList label={text('notices')} notices={shown} onClose={(id) => setAway(new Set([...away, id]))} />;
}
