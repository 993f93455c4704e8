import { arrives } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { AfterFirstView } from '../platform/first-view.tsx';
import { askToLogIn, loginAsked, useLoginState } from '../platform/session.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { AwayNotice } from './away-notice.tsx';
import { Header } from './header.tsx';
import { useHeldPresses } from './held-presses.ts';
import {
  Confirmations,
  ListingNotices,
  Messages,
  Notices,
  Posters,
  RecordingGaps,
  ReverseDialogs,
  StatusLine,
  TpslDialogs,
} from './later.ts';
import { CurrentPage } from './pages.tsx';
import { SkipLink } from './skip-link.tsx';
import styles from './shell.module.css';

const LoginDialog = lazy(() =>
  arrives(() => import('../features/session/login-dialog.tsx')).then((module) => ({ default: module.LoginDialog })),
);

/** How to log in, when somebody asks, and at once when nobody is logged in as the page opens. */
function LoginScreen() {
  const asked = useReadable(loginAsked);
  const state = useLoginState();
  const settled = useRef(false);
  useEffect(() => {
    if (state === 'unknown' || settled.current) return;
    settled.current = true;
    if (state === 'out') askToLogIn();
  }, [state]);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog />
    </Suspense>
  );
}

/** What stays on screen whatever page is open. */
export function Shell() {
  useHeldPresses();
  return (
    <>
      <SkipLink />
      <div className={styles['shell']}>
        <div className={styles['top']}>
          <Header />
          <AwayNotice />
          <AfterFirstView>
            <Notices />
            <ListingNotices />
            <RecordingGaps />
          </AfterFirstView>
        </div>
        <CurrentPage />
        <AfterFirstView before={<footer />}>
          <StatusLine />
        </AfterFirstView>
      </div>
      <AfterFirstView>
        <Messages />
        {/* Every page with the tables of the account asks for these. */}
        <Confirmations />
        <Posters />
        <ReverseDialogs />
        <TpslDialogs />
      </AfterFirstView>
      <LoginScreen />
    </>
  );
}
