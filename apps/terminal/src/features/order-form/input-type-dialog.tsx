import { isPortfolioMargin, type AccountTraits, type TpslInputType } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useCommonText } from '../../platform/texts.tsx';
import { Choices } from './setting-dialog.tsx';
import { useOrderFormText } from './texts.ts';

const TYPES = ['PRICE', 'ROI', 'PNL'] as const satisfies readonly TpslInputType[];

interface InputTypeDialogProps {
  readonly leg: string;
  readonly value: TpslInputType;
  readonly traits: AccountTraits | undefined;
  readonly coin: string;
  onChoose(inputType: TpslInputType): void;
  onClose(): void;
}

/** Chooses what a take-profit or a stop-loss is typed in. */
export function InputTypeDialog({ leg, value, traits, coin, onChoose, onClose }: InputTypeDialogProps) {
  const text = useOrderFormText();
  const common = useCommonText();
  const [chosen, setChosen] = useState(value);
  const types = traits !== undefined && isPortfolioMargin(traits) ? TYPES.filter((type) => type !== 'ROI') : TYPES;
  const title = text('tpsl.inputTitle', { leg });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      closeLabel={common('close')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            tone="accent"
            onClick={() => {
              onChoose(chosen);
              onClose();
            }}
          >
            {common('confirm')}
          </Button>
        </>
      }
    >
      <Choices
        label={title}
        name="tpsl-input"
        value={chosen}
        items={types.map((type) => ({ value: type, title: text(`tpsl.${type}`), detail: text(`tpsl.means.${type}`, { coin }) }))}
        onChange={(type) => setChosen(type)}
      />
    </Dialog>
  );
}
