import type { TpslInputType } from '@tapedeck/client';
import { useState } from 'react';
import { ConfirmFrame } from '../../../widgets/sending-dialog.tsx';
import { Choices } from '../choices.tsx';
import { useEntryText } from './texts.ts';

interface InputTypeDialogProps {
  readonly leg: string;
  readonly value: TpslInputType;
  readonly types: readonly TpslInputType[];
  readonly coin: string;
  onChoose(inputType: TpslInputType): void;
  onClose(): void;
}

/** Chooses the input type of a take-profit or a stop-loss. */
export function InputTypeDialog({ leg, value, types, coin, onChoose, onClose }: InputTypeDialogProps) {
  const text = useEntryText();
  const [chosen, setChosen] = useState(value);
  const title = text('tpsl.inputTitle', { leg });
  return (
    <ConfirmFrame
      title={title}
      onConfirm={() => {
        onChoose(chosen);
        onClose();
      }}
      onClose={onClose}
    >
      <Choices
        label={title}
        name="tpsl-input"
        value={chosen}
        items={types.map((type) => ({ value: type, title: text(`tpsl.${type}`), detail: text(`tpsl.means.${type}`, { coin }) }))}
        onChange={(type) => setChosen(type)}
      />
    </ConfirmFrame>
  );
}
