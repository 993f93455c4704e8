import {
  legLots,
  numberIn,
  PERCENT_STEP,
  percentNumber,
  percentOfTrigger,
  ROI_STEP,
  shareOf,
  SLIDER_MAX,
  TPSL_PRESETS,
  tpslOffer,
  type TpslOffer,
} from '@tapedeck/client';
import {
  lots,
  moneyUnits,
  price,
  rate,
  rateUnits,
  shareOfExitPrice,
  type ExitKind,
  type Lots,
  type Price,
  quantityCoin,
} from '@tapedeck/domain';
import { Select, Slider } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { TpslLegFields } from '../../widgets/tpsl-leg.tsx';
import { TriggerSourceSelect } from '../../widgets/trigger-source-select.tsx';
import { lotsText, marginDigits, priceText, signedMoneyText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import { useIssueText } from '../../widgets/form-texts.ts';
import { useTpslText } from './texts.ts';
import styles from './tpsl.module.css';
import type { TpslField, TpslForm } from './use-tpsl-form.ts';

interface LegProps {
  readonly form: TpslForm;
  readonly leg: ExitKind;
}

const offerOf = ({ context: { instrument, account } }: TpslForm): TpslOffer => tpslOffer(instrument, account);

/** A hundredth, in units of 1e-8 percent. */
const PERCENT = 100n;

const tradable = (text: string): Price | undefined => {
  const units = numberIn(text);
  return units === undefined || units <= 0n ? undefined : price(units);
};

export function FieldWarning({ form, field }: { form: TpslForm; field: TpslField }) {
  const text = useIssueText();
  const warning = form.issues.find((issue) => issue.field === field && issue.severity === 'warning');
  if (warning === undefined) return null;
  return (
    <p role="status" data-tone="accent" className={styles['warning']}>
      {text(`issue.${warning.code}`)}
    </p>
  );
}

/** Text of the first error of a field. */
export function useFieldError(form: TpslForm, field: TpslField): string | undefined {
  const text = useIssueText();
  const error = form.issues.find((issue) => issue.field === field && issue.severity === 'error');
  return error === undefined ? undefined : text(`issue.${error.code}`);
}

function LegHead({ form, leg }: LegProps) {
  const text = useTpslText();
  return (
    <div className={styles['legHead']}>
      <h3 className={styles['legTitle']} data-tone={leg === 'takeProfit' ? 'up' : 'down'}>
        {text(leg)}
      </h3>
      <TriggerSourceSelect
        label={text('triggerBy', { leg: text(leg) })}
        value={form.draft[leg].triggerBy}
        sources={offerOf(form).sources}
        disabled={form.busy}
        onChange={(triggerBy) => form.dispatch({ type: 'triggerByChosen', leg, triggerBy })}
      />
    </div>
  );
}

function InputTypeSelect({ form, leg }: LegProps) {
  const text = useTpslText();
  const { inputs } = offerOf(form);
  return (
    <Select
      bare
      label={text('inputType', { leg: text(leg) })}
      value={form.draft[leg].inputType}
      items={inputs.map((value) => ({ value, label: text(`input${value}`) }))}
      disabled={form.busy}
      onChange={(chosen) => form.dispatch({ type: 'inputTypeChosen', leg, inputType: chosen })}
    />
  );
}

/** Position of the slider: the typed return, or the distance of the trigger price from the entry. */
function sliderValue({ draft, context }: TpslForm, leg: ExitKind): number {
  const { inputType, text, trigger } = draft[leg];
  const at = tradable(trigger);
  const units = inputType === 'ROI' ? numberIn(text) : at && percentOfTrigger(leg, at, context);
  return units === undefined ? 0 : percentNumber(units);
}

function ShareSlider({ form, leg }: LegProps) {
  const text = useTpslText();
  const formats = useFormats();
  const share = shareOf(form.draft[leg].inputType);
  if (share === undefined || !offerOf(form).hasReturn) return null;
  const max = SLIDER_MAX[leg][share];
  const shown = (value: number) =>
    formats.percent(`${value > 0 && leg === 'stopLoss' ? '-' : ''}${formats.count(Math.round(value * 10), 1).replace(/[.,]0$/, '')}`);
  return (
    <Slider
      label={text('share', { leg: text(leg) })}
      max={max}
      step={share === 'roi' ? ROI_STEP : PERCENT_STEP}
      value={Math.min(max, Math.max(0, sliderValue(form, leg)))}
      marks={TPSL_PRESETS[leg][share]}
      valueText={shown}
      disabled={form.busy}
      onChange={(percent) => form.dispatch({ type: 'percentChosen', leg, percent: String(percent) })}
    />
  );
}

/** Closed quantity and order type, as text. */
function useHow({ form, leg }: LegProps, size: Lots): string {
  const text = useTpslText();
  const formats = useFormats();
  const { draft, context } = form;
  const { instrument } = context;
  if (draft.mode === 'Full') return text(context.target === 'order' ? 'exitWholeOrder' : 'exitWhole');
  const limit = draft[leg].orderType === 'Limit' ? tradable(draft[leg].limitPrice) : undefined;
  const quantity = { quantity: lotsText(formats, size, instrument), coin: quantityCoin(instrument) };
  return limit === undefined
    ? text('exitMarket', quantity)
    : text('exitLimit', { ...quantity, price: priceText(formats, limit, instrument) });
}

/** Distance of the trigger price from the entry: as a price change, and as a return on the margin. */
function Distance({ form, leg, trigger }: LegProps & { readonly trigger: Price }) {
  const text = useTpslText();
  const formats = useFormats();
  const { instrument, side, entry, leverage } = form.context;
  const gain = leg === 'takeProfit' ? 1n : -1n;
  const rise = side === 'Buy' ? gain : -gain;
  const moved = percentOfTrigger(leg, trigger, form.context);
  const roi = !offerOf(form).hasReturn ? undefined : shareOfExitPrice({ instrument, side, entry }, leg, trigger, leverage);
  return (
    <>
      {form.draft[leg].inputType !== 'PRICE' && (
        <div>
          <dt>{text('trigger')}</dt>
          <dd>{priceText(formats, trigger, instrument)}</dd>
        </div>
      )}
      <div>
        <dt>{text('change')}</dt>
        <dd>{moved === undefined ? UNKNOWN : signedPercentText(formats, rate((rise * moved) / PERCENT))}</dd>
      </div>
      {roi !== undefined && (
        <div>
          <dt>{text('roi')}</dt>
          <dd>{signedPercentText(formats, rate(gain * rateUnits(roi)))}</dd>
        </div>
      )}
    </>
  );
}

/** Estimate of the typed exit, by the exchange's formulas. */
function Estimate({ form, leg, trigger }: LegProps & { readonly trigger: Price }) {
  const text = useTpslText();
  const formats = useFormats();
  const { draft, context, preview } = form;
  const { settleCoin } = context.instrument;
  const earned = preview[leg];
  const how = useHow({ form, leg }, legLots(draft, leg, context) ?? lots(0));
  return (
    <>
      <dl className={styles['estimate']}>
        <Distance form={form} leg={leg} trigger={trigger} />
        <div>
          <dt>{text('estimate')}</dt>
          <dd data-tone={earned === undefined ? undefined : toneOf(moneyUnits(earned))}>
            {earned === undefined ? UNKNOWN : `${signedMoneyText(formats, earned, marginDigits(settleCoin))} ${settleCoin}`}
          </dd>
        </div>
      </dl>
      <p className={styles['how']}>{how}</p>
    </>
  );
}

/** Take-profit or stop-loss of the position, with its estimate. */
export function LegFields({ form, leg }: LegProps) {
  const text = useTpslText();
  const formats = useFormats();
  const { draft, context, busy } = form;
  const { instrument } = context;
  const { inputType, trigger: typed } = draft[leg];
  const unit = inputType === 'ROI' ? formats.percentSign() : inputType === 'PNL' ? instrument.settleCoin : instrument.quoteCoin;
  const trigger = tradable(typed);
  const words = {
    trigger: leg === 'takeProfit' ? text(`takeProfitField.${inputType}`) : text(`stopLossField.${inputType}`),
    limit: text('limit'),
    limitPrice: text(`${leg}Limit`),
  };
  return (
    <section className={styles['leg']} aria-label={text(leg)}>
      <LegHead form={form} leg={leg} />
      <TpslLegFields
        kind={leg}
        leg={draft[leg]}
        words={words}
        errors={{ trigger: useFieldError(form, leg), limit: useFieldError(form, `${leg}Limit`) }}
        unit={unit}
        priceCoin={instrument.quoteCoin}
        hasLimit={draft.mode === 'Partial'}
        disabled={busy}
        actions={<InputTypeSelect form={form} leg={leg} />}
        onAction={form.dispatch}
        onLeave={form.leave}
      >
        <ShareSlider form={form} leg={leg} />
      </TpslLegFields>
      <FieldWarning form={form} field={leg} />
      {trigger !== undefined && <Estimate form={form} leg={leg} trigger={trigger} />}
    </section>
  );
}
