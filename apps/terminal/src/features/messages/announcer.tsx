import { limitedToasts, RATE_LIMIT_TOAST_MS, type Failure, type Notice } from '@tapedeck/client';
import { useEffect } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { commonEffect, useErrorsText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import type { Outbox } from '../../platform/outbox.ts';
import { useCommonText, useFormats, useTexts } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { useMessagesText } from './messages-text.ts';
import { messageOf } from './notice-text.ts';

/** A notice of the exchange, or a call that failed. */
export type Happening = { readonly notice: Notice } | { readonly failure: Failure };

const mayTellLimit = limitedToasts(RATE_LIMIT_TOAST_MS, () => performance.now());

/** Handles codes that concern the entire terminal, whichever call returned them. */
function useFailureTeller(onWall: () => void): (failure: Failure) => void {
  const texts = useTexts();
  const text = useErrorsText();
  return (failure) => {
    const effect = commonEffect(texts, failure);
    if (effect.kind === 'complianceWall') onWall();
    if (effect.kind === 'sessionOver') notify({ kind: 'error', id: 'session-over', title: text('session') });
    if (effect.kind === 'limitedToast' && mayTellLimit()) notify({ kind: 'error', id: 'rate-limit', title: text('code.10006') });
  };
}

function useNoticeTeller(): (notice: Notice) => void {
  const { session, notices } = useClient();
  const text = useMessagesText();
  const common = useCommonText();
  const formats = useFormats();
  const account = useSelected(session.state, (state) => (state.status === 'idle' ? undefined : state.data?.user?.accountKind));
  return (notice) => {
    const message = messageOf(notice, { text, common, formats, account, closed: notices.closed.closed.get() });
    if (message !== undefined) notify(message);
  };
}

interface AnnouncerProps {
  readonly happenings: Outbox<Happening>;
  /** The compliance dialog is to be shown. */
  onWall(): void;
}

/** Puts events into words and shows them as messages. */
export function Announcer({ happenings, onWall }: AnnouncerProps) {
  const tellFailure = useFailureTeller(onWall);
  const tellNotice = useNoticeTeller();
  useEffect(() =>
    happenings.receive((happening) => {
      if ('notice' in happening) tellNotice(happening.notice);
      else tellFailure(happening.failure);
    }),
  );
  return null;
}
