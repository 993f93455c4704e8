import { isEmail } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { useId, useState, type FormEvent } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { reportFailure } from '../../platform/notifications.ts';
import styles from './poster.module.css';
import { usePosterText } from './texts.ts';

/** The address that posters show masked: stored with the account once saved. */
export function EmailField({ email, onKept }: { readonly email: string; onKept(email: string): void }) {
  const client = useClient();
  const text = usePosterText();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [invalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState(false);
  const value = typed ?? email;
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = value.trim();
    setInvalid(wanted !== '' && !isEmail(wanted));
    if (busy || (wanted !== '' && !isEmail(wanted))) return;
    setBusy(true);
    void client.session.email.keep(wanted).then((answer) => {
      setBusy(false);
      if (!answer.ok) return reportFailure(answer.failure);
      setTyped(undefined);
      onKept(answer.value);
    });
  };
  return (
    <form className={styles['email']} onSubmit={keep}>
      <label htmlFor={id}>{text('email')}</label>
      <div className={styles['row']}>
        <input
          id={id}
          // Not `email`: the browser's own messages would be in the browser's language.
          type="text"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          value={value}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${id}-problem` : undefined}
          onChange={(event) => {
            setInvalid(false);
            setTyped(event.currentTarget.value);
          }}
        />
        <Button type="submit" busy={busy} disabled={value.trim() === email}>
          {text('emailSave')}
        </Button>
      </div>
      {invalid && (
        <p id={`${id}-problem`} role="alert" data-tone="down">
          {text('emailInvalid')}
        </p>
      )}
    </form>
  );
}
