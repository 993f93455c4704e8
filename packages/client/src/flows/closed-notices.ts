import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { derived, type Readable } from '../store/readable.ts';
import { createPreference } from './preference.ts';

/** Success messages that the user may do without (specification, section 8: double-confirm flags). */
export const NOTICE_FLAGS = ['createOrderNotifyClose', 'modifyOrderNotifyClose'] as const;
export type NoticeFlag = (typeof NOTICE_FLAGS)[number];

export interface ClosedNotices {
  readonly closed: Readable<ReadonlySet<NoticeFlag>>;
  choose(flag: NoticeFlag, closed: boolean): void;
  /** Takes what the account has kept. */
  load(): Promise<void>;
}

const flagsIn = (text: string): readonly NoticeFlag[] => NOTICE_FLAGS.filter((flag) => text.split(',').includes(flag));

export function createClosedNotices(ports: ClientPorts, http: Http): ClosedNotices {
  const flags = createPreference(ports, http, { key: 'doubleConfirm', stored: 'tapedeck.notices.closed', initial: '' });
  return {
    closed: derived([flags.value], (text): ReadonlySet<NoticeFlag> => new Set(flagsIn(text))),
    choose: (flag, closed) =>
      flags.choose([...flagsIn(flags.value.get()).filter((own) => own !== flag), ...(closed ? [flag] : [])].join(',')),
    load: () => flags.load(),
  };
}
