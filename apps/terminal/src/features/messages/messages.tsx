import { arrives } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { failedOrder } from '../../intents/order-failure.ts';
import { showMessages, type Message } from '../../platform/notifications.ts';
import { usePath } from '../../platform/navigation.tsx';
import { createOutbox, type Outbox } from '../../platform/outbox.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { useSoon } from '../../platform/use-soon.ts';
import type { Happening } from './announcer.tsx';
import { BANNED_PAGE } from './ban-exit.ts';

const loadToasts = () => arrives(() => import('./toasts.tsx'));
const loadAnnouncer = () => arrives(() => import('./announcer.tsx'));
const Announcer = lazy(() => loadAnnouncer().then((module) => ({ default: module.Announcer })));
const Toasts = lazy(() => loadToasts().then((module) => ({ default: module.Toasts })));
const BanDialog = lazy(() => arrives(() => import('./ban-dialog.tsx')).then((module) => ({ default: module.BanDialog })));
const OrderFailureDialog = lazy(() =>
  arrives(() => import('./order-failure-dialog.tsx')).then((module) => ({ default: module.OrderFailureDialog })),
);
const ComplianceWall = lazy(() => arrives(() => import('./compliance-wall.tsx')).then((module) => ({ default: module.ComplianceWall })));

/** The first message may report a lost connection: its script and its words are there before. */
const loadWords = () => Promise.all([loadToasts(), loadAnnouncer()]);

/** Events without their words, which load with the first of them. */
function useHappenings(): { readonly happenings: Outbox<Happening>; readonly areTold: boolean } {
  const { notices } = useClient();
  const [happenings] = useState(() => createOutbox<Happening>());
  const [areTold, setTold] = useState(false);
  useEffect(() => {
    const tell = (happening: Happening): void => {
      happenings.send(happening);
      setTold(true);
    };
    const ends = [notices.onNotice((notice) => tell({ notice })), notices.onFailure((failure) => tell({ failure }))];
    return () => ends.forEach((end) => end());
  }, [notices, happenings]);
  return { happenings, areTold };
}

/** Shows messages; their library and their words are loaded with the first one, or once the rest of the screen is there. */
export function Messages() {
  const [queue, setQueue] = useState<readonly Message[]>([]);
  useEffect(() => showMessages((message) => setQueue((old) => [...old, message])), []);
  useSoon(loadWords);
  const { happenings, areTold } = useHappenings();
  const [walled, setWalled] = useState(false);
  const isBanned = useReadable(useClient().session.isBanned);
  const path = usePath();
  const failed = useReadable(failedOrder);
  return (
    <>
      {areTold && (
        <Suspense fallback={null}>
          <Announcer happenings={happenings} onWall={() => setWalled(true)} />
        </Suspense>
      )}
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
          <ComplianceWall onClose={() => setWalled(false)} />
        </Suspense>
      )}
    </>
  );
}
