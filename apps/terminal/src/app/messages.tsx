import { limitedToasts, RATE_LIMIT_TOAST_MS, type Failure } from '@tapedeck/client';
import { arrives } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { commonEffect, useErrorsText } from '../platform/failures.ts';
import { failedOrder } from '../platform/order-failure.ts';
import { notify, showMessages, type Message } from '../platform/notifications.ts';
import { useCommonText, useFormats, useTexts } from '../platform/texts.tsx';
import { usePath } from '../platform/navigation.tsx';
import { useReadable, useSelected } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import { BANNED_PAGE } from './ban-exit.ts';
import { messageOf } from './notice-text.ts';

const Toasts = lazy(() => arrives(() => import('./toasts.tsx')).then((module) => ({ default: module.Toasts })));
const BanDialog = lazy(() => arrives(() => import('./ban-dialog.tsx')).then((module) => ({ default: module.BanDialog })));
const OrderFailureDialog = lazy(() =>
  arrives(() => import('./order-failure-dialog.tsx')).then((module) => ({ default: module.OrderFailureDialog })),
);
const ComplianceWall = lazy(() => arrives(() => import('./compliance-wall.tsx')).then((module) => ({ default: module.ComplianceWall })));

const mayTellLimit = limitedToasts(RATE_LIMIT_TOAST_MS, () => performance.now());

/** What some codes mean for the whole terminal, whichever call brought them; answers whether the compliance wall stands. */
function useCommonFailures(): { readonly walled: boolean; openAgain(): void } {
  const client = useClient();
  const texts = useTexts();
  const text = useErrorsText();
  const [walled, setWalled] = useState(false);
  useEffect(
    () =>
      client.onFailure((failure: Failure) => {
        const effect = commonEffect(texts, failure);
        if (effect.kind === 'complianceWall') setWalled(true);
        if (effect.kind === 'sessionOver') notify({ kind: 'error', id: 'session-over', title: text('session') });
        if (effect.kind === 'limitedToast' && mayTellLimit()) notify({ kind: 'error', id: 'rate-limit', title: text('code.10006') });
      }),
    [client, texts, text],
  );
  return { walled, openAgain: () => setWalled(false) };
}

function useNotices(): void {
  const client = useClient();
  const text = useAppText();
  const common = useCommonText();
  const formats = useFormats();
  const account = useSelected(client.session, (session) => (session.status === 'idle' ? undefined : session.data?.user?.accountKind));
  useEffect(
    () =>
      client.account.onNotice((notice) => {
        const message = messageOf(notice, { text, common, formats, account, closed: client.closedNotices.closed.get() });
        if (message !== undefined) notify(message);
      }),
    [client, text, common, formats, account],
  );
}

/** Shows messages; the library that draws them is loaded with the first one. */
export function Messages() {
  const [queue, setQueue] = useState<readonly Message[]>([]);
  useEffect(() => showMessages((message) => setQueue((old) => [...old, message])), []);
  useNotices();
  const { walled, openAgain } = useCommonFailures();
  const isBanned = useReadable(useClient().isBanned);
  const path = usePath();
  const failed = useReadable(failedOrder);
  return (
    <>
      {queue.length > 0 && (
        <Suspense fallback={null}>
          <Toasts queue={queue} />
        </Suspense>
      )}
      {isBanned && path !== BANNED_PAGE && (
        <Suspense fallback={null}>
          <BanDialog />
        </Suspense>
      )}
      {failed !== undefined && (
        <Suspense fallback={null}>
          <OrderFailureDialog failed={failed} />
        </Suspense>
      )}
      {walled && (
        <Suspense fallback={null}>
          <ComplianceWall onClose={openAgain} />
        </Suspense>
      )}
    </>
  );
}
