import { Button, CopyIcon } from '@tapedeck/ui';
import { useState } from 'react';
import { notify } from '../../platform/notifications.ts';
import { useApiKeyText } from './texts.ts';

interface CopyButtonProps {
  /** What it is, for those who do not see what stands beside it. */
  readonly what: string;
  readonly value: string;
  /** Only its icon is in sight. */
  readonly bare?: boolean;
  /** The browser gives no clipboard: the value has to be in sight. */
  onRefused?(): void;
}

/** Copies a text, and says so; where the browser gives no clipboard, it says that instead. */
export function CopyButton({ what, value, bare = false, onRefused }: CopyButtonProps) {
  const text = useApiKeyText();
  const [copied, setCopied] = useState(false);
  const refused = (): void => {
    onRefused?.();
    notify({ kind: 'info', id: 'copy-by-hand', title: text('copyByHand') });
  };
  const copy = (): void => {
    // Pages that come by plain HTTP from another machine have none.
    if (!('clipboard' in navigator)) return refused();
    void navigator.clipboard.writeText(value).then(() => setCopied(true), refused);
  };
  return (
    <Button size="small" tone={bare ? 'ghost' : 'plain'} aria-label={text('copyOf', { what })} onClick={copy}>
      <CopyIcon />
      {!bare && <span aria-live="polite">{text(copied ? 'copied' : 'copy')}</span>}
    </Button>
  );
}
