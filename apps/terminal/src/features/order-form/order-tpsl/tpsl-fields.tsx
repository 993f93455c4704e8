import {
  LEGS,
  percentNumber,
  percentOfTrigger,
  tpslOffer,
  type TpslAction,
  type TpslLeg,
  type TpslMode,
  type TpslOffer,
  USUAL_ACCOUNT,
} from '@tapedeck/client';
import { parseDecimal, price as priceOfUnits, type ExitKind } from '@tapedeck/domain';
import { Button, ChevronDownIcon, Tag } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useState } from 'react';
import { textHook, useFormats } from '../../../platform/texts.tsx';
import { Ticking } from '../../../platform/ticking.tsx';
import { keepTpslHabits } from '../../../widgets/tpsl-habits.ts';
import { TpslLegFields } from '../../../widgets/tpsl-leg.tsx';
import { TriggerSourceSelect } from '../../../widgets/trigger-source-select.tsx';
import { useReadable, useSelected } from '../../../platform/use-readable.ts';
import { priceText, UNKNOWN } from '../../../platform/values.ts';
import { InputTypeDialog } from '../entry-dialogs/input-type-dialog.tsx';
import type { Side } from '../order-form-store.ts';
import styles from '../order-form.module.css';
import { Choices } from '../choices.tsx';
import { useFieldError, type Part } from '../use-field-error.ts';
import english from './text.en.json';

const useText = textHook('order-tpsl', english);

const offerOf = (form: Part['form']): TpslOffer => tpslOffer(form.feed.instrument, form.context().traits ?? USUAL_ACCOUNT);

/** Whether the exits close the entire position or only the order's quantity. */
export function TpslPreference({ form }: Part) {
  const text = useText();
  const mode = useSelected(form.draft, (draft) => draft.tpsl?.mode ?? 'Full');
  const { modes } = offerOf(form);
  if (modes.length === 1) return null;
  return (
    <Popover
      label={text('tpsl.preference')}
      align="end"
      trigger={
        <Button tone="ghost" className={styles['end']}>
          <span>{text(`tpsl.${mode}`)}</span> <ChevronDownIcon />
        </Button>
      }
    >
      <div className={styles['preference']}>
        <Choices
          label={text('tpsl.preference')}
          name="tpsl-mode"
          value={mode}
          items={modes.map((value) => ({ value, title: text(`tpsl.${value}`), detail: text(`tpsl.means.${value}`) }))}
          onChange={(value) => form.dispatch({ type: 'tpsl', action: { type: 'modeChosen', mode: value } })}
        />
      </div>
    </Popover>
  );
}

/** Prices from which ROI and P&L are calculated. */
function Basis({ form }: Part) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const entry = () => {
    const own = form.now().of('Buy').tpsl();
    return priceText(formats, own?.context.entry, instrument);
  };
  const quantity = () => {
    const value = form.preview('Buy').quantity;
    return value === undefined ? UNKNOWN : formats.decimal(value);
  };
  const liquidation = (side: Side) => priceText(formats, form.preview(side).liquidationAfter, instrument);
  const row = (label: string, read: () => string) => (
    <>
      <dt>{label}</dt>
      <Ticking as="dd" sources={[form.previews]} read={read} />
    </>
  );
  return (
    <section className={styles['basis']} aria-label={text('tpsl.basis')}>
      <h3>
        <span>{instrument.symbol}</span> <Tag>{text('tpsl.perp')}</Tag>
      </h3>
      <dl>
        {row(text('tpsl.entry'), entry)}
        {row(text('tpsl.quantity'), quantity)}
        {row(text('tpsl.market'), () => priceText(formats, form.context().last, instrument))}
        {row(text('tpsl.liquidation'), () => `${liquidation('Buy')} / ${liquidation('Sell')}`)}
      </dl>
    </section>
  );
}

/** Result of the typed value for each side: the triggers for an ROI or a P&L, the change for a price. */
function Meaning({ form, kind, leg }: Part & { readonly kind: ExitKind; readonly leg: TpslLeg }) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const of = (side: Side): string => {
    const own = form.now().of(side).tpsl();
    const units = own && parseDecimal(own.draft[kind].trigger);
    if (own === undefined || units === undefined || units <= 0n) return UNKNOWN;
    const trigger = priceOfUnits(units);
    if (leg.inputType !== 'PRICE') return priceText(formats, trigger, instrument);
    const percent = percentOfTrigger(kind, trigger, own.context);
    if (percent === undefined) return UNKNOWN;
    const shown = percentNumber(percent);
    const signed = kind === 'takeProfit' ? shown : -shown;
    return formats.percent(`${signed > 0 ? '+' : ''}${formats.decimal(String(signed))}`);
  };
  return (
    <Ticking
      as="p"
      className={styles['meaning']}
      sources={[form.previews]}
      read={() => (leg.text === '' ? '' : text('tpsl.sides', { buy: of('Buy'), sell: of('Sell') }))}
    />
  );
}

interface LegProps extends Part {
  readonly kind: ExitKind;
  readonly leg: TpslLeg;
  readonly name: string;
  /** Asks for another input type. */
  onInputType(): void;
  onAction(action: TpslAction): void;
}

/** Input type and trigger source. */
function LegChoices({ form, kind, leg, name, onInputType, onAction }: LegProps) {
  const text = useText();
  const { sources } = offerOf(form);
  return (
    <span className={styles['inField']}>
      <Button tone="ghost" className={styles['unit']} aria-label={text('tpsl.input', { leg: name })} onClick={onInputType}>
        <span>{text(`tpsl.${leg.inputType}`)}</span> <ChevronDownIcon />
      </Button>
      <TriggerSourceSelect
        label={text('tpsl.triggerBy', { leg: name })}
        value={leg.triggerBy}
        sources={sources}
        onChange={(triggerBy) => onAction({ type: 'triggerByChosen', leg: kind, triggerBy })}
      />
    </span>
  );
}

function LegFields({ form, kind, leg, mode }: Part & { readonly kind: ExitKind; readonly leg: TpslLeg; readonly mode: TpslMode }) {
  const text = useText();
  const [choosing, setChoosing] = useState(false);
  const name = text(`tpsl.${kind}`);
  const act = (action: TpslAction) => {
    form.dispatch({ type: 'tpsl', action });
    keepTpslHabits(action);
  };
  return (
    <div className={styles['leg']}>
      <TpslLegFields
        kind={kind}
        leg={leg}
        words={{ trigger: name, limit: text('tpsl.limit', { leg: name }), limitPrice: text('tpsl.limitPrice', { leg: name }) }}
        errors={{ trigger: useFieldError(form, kind), limit: useFieldError(form, `${kind}Limit`) }}
        priceCoin={form.feed.instrument.quoteCoin}
        hasLimit={mode === 'Partial'}
        actions={<LegChoices form={form} kind={kind} leg={leg} name={name} onInputType={() => setChoosing(true)} onAction={act} />}
        onAction={act}
        onLeave={(field) => {
          if (field === kind && leg.text !== '') form.leaveField(field);
        }}
      >
        <Meaning form={form} kind={kind} leg={leg} />
      </TpslLegFields>
      {choosing && (
        <InputTypeDialog
          leg={name}
          value={leg.inputType}
          types={offerOf(form).inputs}
          coin={form.feed.instrument.settleCoin}
          onChoose={(inputType) => act({ type: 'inputTypeChosen', leg: kind, inputType })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** Take-profit and stop-loss of the order. */
export function TpslFields({ form }: Part) {
  const { tpsl } = useReadable(form.draft);
  if (tpsl === undefined) return null;
  return (
    <div className={styles['tpsl']}>
      <Basis form={form} />
      {LEGS.map((kind) => (
        <LegFields key={kind} form={form} kind={kind} leg={tpsl[kind]} mode={tpsl.mode} />
      ))}
    </div>
  );
}
