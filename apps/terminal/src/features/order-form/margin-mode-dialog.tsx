import { marginChoices } from '@tapedeck/client';
import type { Instrument, MarginMode, SettingsRecord } from '@tapedeck/domain';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { useAccountTraits } from '../../platform/session.tsx';
import { SendingDialog } from '../../platform/sending-dialog.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './dialogs.module.css';
import { Choices } from './choices.tsx';
import { ModeNote, useIsHeld } from './mode-note.tsx';
import { useOrderFormText } from './texts.ts';

interface DialogProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onClose(): void;
}

const NOTHING = () => Promise.resolve({ ok: true as const, value: undefined });

/** Chooses between cross and isolated margin, and says what they mean. */
export function MarginModeDialog({ instrument, settings, onClose }: DialogProps) {
  const client = useClient();
  const text = useOrderFormText();
  const common = useCommonText();
  const account = useAccountTraits();
  const [mode, setMode] = useState<MarginMode>(settings.marginMode);
  const { symbol } = instrument;
  const title = text('marginTitle', { symbol });
  const choices = marginChoices(account, instrument, settings.marginMode);
  const unchanged = mode === settings.marginMode;
  const held = useIsHeld(instrument) && choices.length > 1;
  return (
    <SendingDialog
      title={title}
      change={unchanged ? NOTHING : held ? undefined : () => client.setMarginMode(symbol, mode)}
      onDone={() => {
        if (!unchanged) notify({ kind: 'success', id: 'margin-mode', title: text('marginSaved', { symbol, mode: common(mode) }) });
        onClose();
      }}
      onClose={onClose}
    >
      {choices.length === 0 ? (
        <p className={styles['note']}>{text('marginPortfolio')}</p>
      ) : (
        <Choices<MarginMode>
          label={title}
          name="margin-mode"
          value={mode}
          items={choices.map((value) => ({ value, title: text(`mode.${value}`), detail: text(`explained.${value}`) }))}
          onChange={(next) => setMode(next)}
        />
      )}
      {choices.length > 0 && (
        <ModeNote instrument={instrument} held={held} note={text(choices.length === 1 ? 'marginFixed' : 'marginNote')} />
      )}
    </SendingDialog>
  );
}
