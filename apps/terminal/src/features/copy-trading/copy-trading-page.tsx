import type { Loadable } from '@tapedeck/client';
import type { LeaderRecord } from '@tapedeck/domain';
import { Panel, PanelHead } from '@tapedeck/ui';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { LoadableView, PanelBoundary } from '../../platform/panel-state.tsx';
import { LoginPrompt, useLoginState } from '../../platform/session.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import styles from './copy-trading.module.css';
import { FollowDialog } from './follow-dialog.tsx';
import { LeadersTable } from './leaders-table.tsx';
import { OwnPart } from './own-part.tsx';
import { useCopyText } from './texts.ts';

/** Leaders trade continuously: refresh interval of their statistics while displayed. */
const RELOAD_MS = 10_000;

/** All leaders; requested again when the account's own role changes. */
function useLeaders(part: unknown): { readonly leaders: Loadable<readonly LeaderRecord[]>; reload(): void } {
  const { copying } = useClient();
  const [leaders, setLeaders] = useState<Loadable<readonly LeaderRecord[]>>({ status: 'pending' });
  const reload = useCallback(() => {
    void copying.leaders().then((answer) => {
      setLeaders(answer.ok ? { status: 'success', data: answer.value } : { status: 'error', error: answer.failure });
    });
  }, [copying]);
  useEffect(() => {
    reload();
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload, part]);
  return { leaders, reload };
}

function Workspace() {
  const text = useCopyText();
  const copying = useReadable(useClient().copying.state);
  const part = copying.status === 'idle' ? undefined : copying.data;
  const { leaders, reload } = useLeaders(part);
  const [asked, setAsked] = useState<LeaderRecord | undefined>(undefined);
  const terms = part?.role === 'follower' && part.leader.account === asked?.account ? part.follow : undefined;
  return (
    <>
      <LoadableView value={copying}>{(own) => <OwnPart part={own} onChange={setAsked} />}</LoadableView>
      <Panel label={text('leaders')} className={styles['leaders']}>
        <PanelHead title={text('leaders')} />
        <PanelBoundary>
          <LeadersTable leaders={leaders} onFollow={setAsked} onRetry={reload} />
        </PanelBoundary>
      </Panel>
      {asked !== undefined && <FollowDialog leader={asked} terms={terms} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Leaders to follow, the followed leader, and the account's followers. */
export function CopyTradingPage() {
  const text = useCopyText();
  const state = useLoginState();
  return (
    <main className={styles['page']} aria-label={text('region')}>
      <header>
        <h1>{text('title')}</h1>
        <p className={styles['note']}>{text('intro')}</p>
      </header>
      {state === 'out' ? <LoginPrompt /> : <Workspace />}
    </main>
  );
}
