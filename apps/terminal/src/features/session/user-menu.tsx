import type { SessionResult } from '@tapedeck/protocol';
import { Button, Menu, Tag, UserIcon } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { shareLink } from '../../platform/invite.ts';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useLogin, useLoginState } from '../../platform/session.tsx';
import { textHook, useTexts } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './session.module.css';
import type english from './text.en.json';

export const useSessionText = textHook<typeof english>('session');

function useUser(): SessionResult['user'] {
  return useSelected(useClient().session, (session) => (session.status === 'idle' ? undefined : session.data?.user));
}

/** Says that no real money is involved. */
export function PaperChip() {
  const text = useSessionText();
  return (
    <span title={text('paperTip')} className={styles['chip']}>
      <Tag tone="accent">{text('paper')}</Tag>
    </span>
  );
}

/** Who is logged in, with log-out; or the way to log in. */
export function UserMenu() {
  const client = useClient();
  const text = useSessionText();
  const state = useLoginState();
  const login = useLogin();
  const user = useUser();
  const texts = useTexts();
  if (state === 'unknown') return null;
  if (state === 'out' || user === undefined) {
    return (
      <Button tone="accent" onClick={login}>
        {text('logIn')}
      </Button>
    );
  }
  const logOut = () =>
    void client.logout().then((result) => {
      if (!result.ok) reportFailure(result.failure);
    });
  const copyInvite = () => {
    const link = shareLink(location.origin, texts.language.tag, user.username);
    void navigator.clipboard.writeText(link).then(
      () => notify({ kind: 'success', id: 'invite', title: text('inviteCopied'), detail: link }),
      // A browser that gives no clipboard shows the link to be copied by hand.
      () => notify({ kind: 'info', id: 'invite', title: link }),
    );
  };
  return (
    <Menu
      trigger={
        <Button aria-label={text('menu', { name: user.username })} className={styles['user']}>
          <UserIcon />
          <span className={styles['name']}>{user.username}</span>
        </Button>
      }
      items={[
        { id: 'invite', label: text('invite'), onSelect: copyInvite },
        { id: 'logout', label: text('logOut'), onSelect: logOut },
      ]}
    />
  );
}
