import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './algo-form.module.css';
import { useAlgoText } from './texts.ts';

const SIGNAL_PATH = '/contract/v5/strategy/signal';

function Copied({ label, value }: { label: string; value: string }) {
  const text = useAlgoText();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles['told']}>
      <span className={styles['toldHead']}>
        <span>{label}</span>
        <Button size="small" aria-label={text('copyOf', { what: label })} onClick={copy}>
          {copied ? text('copied') : text('copy')}
        </Button>
      </span>
      <code>{value}</code>
    </div>
  );
}

/** Address, token and example for a new webhook; shown once. */
export function WebhookDialog({ token, onClose }: { token: string; onClose(): void }) {
  const text = useAlgoText();
  const common = useCommonText();
  const address = `${location.origin}${SIGNAL_PATH}`;
  const body = JSON.stringify({ token });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('webhookTitle')}
      description={text('webhookOnce')}
      closeLabel={common('close')}
      footer={
        <Button tone="accent" onClick={onClose}>
          {text('webhookDone')}
        </Button>
      }
    >
      <Copied label={text('webhookAddress')} value={address} />
      <Copied label={text('webhookToken')} value={token} />
      <Copied label={text('webhookExample')} value={`curl -X POST ${address} -H 'content-type: application/json' -d '${body}'`} />
    </Dialog>
  );
}
