import { derived, type Readable } from '../store/readable.ts';
import type { Preferences } from './preferences.ts';

/** Success messages that the user can turn off (NTF-02). */
export const NOTICE_FLAGS = ['createOrderNotifyClose', 'modifyOrderNotifyClose'] as const;
export type NoticeFlag = (typeof NOTICE_FLAGS)[number];

export interface ClosedNotices {
  readonly closed: Readable<ReadonlySet<NoticeFlag>>;
  choose(flag: NoticeFlag, closed: boolean): void;
}

const flagsIn = (text: string): readonly NoticeFlag[] => NOTICE_FLAGS.filter((flag) => text.split(',').includes(flag));

export function createClosedNotices({ preference }: Pick<Preferences, 'preference'>): ClosedNotices {
  const flags = preference({ key: 'doubleConfirm', stored: 'tapedeck.notices.closed', initial: '' });
  return {
    closed: derived([flags.value], (text): ReadonlySet<NoticeFlag> => new Set(flagsIn(text))),
    choose: (flag, closed) =>
      flags.choose([...flagsIn(flags.value.get()).filter((own) => own !== flag), ...(closed ? [flag] : [])].join(',')),
  };
}
