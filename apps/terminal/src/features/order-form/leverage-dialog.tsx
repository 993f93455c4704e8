import { formatDecimal, leverage, leverageHundredths, positionLimit, type Instrument, type SettingsRecord } from '@tapedeck/domain';
import { Button, NumberField, Slider } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { leverageText, moneyText } from '../../platform/values.ts';
import styles from './dialogs.module.css';
import { adverseMoveTenths, HIGH_LEVERAGE, leverageRange, readLeverage } from './leverage-values.ts';
import { useOrderFormText } from './texts.ts';

interface DialogProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onClose(): void;
}

const plain = (hundredths: bigint): string => formatDecimal(hundredths, 2);

/** Chooses the leverage: slider and field, with the largest position it allows. */
export function LeverageDialog({ instrument, settings, onClose }: DialogProps) {
  const client = useClient();
  const text = useOrderFormText();
  const common = useCommonText();
  const failureText = useFailureText();
  const formats = useFormats();
  const range = leverageRange(instrument);
  const [typed, setTyped] = useState(plain(leverageHundredths(settings.longLeverage)));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { symbol, settleCoin } = instrument;
  const chosen = readLeverage(typed, range);
  const [min, max] = [Number(leverageHundredths(range.min)) / 100, Number(leverageHundredths(range.max)) / 100];
  const wrong = text('leverageWrong', { min: leverageText(formats, range.min), max: leverageText(formats, range.max) });
  const change = (next: string) => {
    setTyped(next);
    setProblem(undefined);
  };
  const step = (steps: number) => change(String(Math.min(max, Math.max(min, Math.round(Number(typed) || min) + steps))));
  const confirm = (): void => {
    if (chosen === undefined || busy) return;
    if (chosen === settings.longLeverage && chosen === settings.shortLeverage) return onClose();
    setBusy(true);
    void client.setLeverage(symbol, chosen, chosen).then((result) => {
      setBusy(false);
      if (!result.ok) return setProblem(failureText(result.failure));
      notify({ kind: 'success', id: 'leverage', title: text('leverageSaved', { symbol, leverage: leverageText(formats, chosen) }) });
      return onClose();
    });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button tone="accent" busy={busy} disabled={chosen === undefined} onClick={confirm}>
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
      title={text('leverageTitle', { symbol })}
      closeLabel={common('close')}
      footer={footer}
    >
      <NumberField
        label={text('leverageField')}
        value={typed}
        unit="x"
        error={chosen === undefined ? wrong : undefined}
        onText={change}
        onStep={step}
      />
      <Slider
        label={text('leverageField')}
        min={min}
        max={max}
        step={1}
        value={chosen === undefined ? min : Number(leverageHundredths(chosen)) / 100}
        marks={marksOf(instrument, min, max)}
        valueText={(value) => leverageText(formats, leverage(BigInt(Math.round(value * 100))))}
        onChange={(value) => change(String(value))}
      />
      {chosen !== undefined && (
        <p className={styles['note']}>
          {text('leverageMax', { value: moneyText(formats, positionLimit(instrument.tiers, chosen), 0), coin: settleCoin })}
        </p>
      )}
      {chosen !== undefined && chosen >= HIGH_LEVERAGE && (
        <p role="status" data-tone="accent" className={styles['warning']}>
          {text('leverageWarning', { leverage: leverageText(formats, chosen), percent: formats.count(adverseMoveTenths(chosen), 1) })}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** The contract's own choices where they are few, else five marks from the lowest to the highest leverage. */
function marksOf(instrument: Instrument, min: number, max: number): readonly number[] {
  const sections = instrument.leverageSections
    .map((section) => Number(leverageHundredths(section)) / 100)
    .filter((section) => section <= max);
  if (sections.length > 2 && sections.length <= 6) return sections;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(min + (max - min) * share));
  return [...new Set(marks)];
}
