import type { Instrument, MarginMode, SettingsRecord } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './dialogs.module.css';
import { useOrderFormText } from './texts.ts';

interface DialogProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onClose(): void;
}

const MODES = ['cross', 'isolated'] as const satisfies readonly MarginMode[];

/** Chooses between cross and isolated margin, and says what they mean. */
export function MarginModeDialog({ instrument, settings, onClose }: DialogProps) {
  const client = useClient();
  const text = useOrderFormText();
  const common = useCommonText();
  const failureText = useFailureText();
  const [mode, setMode] = useState<MarginMode>(settings.marginMode);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { symbol } = instrument;
  const confirm = () => {
    if (mode === settings.marginMode) {
      onClose();
      return;
    }
    setBusy(true);
    void client.setMarginMode(symbol, mode).then((result) => {
      setBusy(false);
      if (!result.ok) return setProblem(failureText(result.failure));
      notify({ kind: 'success', id: 'margin-mode', title: text('marginSaved', { symbol, mode: common(mode) }) });
      return onClose();
    });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button tone="accent" busy={busy} onClick={confirm}>
        {common('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('marginTitle', { symbol })}
      closeLabel={common('close')}
      footer={footer}
    >
      <div role="radiogroup" aria-label={text('marginTitle', { symbol })} className={styles['modes']}>
        {MODES.map((name) => (
          <label key={name} className={styles['mode']}>
            <input type="radio" name="margin-mode" checked={mode === name} onChange={() => setMode(name)} />
            <strong>{text(`mode.${name}`)}</strong>
            <span>{text(`explained.${name}`)}</span>
          </label>
        ))}
      </div>
      <p className={styles['note']}>{text('marginNote')}</p>
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
