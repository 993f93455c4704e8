import type { Instrument, PositionMode, SettingsRecord } from '@tapedeck/domain';
import { useState } from 'react';
import { useClient } from '../../../platform/client-context.tsx';
import { notify } from '../../../platform/notifications.ts';
import { useOffers } from '../../../platform/session.tsx';
import { SendingDialog } from '../../../widgets/sending-dialog.tsx';
import { Choices } from '../choices.tsx';
import { ModeNote, useIsHeld } from './mode-note.tsx';
import { useContractSettingsText } from './texts.ts';

const NOTHING = () => Promise.resolve({ ok: true as const, value: undefined });

/** Chooses between one-way and hedge mode. */
export function PositionModeDialog({
  instrument,
  settings,
  onClose,
}: {
  instrument: Instrument;
  settings: SettingsRecord;
  onClose: () => void;
}) {
  const client = useClient();
  const text = useContractSettingsText();
  const { positionModes } = useOffers();
  const [mode, setMode] = useState<PositionMode>(settings.positionMode);
  const { symbol } = instrument;
  const title = text('positionModeTitle', { symbol });
  const unchanged = mode === settings.positionMode;
  const held = useIsHeld(instrument);
  return (
    <SendingDialog
      title={title}
      change={unchanged ? NOTHING : held ? undefined : () => client.positions.setPositionMode(symbol, mode)}
      onDone={() => {
        if (!unchanged)
          notify({
            kind: 'success',
            id: 'position-mode',
            title: text('positionModeSaved', { symbol, mode: text(`positionMode.${mode}`) }),
          });
        onClose();
      }}
      onClose={onClose}
    >
      <Choices<PositionMode>
        label={title}
        name="position-mode"
        value={mode}
        items={positionModes.map((value) => ({ value, title: text(`positionMode.${value}`), detail: text(`positionModeMeans.${value}`) }))}
        onChange={(next) => setMode(next)}
      />
      <ModeNote instrument={instrument} held={held} note={text('positionModeNote')} />
    </SendingDialog>
  );
}
