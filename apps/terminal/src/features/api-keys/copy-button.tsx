import { Button, CopyIcon } from '@tapedeck/ui';
import { useState } from 'react';
import { notify } from '../../platform/notifications.ts';
import { useApiKeyText } from './texts.ts';

interface CopyButtonProps {
  /** Accessible name of the copied value. */
  readonly what: string;
  readonly value: string;
  /** Only its icon is visible. */
  readonly bare?: boolean;
  /** Without a clipboard, the value must be visible. */
  onRefused?(): void;
}

/** Copies a text and confirms it; without a clipboard, it says so instead. */
export function CopyButton({ what, value, bare = false, onRefused }: CopyButtonProps) {
  const text = useApiKeyText();
  const [copied, setCopied] = useState(false);
  const refused = (): void => {
    onRefused?.();
    notify({ kind: 'info', id: 'copy-by-hand', title: text('copyByHand') });
  };
  const copy = (): void => {
    // Pages served by plain HTTP from another machine have none.
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
