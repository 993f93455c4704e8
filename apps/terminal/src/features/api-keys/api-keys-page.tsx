import type { Loadable } from '@tapedeck/client';
import type { ApiKeyItem, ApiKeyListResult, CreateApiKeyResult } from '@tapedeck/protocol';
import { Button, Panel, PanelHead, StateMessage } from '@tapedeck/ui';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { LoadableView, PanelBoundary } from '../../platform/panel-state.tsx';
import { AskDialog } from '../../widgets/sending-dialog.tsx';
import { LoginPrompt, useLoginState } from '../../platform/session.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './api-keys.module.css';
import { CreateDialog, EditDialog } from './key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { ProgramAddresses } from './program-addresses.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useApiKeyText } from './texts.ts';

/** Programs use their keys continuously: refresh interval of the last use while the list is displayed. */
const RELOAD_MS = 10_000;

interface Listed extends ApiKeyListResult {
  /** Time of the request. */
  readonly at: number;
}

function useKeys(): { readonly keys: Loadable<Listed>; reload(): void } {
  const { session } = useClient();
  const [keys, setKeys] = useState<Loadable<Listed>>({ status: 'pending' });
  const reload = useCallback(() => {
    void session.apiKeys.list().then((answer) => {
      setKeys(answer.ok ? { status: 'success', data: { ...answer.value, at: Date.now() } } : { status: 'error', error: answer.failure });
    });
  }, [session.apiKeys]);
  useEffect(() => {
    reload();
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return { keys, reload };
}

type Asked =
  | { readonly kind: 'create' }
  | { readonly kind: 'made'; readonly made: CreateApiKeyResult }
  | { readonly kind: 'edit' | 'revoke'; readonly item: ApiKeyItem };

interface AskedDialogProps {
  readonly asked: Asked;
  onAsk(asked: Asked | undefined): void;
  onChanged(): void;
}

function AskedDialog({ asked, onAsk, onChanged }: AskedDialogProps) {
  const { session } = useClient();
  const text = useApiKeyText();
  const user = useSelected(session.state, (value) => (value.status === 'idle' ? undefined : value.data?.user));
  const close = (): void => onAsk(undefined);
  const told = (title: string): void => {
    notify({ kind: 'success', id: 'api-key', title });
    onChanged();
    close();
  };
  if (asked.kind === 'made') return <SecretDialog made={asked.made} onClose={close} />;
  if (asked.kind === 'create') {
    const account = user === undefined ? '' : `${user.id} · ${user.accountKind}`;
    const made = (result: CreateApiKeyResult): void => {
      onChanged();
      onAsk({ kind: 'made', made: result });
    };
    return <CreateDialog account={account} onMade={made} onClose={close} />;
  }
  const { item } = asked;
  const { name, apiKey } = item;
  if (asked.kind === 'edit') return <EditDialog item={item} onDone={(now) => told(text('changed', { name: now }))} onClose={close} />;
  return (
    <AskDialog
      title={text('revokeTitle', { name })}
      choices={[{ label: text('revoke'), tone: 'down', send: () => session.apiKeys.revoke(apiKey) }]}
      onDone={() => told(text('revoked', { name }))}
      onClose={close}
    >
      <p className={styles['note']}>{text('revokeText')}</p>
    </AskDialog>
  );
}

function Workspace() {
  const text = useApiKeyText();
  const { keys, reload } = useKeys();
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const listed = keys.status === 'idle' ? undefined : keys.data;
  const isFull = listed !== undefined && listed.list.length >= listed.limit;
  const title = (
    <>
      <span>{text('title')}</span>{' '}
      {listed !== undefined && <small className={styles['count']}>{text('used', { used: listed.list.length, limit: listed.limit })}</small>}
    </>
  );
  const actions = (
    <span className={styles['actions']}>
      <a href="/docs" className={styles['link']}>
        {text('reference')}
      </a>
      <Button
        tone="accent"
        size="small"
        sends={false}
        disabled={listed === undefined || isFull}
        onClick={() => setAsked({ kind: 'create' })}
      >
        {text('newKey')}
      </Button>
    </span>
  );
  return (
    <>
      <Panel label={text('title')} className={styles['part']}>
        <PanelHead title={title} actions={actions} />
        {isFull && <p className={styles['full']}>{text('full', { limit: listed.limit })}</p>}
        <PanelBoundary>
          <LoadableView value={keys} onRetry={reload}>
            {({ list, at }) =>
              list.length === 0 ? (
                <StateMessage title={text('none')} detail={text('noneDetail')} />
              ) : (
                <KeysTable
                  list={list}
                  now={at}
                  onEdit={(item) => setAsked({ kind: 'edit', item })}
                  onRevoke={(item) => setAsked({ kind: 'revoke', item })}
                />
              )
            }
          </LoadableView>
        </PanelBoundary>
      </Panel>
      {asked !== undefined && <AskedDialog asked={asked} onAsk={setAsked} onChanged={reload} />}
    </>
  );
}

/** The API keys of programs, and the addresses of this exchange. */
export function ApiKeysPage() {
  const text = useApiKeyText();
  const state = useLoginState();
  return (
    <main className={styles['page']} aria-label={text('title')}>
      <header>
        <h1>{text('title')}</h1>
        <p className={styles['note']}>{text('intro')}</p>
      </header>
      {state === 'out' ? <LoginPrompt /> : <Workspace />}
      <ProgramAddresses />
    </main>
  );
}
