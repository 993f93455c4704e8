import { arrives } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { AfterFirstView } from '../platform/first-view.tsx';
import { passphraseAsked } from '../platform/session.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { Header } from './header.tsx';
import { useHeldPresses } from './held-presses.ts';
import { Messages, Notices, ReverseDialogs, StatusLine, TpslDialogs } from './later.ts';
import { CurrentPage } from './pages.tsx';
import { SkipLink } from './skip-link.tsx';
import styles from './shell.module.css';

const LoginDialog = lazy(() =>
  arrives(() => import('../features/session/login-dialog.tsx')).then((module) => ({ default: module.LoginDialog })),
);

/** What stays on screen whatever page is open. */
export function Shell() {
  const asked = useReadable(passphraseAsked);
  useHeldPresses();
  return (
    <>
      <SkipLink />
      <div className={styles['shell']}>
        <div className={styles['top']}>
          <Header />
          <AfterFirstView>
            <Notices />
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
        <ReverseDialogs />
        <TpslDialogs />
      </AfterFirstView>
      {asked && (
        <Suspense fallback={null}>
          <LoginDialog />
        </Suspense>
      )}
    </>
  );
}
