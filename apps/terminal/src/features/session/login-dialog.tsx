import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useId, useState, type FormEvent } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { passphraseAsked } from '../../platform/session.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './session.module.css';
import { useSessionText } from './user-menu.tsx';

/** Asks for the passphrase of the account. */
export function LoginDialog() {
  const client = useClient();
  const text = useSessionText();
  const common = useCommonText();
  const failureText = useFailureText();
  const id = useId();
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void client.login(passphrase).then((result) => {
      setBusy(false);
      if (result.ok && result.value.loggedIn) passphraseAsked.set(false);
      else setProblem(result.ok ? text('failed') : failureText(result.failure));
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => passphraseAsked.set(open)}
      title={text('dialogTitle')}
      description={text('dialogText')}
      closeLabel={common('close')}
    >
      <form className={styles['form']} onSubmit={send}>
        <label htmlFor={id}>{text('passphrase')}</label>
        <input
          id={id}
          type="password"
          autoComplete="current-password"
          value={passphrase}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {problem !== undefined && (
          <p id={`${id}-problem`} role="alert" data-tone="down">
            {problem}
          </p>
        )}
        <Button type="submit" tone="accent" busy={busy}>
          {text('logIn')}
        </Button>
      </form>
    </Dialog>
  );
}
