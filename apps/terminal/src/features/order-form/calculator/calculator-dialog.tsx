import { CALCULATIONS, calculate, calculatorDraft, leverageField, type CalculatorDraft, type CalculatorResult } from '@tapedeck/client';
import { isPerpetual, moneyUnits, type Instrument, type MarginMode, type SettingsRecord, type Side, quantityCoin } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useCommonText, useFormats } from '../../../platform/texts.tsx';
import { TypedField } from '../../../widgets/typed-field.tsx';
import {
  coinDigits,
  lotsText,
  moneyText,
  percentText,
  priceText,
  signedMoneyText,
  signedPercentText,
  toneOf,
  UNKNOWN,
} from '../../../platform/values.ts';
import styles from '../dialogs.module.css';
import { useCalculatorText } from './texts.ts';

const PERCENT_DIGITS = 2;
const AMOUNT_DIGITS = 8;

interface CalculatorProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  /** The last price as the initial value. */
  readonly price: string;
  onClose(): void;
}

interface PartProps {
  readonly draft: CalculatorDraft;
  readonly instrument: Instrument;
  change(part: Partial<CalculatorDraft>): void;
}

/** Side, and margin mode where it applies. */
function Choosers({ draft, change }: Omit<PartProps, 'instrument'>) {
  const text = useCalculatorText();
  const common = useCommonText();
  return (
    <>
      <Tabs<Side>
        compact
        label={text('side')}
        value={draft.side}
        items={[
          { value: 'Buy', label: common('long') },
          { value: 'Sell', label: common('short') },
        ]}
        onChange={(side) => change({ side })}
      />
      {draft.calculation === 'liquidation' && (
        <Tabs<MarginMode>
          compact
          label={text('marginMode')}
          value={draft.marginMode}
          items={[
            { value: 'isolated', label: common('isolated') },
            { value: 'cross', label: common('cross') },
          ]}
          onChange={(marginMode) => change({ marginMode })}
        />
      )}
    </>
  );
}

type FieldName = 'leverage' | 'entry' | 'exit' | 'quantity' | 'roi' | 'balance';

/** Decimals of a field. */
function digitsOf(name: FieldName, { priceDigits, quantityDigits }: Instrument): number {
  if (name === 'entry' || name === 'exit') return priceDigits;
  if (name === 'quantity') return quantityDigits;
  return name === 'balance' ? AMOUNT_DIGITS : PERCENT_DIGITS;
}

/** The fields of every calculation except the entry price's. */
function Fields({ draft, instrument, change }: PartProps) {
  const text = useCalculatorText();
  const formats = useFormats();
  const { quoteCoin, settleCoin } = instrument;
  const field = (name: FieldName, unit: string) => (
    <TypedField
      label={text(name)}
      precision={digitsOf(name, instrument)}
      signed={name === 'roi'}
      value={draft[name]}
      unit={unit}
      onText={(typed) => change({ [name]: typed })}
    />
  );
  return (
    <>
      <Choosers draft={draft} change={change} />
      {field('leverage', 'x')}
      {field('entry', quoteCoin)}
      {draft.calculation !== 'target' && field('quantity', quantityCoin(instrument))}
      {draft.calculation === 'profit' && field('exit', quoteCoin)}
      {draft.calculation === 'target' && field('roi', formats.percentSign())}
      {draft.calculation === 'liquidation' && draft.marginMode === 'cross' && field('balance', settleCoin)}
    </>
  );
}

/** Rows of price and quantity. */
function Fills({ draft, instrument, change }: PartProps) {
  const text = useCalculatorText();
  const set = (at: number, part: Partial<CalculatorDraft['fills'][number]>) =>
    change({ fills: draft.fills.map((fill, index) => (index === at ? { ...fill, ...part } : fill)) });
  return (
    <>
      {draft.fills.map((fill, at) => (
        <div key={at} className={styles['fill']}>
          <TypedField
            precision={instrument.priceDigits}
            label={text('fillPrice', { number: at + 1 })}
            value={fill.price}
            unit={instrument.quoteCoin}
            onText={(typed) => set(at, { price: typed })}
          />
          <TypedField
            precision={instrument.quantityDigits}
            label={text('fillQuantity', { number: at + 1 })}
            value={fill.quantity}
            unit={quantityCoin(instrument)}
            onText={(typed) => set(at, { quantity: typed })}
          />
        </div>
      ))}
      <Button onClick={() => change({ fills: [...draft.fills, { price: '', quantity: '' }] })}>{text('addFill')}</Button>
    </>
  );
}

interface Figure {
  readonly label: string;
  readonly shown: string;
  readonly tone?: 'up' | 'down' | 'none';
}

function useFigures(draft: CalculatorDraft, result: CalculatorResult, instrument: Instrument): readonly Figure[] {
  const text = useCalculatorText();
  const formats = useFormats();
  const digits = coinDigits(instrument.settleCoin);
  const coin = instrument.settleCoin;
  const amount = (value: CalculatorResult['fees']): string =>
    value === undefined ? UNKNOWN : `${moneyText(formats, value, digits)} ${coin}`;
  const signed = (value: CalculatorResult['profit']): Pick<Figure, 'shown' | 'tone'> =>
    value === undefined
      ? { shown: UNKNOWN }
      : { shown: `${signedMoneyText(formats, value, digits)} ${coin}`, tone: toneOf(moneyUnits(value)) };
  const margin = { label: text('initialMargin'), shown: amount(result.initialMargin) };
  switch (draft.calculation) {
    case 'profit':
      return [
        margin,
        { label: text('profit'), ...signed(result.profit) },
        { label: text('fees'), shown: amount(result.fees) },
        { label: text('netProfit'), ...signed(result.netProfit) },
        { label: text('roiShown'), shown: signedPercentText(formats, result.roi, 2) },
      ];
    case 'target':
      return [{ label: text('targetPrice'), shown: priceText(formats, result.targetPrice, instrument) }];
    case 'liquidation':
      return [margin, { label: text('liquidationPrice'), shown: priceText(formats, result.liquidationPrice, instrument) }];
    case 'entry':
      return [
        {
          label: text('quantity'),
          shown: result.quantity === undefined ? UNKNOWN : lotsText(formats, result.quantity, instrument),
        },
        { label: text('entryPrice'), shown: priceText(formats, result.entryPrice, instrument) },
      ];
  }
}

/** Profit, target price, liquidation price and entry price of a hypothetical position. */
export function CalculatorDialog({ instrument, settings, price, onClose }: CalculatorProps) {
  const text = useCalculatorText();
  const common = useCommonText();
  const formats = useFormats();
  const [draft, setDraft] = useState(() => calculatorDraft(settings === undefined ? '10' : leverageField(settings.longLeverage), price));
  const change = (part: Partial<CalculatorDraft>): void => setDraft({ ...draft, ...part });
  const figures = useFigures(draft, calculate(draft, instrument), instrument);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('title', { symbol: instrument.symbol })}
      closeLabel={common('close')}
    >
      <div className={styles['inputs']}>
        <Tabs
          label={text('what')}
          value={draft.calculation}
          items={CALCULATIONS.map((value) => ({ value, label: text(`calculation.${value}`) }))}
          onChange={(calculation) => change({ calculation })}
        />
        {draft.calculation === 'entry' ? (
          <Fills draft={draft} instrument={instrument} change={change} />
        ) : (
          <Fields draft={draft} instrument={instrument} change={change} />
        )}
        <dl className={styles['figures']} aria-label={text('result')}>
          {figures.map(({ label, shown, tone }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-tone={tone}>{shown}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['note']}>
          {text(isPerpetual(instrument) ? 'note' : 'noteDated', { taker: percentText(formats, instrument.takerFee, 3) })}
        </p>
      </div>
    </Dialog>
  );
}
