import type { AccountKind } from '@tapedeck/domain';
import type { SessionResult } from '@tapedeck/protocol';
import { Button, Menu, Tag, UserIcon, type MenuItem } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { paperFundsAsked } from '../../intents/paper-funds-asked.ts';
import { confirmationSettingsAsked } from '../../intents/confirmation-settings-asked.ts';
import { shareLink } from '../../platform/invite.ts';
import { goTo } from '../../platform/navigation.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { textHook, useTexts } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './session.module.css';
import english from './text.en.json';

export const useSessionText = textHook('session', english);

type User = NonNullable<SessionResult['user']>;
const KINDS: readonly AccountKind[] = ['regular', 'UTA', 'UTA2', 'PM'];

function useUser(): User | undefined {
  return useSelected(useClient().session.state, (session) => (session.status === 'idle' ? undefined : session.data?.user));
}

/** States that no real money is involved. */
export function PaperChip() {
  const text = useSessionText();
  return (
    <span title={text('paperTip')} className={styles['chip']}>
      <Tag tone="accent">{text('paper')}</Tag>
    </span>
  );
}

/** Kind and mode of the selected account, and the loyalty labels of the user. */
function Labels({ user }: { readonly user: User }) {
  const text = useSessionText();
  return (
    <span className={styles['labels']}>
      <Tag>{text(`tag.${user.accountKind}`)}</Tag>
      {user.isDemo && <Tag tone="accent">{text('demo')}</Tag>}
      {user.vipLevel > 0 && <Tag tone="accent">{text('vip', { level: user.vipLevel })}</Tag>}
      {user.proLevel > 0 && <Tag tone="accent">{text('pro', { level: user.proLevel })}</Tag>}
    </span>
  );
}

/** The accounts of the user as choices: one of each kind, each real or demo. */
function useAccountItems(user: User | undefined): { readonly accounts: readonly MenuItem[]; readonly switching: boolean } {
  const client = useClient();
  const text = useSessionText();
  const [switching, setSwitching] = useState(false);
  if (user === undefined) return { accounts: [], switching };
  const look = (kind: AccountKind, isDemo: boolean): void => {
    if (switching || (kind === user.accountKind && isDemo === user.isDemo)) return;
    setSwitching(true);
    void client.session.switchAccount(kind, isDemo).then((result) => {
      setSwitching(false);
      if (!result.ok) reportFailure(result.failure);
    });
  };
  const kinds = KINDS.map((kind) => ({
    id: kind,
    label: text(`kind.${kind}`),
    checked: kind === user.accountKind,
    onSelect: () => look(kind, user.isDemo),
  }));
  const demo = { id: 'demo', label: text('demoMode'), checked: user.isDemo, onSelect: () => look(user.accountKind, !user.isDemo) };
  return { accounts: [...kinds, demo], switching };
}

/** The logged-in user with the selected account, the other accounts and log-out; or the log-in button. */
export function UserMenu() {
  const client = useClient();
  const text = useSessionText();
  const state = useLoginState();
  const user = useUser();
  const texts = useTexts();
  const { accounts, switching } = useAccountItems(user);
  if (state === 'unknown') return null;
  if (state === 'out' || user === undefined) {
    return (
      <Button tone="accent" sends={false} onClick={askToLogIn}>
        {text('logIn')}
      </Button>
    );
  }
  const logOut = () =>
    void client.session.logout().then((result) => {
      if (!result.ok) reportFailure(result.failure);
    });
  const copyInvite = () => {
    const link = shareLink(location.origin, texts.language.tag, user.username);
    void navigator.clipboard.writeText(link).then(
      () => notify({ kind: 'success', id: 'invite', title: text('inviteCopied'), detail: link }),
      // Without a clipboard, the link is shown to be copied manually.
      () => notify({ kind: 'info', id: 'invite', title: link }),
    );
  };
  return (
    <Menu
      trigger={
        <Button busy={switching} aria-label={text('menu', { name: user.username })} className={styles['user']}>
          <UserIcon />
          <span className={styles['name']}>{user.username}</span>
          <Labels user={user} />
        </Button>
      }
      items={[
        ...accounts,
        { id: 'paper-funds', label: text('paperFunds'), onSelect: () => paperFundsAsked.set(true) },
        { id: 'copy', label: text('copyTrading'), onSelect: () => goTo('/copy-trading') },
        { id: 'api-keys', label: text('apiKeys'), onSelect: () => goTo('/settings/api-keys') },
        { id: 'invite', label: text('invite'), onSelect: copyInvite },
        { id: 'confirmations', label: text('confirmations'), onSelect: () => confirmationSettingsAsked.set(true) },
        { id: 'logout', label: text('logOut'), onSelect: logOut },
      ]}
    />
  );
}
