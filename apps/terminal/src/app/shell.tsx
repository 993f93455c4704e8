import { arrives, OnRequest } from '@tapedeck/ui';
import { lazy, useEffect, useRef } from 'react';
import { AfterFirstView } from '../platform/first-view.tsx';
import { askToLogIn, loginAsked, useLoginState } from '../platform/session.tsx';
import { usePhone } from '../platform/use-media.ts';
import { useReadable } from '../platform/use-readable.ts';
import { AwayNotice } from '../features/notices/away-notice.tsx';
import { Header } from './header.tsx';
import {
  Confirmations,
  HeldPresses,
  ListingNotices,
  Messages,
  Notices,
  PaperFunds,
  Posters,
  RecordingGaps,
  ReverseDialogs,
  StatusLine,
  TpslDialogs,
} from '../pages/later.ts';
import { CurrentPage } from '../pages/pages.tsx';
import { SkipLink } from './skip-link.tsx';
import styles from './shell.module.css';

const LoginDialog = lazy(() =>
  arrives(() => import('../features/session/login-dialog.tsx')).then((module) => ({ default: module.LoginDialog })),
);

/** The log-in dialog, opened on request, and at once for visitors when the page opens. */
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
    <OnRequest onVoid={() => loginAsked.set(false)}>
      <LoginDialog />
    </OnRequest>
  );
}

/** The parts that stay on screen on every page. */
export function Shell() {
  /** A phone has the status in its last section. */
  const phone = usePhone();
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
        {!phone && (
          <AfterFirstView before={<footer />}>
            <StatusLine />
          </AfterFirstView>
        )}
      </div>
      <AfterFirstView>
        <HeldPresses />
      </AfterFirstView>
      <AfterFirstView>
        <Messages />
        {/* Used by every page with account tables. */}
        <Confirmations />
        <PaperFunds />
        <Posters />
        <ReverseDialogs />
        <TpslDialogs />
      </AfterFirstView>
      <LoginScreen />
    </>
  );
}
