import type { LoginRequest } from '@tapedeck/protocol';
import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useId, useState, type FormEvent } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { loginAsked } from '../../platform/session.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './session.module.css';
import { useSessionText } from './user-menu.tsx';

/** Commands as the operator types them. */
const START = 'npm start';
const NEW_ADDRESS = 'npm run operator -- login';

/** All ways to log in: one-time address, passphrase if there is one, and name with password. */
export function LoginDialog() {
  const text = useSessionText();
  const common = useCommonText();
  const hasPassphrase = useSelected(
    useClient().session.state,
    (session) => session.status !== 'idle' && session.data?.needsPassphrase === true,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => loginAsked.set(open)}
      title={text('dialogTitle')}
      description={hasPassphrase ? text('dialogWithPassphrase') : text('dialogWithoutPassphrase')}
      closeLabel={common('close')}
    >
      <div className={styles['ways']}>
        {hasPassphrase && <CredentialsForm title={text('byPassphrase')} fields={['passphrase']} />}
        <section className={styles['way']}>
          <h3>{text('byAddress')}</h3>
          <p>{text('addressPrinted', { command: START })}</p>
          <p>{text('addressAgain', { command: NEW_ADDRESS })}</p>
          <pre>{NEW_ADDRESS}</pre>
        </section>
        <CredentialsForm title={text('byName')} fields={['username', 'password']} />
      </div>
    </Dialog>
  );
}

type Field = 'passphrase' | 'username' | 'password';

function CredentialsForm({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  const client = useClient();
  const text = useSessionText();
  const failureText = useFailureText();
  const id = useId();
  const [values, setValues] = useState<LoginRequest>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isWhole = fields.every((field) => (values[field] ?? '') !== '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isWhole) return;
    setBusy(true);
    void client.session.login(values).then((result) => {
      setBusy(false);
      if (result.ok && result.value.loggedIn) loginAsked.set(false);
      else setProblem(result.ok ? text('failed') : failureText(result.failure));
    });
  };
  return (
    <form className={styles['way']} aria-label={title} onSubmit={send}>
      <h3>{title}</h3>
      {fields.map((field) => (
        <div key={field} className={styles['field']}>
          <label htmlFor={`${id}-${field}`}>{text(field)}</label>
          <input
            id={`${id}-${field}`}
            type={field === 'username' ? 'text' : 'password'}
            autoComplete={field === 'username' ? 'username' : 'current-password'}
            value={values[field] ?? ''}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ currentTarget }) => setValues((known) => ({ ...known, [field]: currentTarget.value }))}
          />
        </div>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" data-tone="down">
          {problem}
        </p>
      )}
      <Button type="submit" tone="accent" busy={busy} disabled={!isWhole}>
        {text('logIn')}
      </Button>
    </form>
  );
}
