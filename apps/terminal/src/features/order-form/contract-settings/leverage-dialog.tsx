import {
  leverageField,
  leverageRange,
  leverageSummary,
  reduceLeverage,
  type LeverageAction,
  type LeverageDraft,
  type LeverageRange,
} from '@tapedeck/client';
import { isInverse, leverage, leverageHundredths, type Instrument, type MarginMode, type SettingsRecord } from '@tapedeck/domain';
import { NumberField, Slider } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../../platform/client-context.tsx';
import { notify } from '../../../platform/notifications.ts';
import { SendingDialog } from '../../../widgets/sending-dialog.tsx';
import { useCommonText, useFormats } from '../../../platform/texts.tsx';
import { leverageText, moneyText } from '../../../platform/values.ts';
import styles from '../dialogs.module.css';
import { LeverageHeld } from './leverage-held.tsx';
import { LeverageWarning } from './leverage-warning.tsx';
import { RiskLimits } from './risk-limits.tsx';
import { useContractSettingsText } from './texts.ts';

interface DialogProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onClose(): void;
}

interface SideProps {
  readonly label: string;
  readonly side: 'long' | 'short';
  readonly text: string;
  readonly instrument: Instrument;
  readonly range: LeverageRange;
  readonly hedged: boolean;
  readonly marginMode: MarginMode;
  onAction(action: LeverageAction): void;
}

/** One side's field and slider, with the risk of its leverage. */
function LeverageInputs({ label, side, text: typed, instrument, range, hedged, marginMode, onAction }: SideProps) {
  const text = useContractSettingsText();
  const formats = useFormats();
  const { value, largestPosition, isHigh } = leverageSummary(typed, instrument, range);
  const [min, max] = [Number(leverageHundredths(range.min)) / 100, Number(leverageHundredths(range.max)) / 100];
  const wrong = text('leverageWrong', { min: leverageText(formats, range.min), max: leverageText(formats, range.max) });
  return (
    <div className={styles['leverage']}>
      <NumberField
        label={label}
        value={typed}
        unit="x"
        error={value === undefined ? wrong : undefined}
        onText={(next) => onAction({ type: 'typed', side, text: next })}
        onStep={(steps) => onAction({ type: 'stepped', side, steps })}
        onBlur={() => onAction({ type: 'left', side })}
      />
      <Slider
        label={label}
        min={min}
        max={max}
        step={1}
        value={value === undefined ? min : Number(leverageHundredths(value)) / 100}
        marks={marksOf(instrument, min, max)}
        valueText={(shown) => leverageText(formats, leverage(BigInt(Math.round(shown * 100))))}
        onChange={(chosen) => onAction({ type: 'chosen', side, hundredths: BigInt(Math.round(chosen * 100)) })}
      />
      {largestPosition !== undefined && (
        <p className={styles['note']}>
          {text('leverageMax', { value: moneyText(formats, largestPosition, isInverse(instrument) ? 2 : 0), coin: instrument.settleCoin })}
        </p>
      )}
      {value !== undefined && <LeverageHeld instrument={instrument} hedged={hedged} side={side} leverage={value} />}
      {value !== undefined && isHigh && (
        <LeverageWarning instrument={instrument} hedged={hedged} side={side} leverage={value} marginMode={marginMode} />
      )}
    </div>
  );
}

/** Chooses the leverage by slider and field, in hedge mode one of each per side, with the largest position it allows. */
export function LeverageDialog({ instrument, settings, onClose }: DialogProps) {
  const client = useClient();
  const text = useContractSettingsText();
  const common = useCommonText();
  const formats = useFormats();
  const range = leverageRange(instrument, settings.marginMode);
  const [draft, setDraft] = useState<LeverageDraft>({
    mode: settings.positionMode,
    long: leverageField(settings.longLeverage),
    short: leverageField(settings.shortLeverage),
  });
  const { symbol } = instrument;
  const long = leverageSummary(draft.long, instrument, range).value;
  const short = leverageSummary(draft.short, instrument, range).value;
  const unchanged = long === settings.longLeverage && short === settings.shortLeverage;
  const change =
    long === undefined || short === undefined
      ? undefined
      : () => (unchanged ? Promise.resolve({ ok: true as const, value: undefined }) : client.positions.setLeverage(symbol, long, short));
  const saved = () => {
    if (!unchanged && long !== undefined && short !== undefined) {
      const both = [...new Set([leverageText(formats, long), leverageText(formats, short)])].join(' / ');
      notify({ kind: 'success', id: 'leverage', title: text('leverageSaved', { symbol, leverage: both }) });
    }
    onClose();
  };
  const inputs = (side: 'long' | 'short', label: string) => (
    <LeverageInputs
      label={label}
      side={side}
      text={draft[side]}
      instrument={instrument}
      range={range}
      hedged={draft.mode === 'BothSide'}
      marginMode={settings.marginMode}
      onAction={(action) => setDraft((old) => reduceLeverage(old, action, range))}
    />
  );
  return (
    <SendingDialog title={text('leverageTitle', { symbol })} change={change} onDone={saved} onClose={onClose}>
      {draft.mode === 'MergedSingle' ? (
        inputs('long', text('leverageField'))
      ) : (
        <>
          {inputs('long', `${common('long')} \u00b7 ${text('leverageField')}`)}
          {inputs('short', `${common('short')} \u00b7 ${text('leverageField')}`)}
        </>
      )}
      <RiskLimits instrument={instrument} />
    </SendingDialog>
  );
}

/** The contract's own choices if they are few, else five marks from the lowest to the highest leverage. */
function marksOf(instrument: Instrument, min: number, max: number): readonly number[] {
  const sections = instrument.leverageSections
    .map((section) => Number(leverageHundredths(section)) / 100)
    .filter((section) => section <= max);
  if (sections.length > 2 && sections.length <= 6) return sections;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(min + (max - min) * share));
  return [...new Set(marks)];
}
