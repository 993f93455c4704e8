import type { CreateApiKeyResult } from '@tapedeck/protocol';
import { Button, Checkbox, EyeIcon } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './api-keys.module.css';
import { CopyButton } from './copy-button.tsx';
import { ScopeTags } from './keys-table.tsx';
import { useApiKeyText } from './texts.ts';

const ENDS = 4;
const DOTS = ' •••• •••• •••• ';

/** Identifies a secret without revealing it. */
const masked = (secret: string): string => `${secret.slice(0, ENDS)}${DOTS}${secret.slice(-ENDS)}`;

function SecretField({ secret }: { secret: string }) {
  const text = useApiKeyText();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles['value']} data-secret>
      <code>{shown ? secret : masked(secret)}</code>
      <Button size="small" tone="ghost" pressed={shown} aria-label={text(shown ? 'hide' : 'show')} onClick={() => setShown(!shown)}>
        <EyeIcon />
      </Button>
      <CopyButton what={text('secret')} value={secret} onRefused={() => setShown(true)} />
    </div>
  );
}

interface SecretDialogProps {
  readonly made: CreateApiKeyResult;
  onClose(): void;
}

/** The only display of a secret: it closes once the user confirms that it is stored. */
export function SecretDialog({ made: { key, secret }, onClose }: SecretDialogProps) {
  const text = useApiKeyText();
  const common = useCommonText();
  const [kept, setKept] = useState(secret === undefined);
  const [reminded, setReminded] = useState(false);
  const close = (): void => (kept ? onClose() : setReminded(true));
  const footer = (
    <>
      {secret !== undefined && (
        <span className={styles['kept']}>
          <Checkbox checked={kept} onChange={setKept}>
            {text('kept')}
          </Checkbox>
        </span>
      )}
      <Button tone="accent" sends={false} onClick={close}>
        {text('done')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      wide
      title={text('ready', { name: key.name })}
      closeLabel={common('close')}
      footer={footer}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <p className={styles['warning']}>{text(secret === undefined ? 'rsaReady' : 'once')}</p>
      <p className={styles['label']}>{text('key')}</p>
      <div className={styles['value']}>
        <code>{key.apiKey}</code>
        <CopyButton what={text('key')} value={key.apiKey} />
      </div>
      {secret !== undefined && (
        <>
          <p className={styles['label']}>{text('secret')}</p>
          <SecretField secret={secret} />
        </>
      )}
      <dl className={styles['facts']}>
        <div>
          <dt>{text('can')}</dt>
          <dd>
            <ScopeTags scope={key.scope} />
          </dd>
        </div>
        <div>
          <dt>{text('from')}</dt>
          <dd>{key.addresses.length === 0 ? text('any') : key.addresses.join(', ')}</dd>
        </div>
      </dl>
      {reminded && !kept && (
        <p role="alert" data-tone="down">
          {text('keepFirst')}
        </p>
      )}
    </Dialog>
  );
}
