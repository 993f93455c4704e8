import { lacksPrice, type SpotTpslField, type SpotUnit } from '@tapedeck/client';
import { Checkbox, NumberField, Select } from '@tapedeck/ui';
import { PriceField, TriggerFields } from '../../widgets/price-fields.tsx';
import { ShareSlider } from '../../widgets/share-slider.tsx';
import { TimeInForceSelect } from '../../widgets/time-in-force-select.tsx';
import { TriggerSourceSelect } from '../../widgets/trigger-source-select.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import styles from './spot-form.module.css';
import { useSpotText } from './texts.ts';
import { useProblem, type SpotPart } from './use-problem.ts';

const UNITS = ['base', 'quote'] as const satisfies readonly SpotUnit[];

function Trigger({ form }: SpotPart) {
  const problem = useProblem(form, 'trigger');
  return <TriggerFields form={form} error={problem} onOrderType={(orderType) => form.dispatch({ type: 'orderTypeChosen', orderType })} />;
}

function Price({ form }: SpotPart) {
  return <PriceField form={form} error={useProblem(form, 'price')} />;
}

/** Quantity in base coin or amount of quote coin, with the slider of the balance. */
function QuantityField({ form }: SpotPart) {
  const text = useSpotText();
  const { quantity, unit, replaced, share = 0 } = useReadable(form.draft);
  const needsPrice = useSelected(form.draft, lacksPrice);
  const problem = useProblem(form, 'quantity');
  const { baseCoin, quoteCoin } = form.feed.instrument;
  return (
    <>
      <NumberField
        label={text(unit === 'base' ? 'quantity' : 'amount')}
        value={quantity}
        error={problem}
        onText={(typed) => form.dispatch({ type: 'quantityTyped', text: typed })}
        onStep={(steps) => form.dispatch({ type: 'quantityStepped', steps })}
        onBlur={() => {
          form.dispatch({ type: 'quantityBlurred' });
          if (form.draft.get().quantity !== '') form.leaveField('quantity');
        }}
        actions={
          <span className={styles['plain']}>
            <Select
              bare
              label={text('unit')}
              value={unit}
              items={UNITS.map((value) => ({ value, label: value === 'base' ? baseCoin : quoteCoin }))}
              onChange={(next) => form.dispatch({ type: 'unitChosen', unit: next })}
            />
          </span>
        }
      />
      {/* A refusal names the limit that counts. */}
      {replaced !== undefined && problem === undefined && (
        <p role="status" className={styles['note']}>
          {text(replaced)}
        </p>
      )}
      <ShareSlider
        label={text('share')}
        value={share}
        needsPrice={needsPrice}
        onChange={(percent) => form.dispatch({ type: 'shareChosen', percent })}
      />
    </>
  );
}

const LEGS = ['takeProfit', 'stopLoss'] as const;

function TpslPrice({ form, leg }: SpotPart & { readonly leg: SpotTpslField }) {
  const text = useSpotText();
  const value = useSelected(form.draft, (draft) => draft.tpsl?.[leg] ?? '');
  const problem = useProblem(form, leg);
  return (
    <NumberField
      label={text(leg)}
      value={value}
      error={problem}
      onText={(typed) => form.dispatch({ type: 'tpslTyped', leg, text: typed })}
      onStep={(steps) => form.dispatch({ type: 'tpslStepped', leg, steps })}
      onBlur={() => {
        form.dispatch({ type: 'tpslBlurred', leg });
        if (value !== '') form.leaveField(leg);
      }}
    />
  );
}

/** Trigger source of both exits. */
function TpslSource({ form }: SpotPart) {
  const text = useSpotText();
  const source = useSelected(form.draft, ({ tpsl }) => tpsl?.source ?? 'LastPrice');
  return (
    <span className={styles['plain']}>
      <TriggerSourceSelect
        label={text('tpslBy')}
        value={source}
        onChange={(next) => form.dispatch({ type: 'tpslSourceChosen', source: next })}
      />
    </span>
  );
}

/** Take-profit and stop-loss for the coins that the order receives. */
export function TpslBlock({ form }: SpotPart) {
  const text = useSpotText();
  const on = useSelected(form.draft, (draft) => draft.tpsl !== undefined);
  const side = useSelected(form.draft, (draft) => draft.side);
  return (
    <>
      <div className={styles['conditions']}>
        <Checkbox checked={on} onChange={() => form.dispatch({ type: 'tpslToggled' })}>
          {text('tpsl')}
        </Checkbox>
        {on && <TpslSource form={form} />}
      </div>
      {on && (
        <>
          {LEGS.map((leg) => (
            <div key={leg} className={styles['leg']}>
              <TpslPrice form={form} leg={leg} />
              <TpslPrice form={form} leg={`${leg}Limit`} />
            </div>
          ))}
          <p className={styles['note']}>{text(`tpslNote.${side}`)}</p>
        </>
      )}
    </>
  );
}

/** Execution options of the order, and the use of borrowed coins. */
export function Conditions({ form }: SpotPart) {
  const text = useSpotText();
  const { orderType, timeInForce, postOnly, borrows } = useReadable(form.draft);
  const limit = orderType === 'Limit';
  return (
    <div className={styles['conditions']}>
      {limit && (
        <Checkbox checked={postOnly} onChange={() => form.dispatch({ type: 'postOnlyToggled' })}>
          {text('postOnly')}
        </Checkbox>
      )}
      {limit && !postOnly && (
        <span className={styles['tif']}>
          <TimeInForceSelect value={timeInForce} onChange={(value) => form.dispatch({ type: 'timeInForceChosen', timeInForce: value })} />
        </span>
      )}
      {form.feed.instrument.spot?.loanable === true && (
        <Checkbox checked={borrows} onChange={() => form.dispatch({ type: 'borrowsToggled' })}>
          {text('borrows')}
        </Checkbox>
      )}
    </div>
  );
}

/** Fields of the chosen kind. */
export function SpotFields({ form }: SpotPart) {
  return (
    <>
      <Trigger form={form} />
      <Price form={form} />
      <QuantityField form={form} />
    </>
  );
}
